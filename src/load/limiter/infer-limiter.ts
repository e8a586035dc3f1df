import { classify, type Classification } from './classify.ts';
import { factsOf, remainsForOthers, type Facts, type Supposition } from './facts.ts';
import { isPassed, OWN, type Sample } from './sample.ts';
import { unknownPathsPass } from './unknown-paths.ts';

/** What a probe's samples tell: the facts as far as they can be read, and the limiter that replays them. */
export interface LimiterInference {
  readonly facts: Facts;
  readonly classification: Classification;
}

/** Understands a probe. Which requests use the probed allowance beside its own calls, the models tell where nothing else does. */
export function inferLimiter(samples: readonly Sample[]): LimiterInference {
  const read = understood(samples, {});
  if (costOf(read) === 0) return read;
  return [...unknownPaths(samples, read.facts), ...errors(read.facts), ...sharing(samples, read.facts)].reduce((best, supposition) => {
    const supposed = understood(samples, supposition);
    const isShown = supposition.sharing === undefined || supposed.classification.kind !== 'unknown';
    return isShown && costOf(supposed) < costOf(best) ? supposed : best;
  }, read);
}

/** An operation may have come back while it was looked whether an unknown path takes one. */
function unknownPaths(samples: readonly Sample[], { unknownPathCounts }: Facts): readonly Supposition[] {
  const isAsked = samples.some((sample) => sample.asks === 'unknown-path' && isPassed(sample));
  const unknownPathsCount = unknownPathCounts !== true;
  return isAsked && !(unknownPathsCount && unknownPathsPass(samples)) ? [{ unknownPathsCount }] : [];
}

/** An error of the server may come of a request that was let through, and counted; when, only its own count tells. */
function errors({ failed }: Facts): readonly Supposition[] {
  return failed.length > 0 && failed.every(({ remaining }) => remaining !== undefined) ? [{ errorsCount: true }] : [];
}

/** Others that were let through may have used what had come back to all who share it. Those who share more are asked first. */
function sharing(samples: readonly Sample[], facts: Facts): readonly Supposition[] {
  const others = [...new Set(samples.flatMap(({ subject }) => (subject === OWN ? [] : [subject])))];
  const passed = samples.filter((sample) => sample.subject !== OWN && isPassed(sample));
  const apart = others.findIndex((other) => passed.some((sample) => sample.subject === other && !mayShare(samples, facts, sample)));
  return others.slice(0, apart < 0 ? undefined : apart).flatMap((_, index, together) => {
    const sharing = together.slice(0, index + 1);
    return passed.some(({ subject }) => sharing.includes(subject)) ? [{ sharing }] : [];
  });
}

/** Only a count that goes on in our next answer shows that an operation was taken from us. */
function mayShare(samples: readonly Sample[], facts: Facts, other: Sample): boolean {
  const isFollowed = samples.some(({ subject, asks, seq }) => subject === OWN && asks === 'call' && seq > other.seq);
  return other.remaining !== undefined && isFollowed && !remainsForOthers(samples, facts, other);
}

function understood(samples: readonly Sample[], supposition: Supposition): LimiterInference {
  const facts = factsOf(samples, supposition);
  return { facts, classification: classify(facts) };
}

function costOf({ classification }: LimiterInference): number {
  const { kind, fits, countIsTrue } = classification;
  const [best] = fits;
  const cost = best?.cost ?? Infinity;
  const explainsAll = best?.contradictions.length === 0;
  // A model that has to disregard half of the answers explains less than one that has not; several that explain all are no worse than one.
  return (kind === 'unknown' && !explainsAll) || !countIsTrue ? cost + 1000 : cost;
}
