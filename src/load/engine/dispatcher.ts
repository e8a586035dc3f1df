import type { Connection } from './connection.ts';
import type { Figures } from './figures.ts';
import type { LatencyHistogram } from './histogram.ts';
import type { LoadEnd, LoadOrder } from './load-order.ts';

/** Says which connection sends what, and when. */
export interface Dispatcher {
  /** the connection is free: it takes the oldest request that may be sent, or waits */
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
  readonly tally: Pick<Figures, 'sent' | 'scheduled'>;
  /** takes how late each request is that no connection had to be waited for */
  readonly sendLag: Pick<LatencyHistogram, 'record'>;
  readonly stop: (end: LoadEnd) => void;
}

/** The requests of an order, sent in turn. */
export interface Turns {
  /** requests sent so far */
  count(): number;
  send(connection: Connection, dueAt: number, now: number): void;
}

export function turnsOf({ requests }: LoadOrder, tally: Pick<Figures, 'sent'>): Turns {
  let count = 0;
  return {
    count: () => count,
    send: (connection, dueAt, now) => {
      const index = count % requests.length;
      const request = requests[index];
      if (request === undefined) return;
      count += 1;
      tally.sent(index);
      connection.send(index, request, dueAt, now);
    },
  };
}
