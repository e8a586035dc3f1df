import { wrongAnnouncements } from './announced.ts';
import type { Classification } from './classify.ts';
import type { Facts } from './facts.ts';
import { hardContradictions } from './fit.ts';
import type { Fit } from './fit.ts';
import { replay } from './replay.ts';
import type { Contradiction, Replay } from './replay.ts';

const MUCH = 0.05;

/** The answers whose Remaining the model does not permit, also where only what was decided fits it. */
export function wrongCounts(facts: Facts, { countIsTrue }: Classification, best: Fit): readonly Contradiction[] {
  const contradictions = countIsTrue ? hardContradictions(best) : replayed(facts, best).contradictions;
  return contradictions.filter(({ kind }) => kind === 'left');
}

/** More remains than the model permits. */
export function isMore({ decision: { left }, permitted }: Contradiction): boolean {
  return (left ?? 0) > (permitted?.high ?? Infinity);
}

/**
 * Answers after which less remains than what we used explains: somebody else uses the same allowance. Before the first refusal nothing
 * else explains that. After it too little may have come back; but a bucket, which gives back what others use before we ask, still
 * announces when what is missing will be there.
 */
export function missingOperations(facts: Facts, classification: Classification): number {
  const [best] = classification.fits;
  const isBucket = best?.hypothesis.kind === 'token-bucket';
  const isOnlyMissing = isBucket && best.contradictions.every(({ kind }) => kind === 'left');
  // Of a model that is not the right one nothing can be missing.
  if (best === undefined || (classification.kind === 'unknown' && !isOnlyMissing)) return 0;
  // Others may make a bucket look a little larger; any other limiter of another size is what it looks like.
  if (Math.abs(best.surplus) > (isBucket ? (facts.limit ?? 0) * MUCH : 0)) return 0;
  const wrong = wrongCounts(facts, classification, best);
  // A count that is too high as well is wrong for another reason.
  if (wrong.some(isMore)) return 0;
  if (isBucket && announcesWhatIsMissing(facts, best)) return wrong.length;
  const refused = facts.decisions.findIndex(({ passed }) => !passed);
  const before = new Set(facts.decisions.slice(0, refused < 0 ? undefined : refused));
  return wrong.filter(({ decision }) => before.has(decision)).length;
}

function announcesWhatIsMissing(facts: Facts, best: Fit): boolean {
  const { contradictions, announcements } = replayed(facts, best);
  const isOdd = contradictions.some(({ kind }) => kind === 'reset');
  return facts.offset !== undefined && !isOdd && wrongAnnouncements(announcements, facts.offset).length <= announcements.length / 50;
}

function replayed({ decisions }: Facts, { hypothesis, period, surplus }: Fit): Replay {
  return replay(decisions, hypothesis.meter(period), { refusedCount: hypothesis.refusedCount, surplus });
}
