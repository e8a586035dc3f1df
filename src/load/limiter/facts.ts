import { clockOffset } from './clock.ts';
import { type Decision, decisions } from './decisions.ts';
import { isPassed, isRefused, isServerError, OWN, type Sample } from './sample.ts';
import type { Span } from './span.ts';

/**
 * How many requests that may count, or not, may have been decided between two others: by so much more may be missing at the second than it
 * took itself.
 */
export function mayCountBetween({ mayCount }: Facts, one: Sample, next: Sample): number {
  return mayCount.filter((other) => other !== one && other !== next && other.sentMs >= one.sentMs && other.sentMs < next.receivedMs).length;
}

/** The phase of the course in which a reset has been waited for. */
const AFRESH = 'afresh';

/** What is left after a request, as far as its answer tells. */
type Left = (sample: Sample) => number | undefined;

/**
 * What the first request of each allowance that must have been whole took of it: ours after a reset, and those of others. Without a reset
 * that was waited for, some of an allowance may have gone before.
 */
function firstTakes(samples: readonly Sample[], limit: number | undefined, left: Left): readonly number[] {
  const afresh = samples.filter(({ phase, subject }) => phase === AFRESH && subject === OWN);
  const others = new Map(samples.toReversed().flatMap((sample) => (sample.subject === OWN ? [] : [[sample.subject, sample] as const])));
  if (limit === undefined || afresh.length === 0) return [];
  return [...afresh, ...others.values()].filter(isPassed).flatMap((sample) => {
    const has = left(sample);
    return has === undefined || sample.limit !== limit ? [] : [limit - has];
  });
}

/**
 * Each time that a reset was waited for, our next request simply took one more; and later either we used a whole allowance, every operation
 * of it, or nothing came back at all. So nothing had been back when it was announced, and nobody else used anything.
 */
function goesOn(samples: readonly Sample[], limit: number | undefined, left: Left): boolean {
  const own = samples.filter(({ subject }) => subject === OWN);
  const isOneMore = own.every((sample, index) => {
    const before = own[index - 1];
    const [had, has] = [before && left(before), left(sample)];
    return sample.phase !== AFRESH || (isPassed(sample) && had !== undefined && has === had - 1);
  });
  const later = own.slice(own.findLastIndex(({ phase }) => phase === AFRESH) + 1);
  const refused = later.findIndex(isRefused);
  const isNothingBack = refused >= 0 && !later.slice(refused).some((sample) => isPassed(sample) && sample.asks === 'call');
  return isOneMore && (isNothingBack || usesWhole(later, limit, left));
}

/** Whether a whole allowance is used up, each operation of it by one of these requests. */
function usesWhole(own: readonly Sample[], limit: number | undefined, left: Left): boolean {
  if (limit === undefined) return false;
  const from = own.findIndex((sample) => isPassed(sample) && left(sample) === limit - 1);
  const following = from < 0 ? [] : own.slice(from);
  const until = following.find(isRefused)?.receivedMs ?? -Infinity;
  const told = following.filter((sample) => isPassed(sample) && sample.sentMs <= until).map(left);
  return new Set(told.filter((count) => count !== undefined)).size === limit;
}

/** Phases of the course whose last request begins what is measured. */
const START_PHASES: readonly string[] = ['first', AFRESH];

/** What a trace shows before any model is tried. */
export interface Facts {
  /** the probed subject's requests since the last fresh start, and those of others that share its allowance, in the order of sending */
  readonly own: readonly Sample[];
  /** others whose requests are supposed to use the same allowance */
  readonly sharing: readonly string[];
  /** the requests that may count against the probed limit, in the order of their decisions */
  readonly decisions: readonly Decision[];
  /** what the target's clock is ahead of the harness's, in milliseconds; undefined without a Date header */
  readonly offset: Span | undefined;
  /** X-…-Limit as most answers have it; undefined where none has */
  readonly limit: number | undefined;
  /** whether Remaining has the present request subtracted already; `before` where an answer that passed named the whole limit */
  readonly remaining: 'after' | 'before';
  /** operations that others had used before the first request */
  readonly usedBefore: number;
  /** operations that others had used of an allowance that should have been whole by the reset that was waited for */
  readonly takenByOthers: number;
  /** what the first request of each allowance that must have been whole took of it: ours after a reset, and those of others; empty without a reset */
  readonly firstTakes: readonly number[];
  /** whether a request for an unknown path uses up an operation; undefined where it cannot be told */
  readonly unknownPathCounts: boolean | undefined;
  /** requests of which no single answer tells whether they used operations: for unknown paths, or answered with an error of the server */
  readonly mayCount: readonly Sample[];
  /** our requests that were answered with an error of the server, of which no model knows whether they used operations */
  readonly failed: readonly Sample[];
}

