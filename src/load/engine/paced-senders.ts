import { performance } from 'node:perf_hooks';
import { createBodyRoom } from './body-store.ts';
import { createClosedDispatcher } from './closed-dispatcher.ts';
import { openConnection, type Connection } from './connection.ts';
import type { DispatcherOptions } from './dispatcher.ts';
import { createOpenDispatcher } from './open-dispatcher.ts';
import { createReconnector } from './reconnector.ts';
import type { SenderEvents, Senders } from './senders.ts';

/** A load begins by then with the connections that stand. */
const ALL_CONNECTED_MS = 2_000;
/** Nothing is said of a connection that is made anew, unless it takes longer. */
const OUTAGE_MS = 1_000;
/** What unfinished answers may hold in memory together. */
const ROOM_BYTES = 134_217_728;

/** Sends at a pace, over connections of undici: the open model, and the closed model with a bound. */
export function openPacedSenders(origin: string, dispatching: Omit<DispatcherOptions, 'stop'>, events: SenderEvents): Senders {
  const { order } = dispatching;
  const { connections: wanted, timeoutMs, rate } = order;
  const { stop } = events;
  const dispatcher =
    rate === undefined ? createClosedDispatcher({ ...dispatching, stop }) : createOpenDispatcher({ ...dispatching, stop }, rate);
  const reconnector = createReconnector(wanted, (why) => stop({ how: 'unreachable', why }));
  const room = createBodyRoom(ROOM_BYTES);
  /** connections that cannot take a request, and since when */
  const down = new Map<Connection, number>();
  let begunAt: number | undefined;
  let haltedAt = Infinity;

  const connections = Array.from({ length: wanted }, () =>
    openConnection(
      { origin, tls: order.tls, bodyBytes: order.most.bodyBytes, room },
      {
        ready: (connection) => {
          if (down.size > 0) isUpAgain(connection, performance.now());
          dispatcher.offer(connection);
          if (begunAt === undefined && dispatcher.waiting() === wanted) begin();
        },
        answered: (answer) => {
          reconnector.answered();
          events.answered(answer);
        },
        lost: events.lost,
        down: (connection) => {
          if (!down.has(connection)) down.set(connection, performance.now());
          dispatcher.withdraw(connection);
        },
        unconnected: (connection, error) => {
          reconnector.failed(connection, error, begunAt !== undefined);
        },
      },
    ),
  );

  function isUpAgain(connection: Connection, now: number): void {
    const since = down.get(connection);
    down.delete(connection);
    if (since === undefined || begunAt === undefined) return;
    const outageMs = Math.min(now, haltedAt) - Math.max(since, begunAt);
    if (outageMs >= OUTAGE_MS) events.unconnected(outageMs);
  }

  /** The clock starts when every connection stands, or as many as can be had. */
  function begin(): void {
    if (begunAt !== undefined || haltedAt < Infinity) return;
    clearTimeout(starter);
    begunAt = performance.now();
    events.begun();
    dispatcher.begin();
  }

  const startMs = Math.min(timeoutMs, ALL_CONNECTED_MS);
  let starter = setTimeout(() => {
    if (dispatcher.waiting() > 0) return begin();
    starter = setTimeout(() => {
      if (dispatcher.waiting() > 0) begin();
      else stop({ how: 'unreachable', why: `no connection to ${origin} within ${2 * startMs} ms` });
    }, startMs);
  }, startMs);
  for (const connection of connections) {
    down.set(connection, performance.now());
    connection.connect();
  }

  return {
    halt: () => {
      haltedAt = performance.now();
      clearTimeout(starter);
      dispatcher.halt();
    },
    isQuiet: () => connections.every((connection) => connection.underWay() === undefined),
    sweep: (now) => {
      for (const connection of connections) {
        const sent = connection.underWay();
        const isLate = sent !== undefined && now - sent.sentAt >= timeoutMs;
        if (!isLate && !connection.isFlooded()) continue;
        const why = isLate ? 'timed out' : 'too large';
        if (haltedAt === Infinity) connection.renew(why);
        else connection.end(why);
      }
    },
    end: (why) => {
      reconnector.close();
      for (const connection of connections) {
        const sent = connection.underWay();
        connection.end(sent === undefined ? 'interrupted' : why(sent));
      }
      for (const connection of down.keys()) isUpAgain(connection, haltedAt);
    },
  };
}
