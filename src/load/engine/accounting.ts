import type { LossReason } from './load-answer.ts';

/** What became of every request: scheduled = sent + neverSent, sent = answered + timedOut + lost, exactly. */
export interface Accounts {
  /** due by the pace, or sent where there is none */
  readonly scheduled: number;
  readonly sent: number;
  readonly neverSent: number;
  readonly answered: number;
  readonly timedOut: number;
  readonly lost: number;
  readonly lostBy: Readonly<Partial<Record<LossReason, number>>>;
  readonly byStatus: Readonly<Record<string, number>>;
  readonly bytes: number;
  /** time of connections that waited for answers that never came, or for a connection, added up */
  readonly unservedMs: number;
}

export interface RequestTally {
  scheduled(total: number): void;
  /** @param request which of the order's */
  sent(request: number): void;
  answered(status: number, bytes: number): void;
  /** @param waitedMs 0 where the wait says nothing of the target */
  lost(why: LossReason, waitedMs: number): void;
  /** a connection could not be had for so long */
  unconnected(ms: number): void;
  totals(): Accounts;
  /** how often each of the order's requests was sent */
  sentOf(): readonly number[];
}

/** Counts in arrays by status: no object is made for an answer. */
export function openRequestTally(): RequestTally {
  const statuses = new Uint32Array(1000);
  const lostBy = new Map<LossReason, number>();
  const sentOf: number[] = [];
  let [scheduled, sent, answered, bytes, unservedMs] = [0, 0, 0, 0, 0];
  const count = (why: LossReason): number => lostBy.get(why) ?? 0;
  return {
    scheduled: (total) => {
      scheduled = Math.max(scheduled, total);
    },
    sent: (request) => {
      sentOf[request] = (sentOf[request] ?? 0) + 1;
      sent += 1;
    },
    answered: (status, length) => {
      answered += 1;
      bytes += length;
      statuses[status] = (statuses[status] ?? 0) + 1;
    },
    lost: (why, waitedMs) => {
      unservedMs += waitedMs;
      lostBy.set(why, count(why) + 1);
    },
    unconnected: (ms) => {
      unservedMs += ms;
    },
    sentOf: () => sentOf,
    totals: () => {
      const lost = [...lostBy].filter(([why]) => why !== 'timed out');
      const due = Math.max(scheduled, sent);
      return {
        scheduled: due,
        sent,
        neverSent: due - sent,
        answered,
        timedOut: count('timed out'),
        lost: lost.reduce((sum, [, times]) => sum + times, 0),
        lostBy: Object.fromEntries(lost),
        byStatus: Object.fromEntries([...statuses.entries()].filter(([, times]) => times > 0)),
        bytes,
        unservedMs: Math.round(unservedMs),
      };
    },
  };
}
