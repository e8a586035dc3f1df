import { wrongAnnouncements } from './announced.ts';
import { bucketPeriods } from './bucket-words.ts';
import type { Classification } from './classify.ts';
import { untilRefused } from './decisions.ts';
import { tokenBucket } from './hypotheses/token-bucket.ts';
import { overlap } from './span.ts';
import type { Facts } from './facts.ts';
import { hardContradictions, type Fit } from './fit.ts';
import { replay, type Contradiction, type Replay } from './replay.ts';

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
  const steady = isBucket && best.surplus === 0 ? missingFromBucket(facts, best) : 0;
  if (steady > 0) return steady;
  const wrong = wrongCounts(facts, classification, best);
  // A count that is too high as well is wrong for another reason.
  if (wrong.some(isMore)) return 0;
  if (isBucket && announcesWhatIsMissing(facts, best)) return wrong.length;
  const before = new Set(untilRefused(facts.decisions));
  return wrong.filter(({ decision }) => before.has(decision)).length;
}

/** Steady use by others looks like a slower refill. Where all answers keep the word of one rate, it is that which tells what is missing. */
function missingFromBucket(facts: Facts, { period }: Fit): number {
  const told = bucketPeriods(facts);
  const [first, last] = [told[0], told.at(-1)];
  if (first === undefined || last === undefined || overlap(period, { low: first.low, high: last.high }) !== undefined) return 0;
  const [hypothesis] = tokenBucket(facts, facts.limit ?? 0);
  if (hypothesis === undefined) return 0;
  const { contradictions } = replay(facts.decisions, hypothesis.meter({ low: first.low, high: last.high }), {
    refusedCount: false,
    surplus: 0,
  });
  return contradictions.filter((one) => one.kind === 'left' && !isMore(one)).length;
}

function announcesWhatIsMissing(facts: Facts, best: Fit): boolean {
  const { contradictions, announcements } = replayed(facts, best);
  const isOdd = contradictions.some(({ kind }) => kind === 'reset');
  return facts.offset !== undefined && !isOdd && wrongAnnouncements(announcements, facts.offset).length <= announcements.length / 50;
}

function replayed({ decisions }: Facts, { hypothesis, period, surplus }: Fit): Replay {
  return replay(decisions, hypothesis.meter(period), { refusedCount: hypothesis.refusedCount, surplus });
}

/** Whether a bucket of a period that it announced may have done all it did until the first refusal, with no operation too many; what others used is missing. */
export function wordPermits(facts: Facts): boolean {
  const decisions = untilRefused(facts.decisions);
  const [hypothesis] = tokenBucket(facts, facts.limit ?? 0);
  if (hypothesis === undefined) return false;
  return bucketPeriods(facts).some((period) => {
    const { contradictions } = replay(decisions, hypothesis.meter(period), { refusedCount: false, surplus: 0 });
    return contradictions.every((one) => one.kind === 'left' && !isMore(one));
  });
}
