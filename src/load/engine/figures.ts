import { openRequestTally, type Accounts, type RequestTally } from './accounting.ts';
import type { LossReason } from './load-answer.ts';
import { createLatencyHistogram, type LatencySummary } from './histogram.ts';
import { createTimeline, type Slice } from './timeline.ts';

/** What one operation of a load came to. */
export interface OperationFigures {
  readonly operation: string;
  readonly accounts: Accounts;
  readonly latencyMs: LatencySummary;
  readonly violations: number;
}

/** Figures of all of a load, and of each operation. */
export interface Measurable extends Omit<OperationFigures, 'operation'> {
  readonly operations: readonly OperationFigures[];
}

export interface FigureTotals extends Measurable {
  /** how often each of the order's requests was sent */
  readonly sentOf: readonly number[];
  readonly slices: readonly Slice[];
}

/** Adds up what becomes of the requests of a load: accounts, latency, slices of its time; of all and of each operation. */
export interface Figures extends Pick<RequestTally, 'scheduled' | 'sent' | 'unconnected' | 'totals'> {
  begin(now: number): void;
  /** @param request which of the order's @param ms its latency */
  answered(request: number, status: number, bytes: number, ms: number, isViolation: boolean): void;
  /** @param waitedMs 0 where the wait says nothing of the target @param ms its latency, where the wait for its answer is one */
  lost(request: number, why: LossReason, waitedMs: number, ms?: number): void;
  /** the slice that is over, where one is */
  next(now: number, lengthMs: number): Slice | undefined;
  /** what has been measured until now */
  soFar(): Measurable;
  /** to be called once, at the end */
  end(now: number): FigureTotals;
}

/** @param operations of each request of the order, as far as it is of one; requests are due in turn */
export function openFigures(operations: readonly (string | undefined)[]): Figures {
  const whole = openPart();
  const timeline = createTimeline();
  const parts = new Map([...new Set(operations)].flatMap((name) => (name === undefined ? [] : [[name, openPart()] as const])));
  const partOf = operations.map((name) => (name === undefined ? undefined : parts.get(name)));
  const { tally } = whole;
  const soFar = (): Measurable => ({
    ...whole.figures(),
    operations: [...parts].map(([operation, part]) => ({ operation, ...part.figures() })),
  });
  return {
    scheduled: tally.scheduled,
    unconnected: tally.unconnected,
    totals: tally.totals,
    begin: timeline.begin,
    next: timeline.next,
    sent: (request) => {
      tally.sent(request);
      partOf[request]?.tally.sent(0);
    },
    answered: (request, status, bytes, ms, isViolation) => {
      whole.answered(status, bytes, ms, isViolation);
      partOf[request]?.answered(status, bytes, ms, isViolation);
      timeline.answered(status, ms, isViolation);
    },
    lost: (request, why, waitedMs, ms) => {
      whole.lost(why, waitedMs, ms);
      partOf[request]?.lost(why, waitedMs, ms);
      timeline.lost();
    },
    soFar,
    end: (now) => {
      const { scheduled, neverSent } = tally.totals();
      // What was due and never sent would have been sent in turn.
      const turns = operations.length;
      if (neverSent > 0) for (const [turn, part] of partOf.entries()) part?.due(Math.floor((scheduled + turns - 1 - turn) / turns));
      const slices = timeline.end(now);
      timeline.close();
      const totals: FigureTotals = { ...soFar(), sentOf: tally.sentOf(), slices };
      for (const part of [whole, ...parts.values()]) part.close();
      return totals;
    },
  };
}

/** Accounts, latency and violations of some requests. */
function openPart() {
  const tally = openRequestTally();
  const latency = createLatencyHistogram();
  let [violations, due] = [0, 0];
  return {
    tally,
    due: (requests: number): void => {
      due += requests;
      tally.scheduled(due);
    },
    answered: (status: number, bytes: number, ms: number, isViolation: boolean): void => {
      tally.answered(status, bytes);
      latency.record(ms);
      if (isViolation) violations += 1;
    },
    lost: (why: LossReason, waitedMs: number, ms: number | undefined): void => {
      tally.lost(why, waitedMs);
      if (ms !== undefined) latency.record(ms);
    },
    figures: (): Omit<OperationFigures, 'operation'> => ({ accounts: tally.totals(), latencyMs: latency.summary(), violations }),
    close: latency.close,
  };
}
