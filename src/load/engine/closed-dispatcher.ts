import { performance } from 'node:perf_hooks';
import { createAlarm } from './alarm.ts';
import type { Connection } from './connection.ts';
import { turnsOf, type Dispatcher, type DispatcherOptions } from './dispatcher.ts';

/** What was not sent for so long, as timers are late, is sent after all: so much above the bound it may get. */
const CATCH_UP_MS = 5;

/** The closed model: each connection sends as soon as it has its answer, all together at most so many a second. */
export function createClosedDispatcher({ order, tally, stop }: Omit<DispatcherOptions, 'sendLag'>): Dispatcher {
  const { durationMs, most, mostPerSecond } = order;
  const gapMs = mostPerSecond === undefined ? 0 : 1000 / mostPerSecond;
  const turns = turnsOf(order, tally);
  const idle = new Set<Connection>();
  const tick = createAlarm(release, false);
  let begunAt: number | undefined;
  let freeAt = -Infinity;
  let isHalted = false;

  function offer(connection: Connection): void {
    if (isHalted || begunAt === undefined) return void idle.add(connection);
    const now = performance.now();
    if (turns.count() >= most.requests) return stop({ how: 'budget' });
    if (now - begunAt >= durationMs) return stop({ how: 'completed' });
    if (now < freeAt) {
      idle.add(connection);
      return tick.set(freeAt);
    }
    if (gapMs > 0) freeAt = Math.max(freeAt, now - CATCH_UP_MS) + gapMs;
    turns.send(connection, now, now);
  }

  /** As many as may send now; the others go on waiting. */
  function release(): void {
    for (const connection of idle) {
      if (isHalted) return;
      if (performance.now() < freeAt) return tick.set(freeAt);
      idle.delete(connection);
      offer(connection);
    }
  }

  return {
    offer,
    withdraw: (connection) => void idle.delete(connection),
    waiting: () => idle.size,
    begin: () => {
      begunAt = performance.now();
      freeAt = begunAt;
      release();
    },
    halt: () => {
      isHalted = true;
      tick.clear();
    },
  };
}
