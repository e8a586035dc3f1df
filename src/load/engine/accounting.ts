import type { LossReason } from './connection.ts';

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
}

export interface Ledger {
  scheduled(total: number): void;
  sent(): void;
  answered(status: number, bytes: number): void;
  lost(why: LossReason): void;
  /** requests that were sent and neither answered nor lost */
  underWay(): number;
  totals(): Accounts;
}

/** Counts in arrays by status: no object is made for an answer. */
export function openLedger(): Ledger {
  const statuses = new Uint32Array(1000);
  const lostBy = new Map<LossReason, number>();
  let [scheduled, sent, answered, bytes, underWay] = [0, 0, 0, 0, 0];
  const count = (why: LossReason): number => lostBy.get(why) ?? 0;
  return {
    scheduled: (total) => {
      scheduled = Math.max(scheduled, total);
    },
    sent: () => {
      sent += 1;
      underWay += 1;
    },
    answered: (status, length) => {
      answered += 1;
      underWay -= 1;
      bytes += length;
      statuses[status] = (statuses[status] ?? 0) + 1;
    },
    lost: (why) => {
      underWay -= 1;
      lostBy.set(why, count(why) + 1);
    },
    underWay: () => underWay,
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
      };
    },
  };
}
