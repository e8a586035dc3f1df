import { defined } from '../../model/defined.ts';
import type { LoadEvent } from '../../model/types.ts';
import type { LoadEnd, LoadOutcome } from '../../load/engine/load-order.ts';
import { NO_LATENCY } from '../../load/engine/histogram.ts';
import { measure } from '../../load/measure.ts';
import { holdAgainst, type Threshold } from '../../load/thresholds.ts';
import type { AnswersTo, Verified } from '../../load/verify.ts';
import type { LoadPlan } from './load-plan.ts';

/** The one case of a load's trace. */
export const LOAD_CASE = 'load';

const NO_ANSWERS: AnswersTo = { judged: 0, succeeded: 0, failed: 0, otherwise: 0, lost: undefined, instead: {} };
const NOTHING_JUDGED: Verified = { judged: 0, answersTo: [], violating: 0, kept: 0, violations: [] };
const NOTHING_SENT: LoadOutcome = {
  end: { how: 'interrupted' },
  accounts: { scheduled: 0, sent: 0, neverSent: 0, answered: 0, timedOut: 0, lost: 0, lostBy: {}, byStatus: {}, bytes: 0, unservedMs: 0 },
  sentOf: [],
  violations: 0,
  latencyMs: NO_LATENCY,
  coordinatedOmission: 'not corrected',
  durationMs: 0,
  throughput: 0,
  slices: [],
  operations: [],
  generator: { eventLoopDelayMs: { p50: 0, p99: 0, max: 0 }, processorShare: 0, sendLagMs: NO_LATENCY, bottleneck: [] },
};

interface LoadAbout extends Pick<LoadPlan, 'rate' | 'connections'>, Partial<Pick<LoadPlan, 'mostPerSecond'>> {
  readonly mix: readonly { readonly name: string; readonly operation: string | undefined }[];
}

/** A load as the trace tells of it. */
export function loadEvent(
  { rate, connections, mostPerSecond, mix }: LoadAbout,
  outcome: LoadOutcome,
  verified: Verified,
  thresholds: readonly Threshold[],
): LoadEvent {
  const operations = operationsOf(mix, outcome, verified);
  const { end, accounts, latencyMs, coordinatedOmission, durationMs, throughput, slices, generator } = outcome;
  return {
    type: 'load',
    case: LOAD_CASE,
    model: rate === undefined ? 'closed' : 'open',
    ...defined({ rate, mostPerSecond }),
    connections,
    end: end.how,
    ...('why' in end ? { why: shortened(end.why) } : {}),
    ...('blame' in end ? { blame: end.blame } : {}),
    mix: mix.map(({ name }, index) => {
      const { instead, lost, ...counts } = verified.answersTo[index] ?? NO_ANSWERS;
      return {
        name,
        sent: outcome.sentOf[index] ?? 0,
        ...counts,
        instead: { ...instead },
        ...defined({ lost: lost === undefined ? undefined : shortened(lost) }),
      };
    }),
    accounts: { ...accounts, lostBy: { ...accounts.lostBy }, byStatus: { ...accounts.byStatus } },
    judged: verified.judged,
    violating: verified.violating,
    rejudgeable: verified.kept,
    violations: verified.violations.map((one) => ({ ...one, clauses: [...one.clauses] })),
    latencyMs,
    coordinatedOmission,
    throughput: rounded(throughput),
    durationMs: rounded(durationMs),
    operations: operations.map(({ measures: { errors }, ...one }) => ({ ...one, ...defined({ errors }) })),
    slices: slices.map((slice) => ({ ...slice, byClass: { ...slice.byClass } })),
    generator: { ...generator, bottleneck: [...generator.bottleneck] },
    thresholds: holdAgainst(thresholds, (operation) =>
      operation === undefined
        ? measure({ ...outcome, ...verified, undocumented: undocumented(verified.answersTo), connections })
        : operations.find((one) => one.operation === operation)?.measures,
    ).map((one) => ({ ...one })),
  };
}

/** What each operation came to, from what was sent of it and what its answers were worth. */
function operationsOf(mix: LoadAbout['mix'], { operations, durationMs }: LoadOutcome, { answersTo }: Verified) {
  return operations.map(({ operation, accounts, latencyMs, violations }) => {
    const own = answersTo.filter((_, index) => mix[index]?.operation === operation);
    const judged = own.reduce((sum, one) => sum + one.judged, 0);
    const throughput = durationMs === 0 ? 0 : rounded((accounts.answered * 1000) / durationMs);
    const { scheduled, sent, answered, byStatus } = accounts;
    return {
      operation,
      scheduled,
      sent,
      answered,
      judged,
      violating: violations,
      byStatus: { ...byStatus },
      throughput,
      latencyMs,
      measures: measure({
        // Time without service is that of connections, not of an operation.
        accounts: { ...accounts, unservedMs: 0 },
        latencyMs,
        throughput,
        durationMs,
        connections: 1,
        judged,
        violating: violations,
        undocumented: undocumented(own),
      }),
    };
  });
}

/** Answers that refuse nothing, and are no success that a document shows. */
function undocumented(answersTo: readonly AnswersTo[]): number {
  const others = answersTo.flatMap(({ instead }) => Object.entries(instead).filter(([status]) => Number(status) < REFUSALS));
  return others.reduce((sum, [, count]) => sum + count, 0);
}

/** Beginning of the statuses that refuse. */
const REFUSALS = 400;

/** What a target has put into an error. */
const LONGEST_WHY = 300;

function shortened(why: string): string {
  return why.length <= LONGEST_WHY ? why : `${why.slice(0, LONGEST_WHY)}…`;
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}

/** The same of one that ended before there was anything to send. */
export function nothingSent(plan: LoadPlan, end: LoadEnd): LoadEvent {
  return loadEvent({ ...plan, mix: [] }, { ...NOTHING_SENT, end }, NOTHING_JUDGED, []);
}
