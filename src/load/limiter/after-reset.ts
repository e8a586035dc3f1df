import { isPassed, isRefused, OWN, type Sample } from './sample.ts';

/** The phase of the course in which a reset has been waited for. */
export const AFRESH = 'afresh';

/** What is left after a request, as far as its answer tells. */
type Left = (sample: Sample) => number | undefined;

/**
 * What the first request of each allowance that must have been whole took of it: ours after a reset, and those of others. Without a reset
 * that was waited for, some of an allowance may have gone before.
 */
export function firstTakes(samples: readonly Sample[], limit: number | undefined, left: Left): readonly number[] {
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
export function goesOn(samples: readonly Sample[], limit: number | undefined, left: Left): boolean {
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
