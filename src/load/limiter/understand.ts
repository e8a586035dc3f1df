import { classify } from './classify.ts';
import type { Classification } from './classify.ts';
import { factsOf, unknownPathsPass } from './facts.ts';
import type { Facts } from './facts.ts';
import { isPassed } from './sample.ts';
import type { Sample } from './sample.ts';

/** What a probe's samples tell: the facts as far as they can be read, and the limiter that replays them. */
export interface Understanding {
  readonly facts: Facts;
  readonly classification: Classification;
}

/** Understands a probe. Where an operation may have come back in between, it is the models that tell whether unknown paths count. */
export function understand(samples: readonly Sample[]): Understanding {
  const read = understood(factsOf(samples));
  const isAsked = samples.some((sample) => sample.asks === 'unknown-path' && isPassed(sample));
  const count = read.facts.unknownPathCounts !== true;
  if (!isAsked || costOf(read) === 0 || (count && unknownPathsPass(samples))) return read;
  const supposed = understood(factsOf(samples, count));
  return costOf(supposed) < costOf(read) ? supposed : read;
}

function understood(facts: Facts): Understanding {
  return { facts, classification: classify(facts) };
}

function costOf({ classification }: Understanding): number {
  const { kind, fits, countIsTrue } = classification;
  const cost = fits[0]?.cost ?? Infinity;
  // A model that has to disregard half of the answers explains less than one that has not; several that explain all are no worse than one.
  return (kind === 'unknown' && cost > 0) || !countIsTrue ? cost + 1000 : cost;
}
