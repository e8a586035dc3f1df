import { performance } from 'node:perf_hooks';
import type { Ledger } from './accounting.ts';
import { createAlarm } from './alarm.ts';
import type { Connection } from './connection.ts';
import type { LatencyHistogram } from './histogram.ts';
import type { LoadEnd, LoadOrder } from './load-order.ts';
import { evenPace } from './pace.ts';

/** Says which connection sends what, and when: as soon as it is free (closed model), or as soon as a request is due (open model). */
export interface Dispatcher {
  /** the connection is free: it takes the oldest request that is due, or waits */
  offer(connection: Connection): void;
  /** the connection is gone */
  withdraw(connection: Connection): void;
  /** connections that wait */
  waiting(): number;
  /** the clock starts */
  begin(): void;
  /** nothing more is sent; what was due by now and is not sent never is */
  halt(): void;
}

export interface DispatcherOptions {
  readonly order: LoadOrder;
  readonly ledger: Ledger;
  /** takes how late each request is that no connection had to be waited for */
  readonly sendLag: Pick<LatencyHistogram, 'record'>;
  readonly stop: (end: LoadEnd) => void;
}

const LONGEST_WAIT_MS = 50;
/** Where requests are due more often than this, waiting awake for each would keep the processor busy. */
const EXACT_FROM_MS = 5;

export function createDispatcher({ order, ledger, sendLag, stop }: DispatcherOptions): Dispatcher {
  const { requests, durationMs, most } = order;
  const pace = order.rate === undefined ? undefined : evenPace(order.rate, durationMs, most.requests);
  const idle = new Set<Connection>();
  let begunAt: number | undefined;
  let isHalted = false;
  let next = 0;
  const tick = createAlarm(sendDue, order.rate !== undefined && 1000 / order.rate >= EXACT_FROM_MS);

  function send(connection: Connection, dueAt: number, now: number): void {
    const index = next % requests.length;
    const request = requests[index];
    if (request === undefined) return;
    next += 1;
    ledger.sent();
    connection.send(index, request.bytes, dueAt, now);
  }

  function offer(connection: Connection): void {
    if (isHalted || begunAt === undefined) return void idle.add(connection);
    const now = performance.now();
    if (pace === undefined) {
      if (next >= most.requests) return stop({ how: 'budget' });
      if (now - begunAt >= durationMs) return stop({ how: 'completed' });
      return send(connection, now, now);
    }
    if (next >= pace.dueBy(now - begunAt)) return void idle.add(connection);
    // It was due while every connection was busy: the target's delay, not the generator's.
    send(connection, begunAt + pace.dueAt(next), now);
  }

  function sendDue(): void {
    if (pace === undefined || begunAt === undefined || isHalted) return;
    const now = performance.now();
    const due = pace.dueBy(now - begunAt);
    ledger.scheduled(due);
    for (const connection of idle) {
      if (next >= due) break;
      idle.delete(connection);
      const dueAt = begunAt + pace.dueAt(next);
      sendLag.record(now - dueAt);
      send(connection, dueAt, now);
    }
    if (next >= pace.total) return stop({ how: pace.total === most.requests ? 'budget' : 'completed' });
    if (now - begunAt >= durationMs) return stop({ how: 'completed' });
    tick.set(idle.size > 0 ? Math.min(begunAt + pace.dueAt(next), now + LONGEST_WAIT_MS) : now + 1);
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
      if (pace !== undefined && begunAt !== undefined) ledger.scheduled(pace.dueBy(Math.min(durationMs, performance.now() - begunAt)));
    },
  };
}