/** What is to be supposed, and not read from the samples. */
export interface Supposition {
  /** whether requests for unknown paths use up operations */
  readonly unknownPathCounts?: boolean | undefined;
  /** other subjects whose requests use the same allowance */
  readonly sharing?: readonly string[];
  /** whether requests that were answered with an error of the server use up operations */
  readonly errorsCount?: boolean;
}

/** Reads the facts of a probe from its samples, in the order of sending. */
export function factsOf(samples: readonly Sample[], { unknownPathCounts, sharing = [], errorsCount = false }: Supposition = {}): Facts {
  const own = measured(samples.filter(({ subject }) => subject === OWN || sharing.includes(subject)));
  // Unknown paths may have an allowance of their own.
  const calls = own.filter(({ asks }) => asks === 'call');
  const limit = mode(calls.flatMap((sample) => (sample.limit === undefined || isConcurrencyRefusal(sample) ? [] : [sample.limit])));
  const remaining = calls.some((sample) => isPassed(sample) && sample.limit !== undefined && sample.remaining === sample.limit)
    ? 'before'
    : 'after';
  const left = leftAfter(remaining);
  const ordered = decisions(
    own.filter(({ asks }) => asks === 'call' || unknownPathCounts === true),
    left,
    (sample) => isPassed(sample) || (errorsCount && isServerError(sample)),
  );
  const passed = ordered.filter((decision) => decision.passed);
  const first = passed.findIndex((decision) => decision.left !== undefined);
  const told = passed[first]?.left;
  const usedBefore = limit === undefined ? 0 : Math.max(0, limit - (told === undefined ? beforeRefusal(ordered) : told + 1 + first));
  const missingAt = (fresh: Sample): number => (isRefused(fresh) ? (limit ?? 0) : usedBefore);
  return {
    own,
    sharing,
    decisions: ordered,
    offset: clockOffset(samples),
    limit,
    remaining,
    usedBefore,
    takenByOthers: own[0]?.phase === AFRESH && !goesOn(samples, limit, left) ? missingAt(own[0]) : 0,
    firstTakes: firstTakes(samples, limit, left),
    unknownPathCounts,
    mayCount: own.filter((sample) => isServerError(sample) || (sample.asks === 'unknown-path' && isPassed(sample))),
    failed: calls.filter(isServerError),
  };
}

/** What comes before the whole allowance was there belongs to others: the measured part begins with the last fresh start. */
function measured(own: readonly Sample[]): readonly Sample[] {
  const start = own.findLastIndex(({ phase }) => START_PHASES.includes(phase));
  return own.slice(Math.max(0, start));
}

/** What is said of one of several limits at once: requests that another refused use none of it, and answers that speak of another say nothing. */
export function answersOf(samples: readonly Sample[], limit: number): readonly Sample[] {
  return samples.flatMap((sample) => {
    if (sample.limit === limit) return [sample];
    return isRefused(sample) ? [] : [{ ...sample, limit: undefined, remaining: undefined, reset: undefined, retryAt: undefined }];
  });
}

/** Whether every answer says that all of the limit is there: nothing that was sent is ever missing from it. */
export function saysAllIsThere({ decisions }: Facts): boolean {
  return decisions.every(({ sample }) => sample.remaining !== undefined && sample.remaining === sample.limit);
}

/** A 429 that names no limit at all is that of a limit on concurrent requests: it speaks of no period. */
export function isConcurrencyRefusal(sample: Sample): boolean {
  return isRefused(sample) && sample.limit === 0;
}

function leftAfter(reading: Facts['remaining']): (sample: Sample) => number | undefined {
  return ({ remaining }) => (remaining === undefined ? undefined : reading === 'before' ? remaining - 1 : remaining);
}

/**
 * Whether another subject was told of more than was left for our next request, and than all requests since then can have taken: that was not
 * our allowance.
 */
export function remainsForOthers(samples: readonly Sample[], { remaining }: Pick<Facts, 'remaining'>, other: Sample): boolean {
  const left = leftAfter(remaining);
  const next = samples.find(({ subject, asks, seq }) => subject === OWN && asks === 'call' && seq > other.seq);
  const [told, has] = [left(other), next && (isRefused(next) ? 0 : left(next))];
  if (next === undefined || told === undefined || has === undefined) return false;
  return told - has > samples.filter(({ seq }) => seq > other.seq && seq <= next.seq).length - (isRefused(next) ? 1 : 0);
}

/** Where nothing tells what is left: how many passed before the first refusal; all that can pass where none was refused. */
function beforeRefusal(ordered: readonly Decision[]): number {
  const refused = ordered.findIndex(({ passed }) => !passed);
  return refused < 0 ? Infinity : refused;
}

function mode(values: readonly number[]): number | undefined {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0];
}
