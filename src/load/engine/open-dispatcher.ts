import { performance } from 'node:perf_hooks';
import { createAlarm } from './alarm.ts';
import type { Connection } from './connection.ts';
import { turnsOf, type Dispatcher, type DispatcherOptions } from './dispatcher.ts';

const LONGEST_WAIT_MS = 50;
/** Where requests are due more often than this, waiting awake for each would keep the processor busy. */
const EXACT_FROM_MS = 5;

/** The open model: requests are due at a pace, whatever the answers do. @param rate a second */
export function createOpenDispatcher({ order, tally, sendLag, stop }: DispatcherOptions, rate: number): Dispatcher {
  const { durationMs, most } = order;
  const pace = evenPace(rate, durationMs, most.requests);
  const turns = turnsOf(order, tally);
  const idle = new Set<Connection>();
  const tick = createAlarm(sendDue, 1000 / rate >= EXACT_FROM_MS);
  let begunAt: number | undefined;
  let isHalted = false;

  function offer(connection: Connection): void {
    if (isHalted || begunAt === undefined) return void idle.add(connection);
    const now = performance.now();
    if (turns.count() >= pace.dueBy(now - begunAt)) return void idle.add(connection);
    // It was due while every connection was busy: the target's delay, not the generator's.
    turns.send(connection, begunAt + pace.dueAt(turns.count()), now);
  }

  function sendDue(): void {
    if (begunAt === undefined || isHalted) return;
    const now = performance.now();
    const due = pace.dueBy(now - begunAt);
    tally.scheduled(due);
    for (const connection of idle) {
      if (turns.count() >= due) break;
      idle.delete(connection);
      const dueAt = begunAt + pace.dueAt(turns.count());
      sendLag.record(now - dueAt);
      turns.send(connection, dueAt, now);
    }
    if (turns.count() >= pace.total) return stop({ how: pace.total === most.requests ? 'budget' : 'completed' });
    if (now - begunAt >= durationMs) return stop({ how: 'completed' });
    tick.set(idle.size > 0 ? Math.min(begunAt + pace.dueAt(turns.count()), now + LONGEST_WAIT_MS) : now + 1);
  }

  return {
    offer,
    withdraw: (connection) => void idle.delete(connection),
    waiting: () => idle.size,
    begin: () => {
      begunAt = performance.now();
      const free = [...idle];
      idle.clear();
      for (const connection of free) offer(connection);
      sendDue();
    },
    halt: () => {
      isHalted = true;
      tick.clear();
      if (begunAt !== undefined) tally.scheduled(pace.dueBy(Math.min(durationMs, performance.now() - begunAt)));
    },
  };
}

/** When requests are due, in milliseconds from the start: evenly, whatever the answers do (an open model). */
export interface Pace {
  /** how many are due by this moment */
  dueBy(ms: number): number;
  /** when the one with this number, from 0, is due */
  dueAt(index: number): number;
  /** in all */
  readonly total: number;
}

/** @param perSecond above 0 */
export function evenPace(perSecond: number, durationMs: number, most = Infinity): Pace {
  const interval = 1000 / perSecond;
  const total = Math.min(most, Math.ceil((durationMs / interval) * (1 - Number.EPSILON)));
  return {
    total,
    dueAt: (index) => index * interval,
    dueBy: (ms) => (ms < 0 ? 0 : Math.min(total, Math.floor(ms / interval) + 1)),
  };
}
