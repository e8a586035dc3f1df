import { countsAgree } from '../counts-agree.ts';
import { nameOf } from '../classify.ts';
import { hardContradictions } from '../fit.ts';
import { operationsEach } from '../foreign.ts';
import { isConcurrencyRefusal } from '../facts.ts';
import { isPassed, isRefused, type Sample } from '../sample.ts';
import { wordPermits } from '../wrong-counts.ts';
import { nothingBackBefore } from './announced-reset.ts';
import { earlyReset } from './early-reset.ts';
import { concurrentBurst } from './concurrent-burst.ts';
import { ofErrors, othersUse, type ProbeEvidence } from './probe-evidence.ts';
import { fails, isOpen, passes, type Ruling } from './ruling.ts';

/** Exactly as many operations as announced are permitted in a period: none is refused before, none passes after. */
export function judgePermitted(evidence: ProbeEvidence): readonly Ruling[] {
  const { facts, classification, own, foreign } = evidence;
  const { limit, decisions } = facts;
  const last = own.at(-1);
  if (limit === undefined || last === undefined) return [];
  if (classification.kind === 'concurrency')
    return [isOpen('permitted', 'only the number of requests at the same time is limited', 'target', last)];
  if (classification.mayBeConcurrency)
    return (['permitted', 'refused-beyond'] as const).map((topic) => isOpen(topic, classification.open, 'config', last));
  const refused = decisions.flatMap(({ sample, passed }) => (passed ? [] : [sample]));
  const each = operationsEach(facts);
  const farBeyond = passedFarBeyond(evidence, limit);
  // Not every document says what Limit and Remaining are, but each that a request too many is refused.
  const refusals = farBeyond ?? [notShown('refused-beyond', evidence, last)];
  if (each !== undefined)
    return [fails('permitted', `${limit} operations in a period`, `each request takes ${each} of them`, last), ...refusals];
  const early = refused.filter((sample) => (sample.remaining ?? 0) >= 1 && !isConcurrencyRefusal(sample));
  if (early.length > 0)
    return [
      ...early.map((sample) =>
        fails('permitted', `no refusal while operations remain`, `refused while ${sample.remaining} remain`, sample),
      ),
      ...refusals,
    ];
  const beyond = passedBeyond(evidence, limit) ?? farBeyond ?? (foreign > 0 ? undefined : passedTogether(evidence, limit));
  const unlimited = limitedOnce(evidence, limit);
  if (beyond !== undefined || unlimited.length > 0) return [...(beyond ?? []), ...unlimited];
  const [best] = classification.fits;
  const [first] = refused;
  if (classification.kind === 'unknown' || classification.kind === 'none' || best === undefined || first === undefined)
    return [notShown('permitted', evidence, last), notShown('refused-beyond', evidence, last)];
  const { surplus } = best;
  const beyondModel = hardContradictions(best).filter(({ kind }) => kind === 'passed');
  // A model that fits what is left for us says nothing of all that was permitted.
  if (foreign > 0 && (surplus !== 0 || beyondModel.length > 0))
    return [notShown('permitted', evidence, first), notShown('refused-beyond', evidence, first)];
  // Where the count agrees with what was refused, a model that does not is none of this limiter; what comes back later it may have wrong.
  const isTrue = countsAgree(facts);
  const isLater = beyondModel.some(({ decision }) => decision.sample.sentMs >= first.receivedMs);
  if (isTrue && (surplus < 0 || isLater || !classification.countIsTrue))
    return [notShown('permitted', evidence, first), notShown('refused-beyond', evidence, first)];
  if (surplus < 0) return [fails('permitted', `${limit} operations in a period`, `${limit + surplus}, then a refusal`, first)];
  // What others use makes a bucket look slower, and what passed before the first refusal too much for it.
  if (surplus > 0 && best.hypothesis.kind === 'token-bucket' && wordPermits(facts))
    return [notShown('permitted', evidence, first), notShown('refused-beyond', evidence, first)];
  if (surplus > 0) return tooMany(limit, limit + surplus, first);
  // Where nothing but refusals says what remains, a period that is a little off explains as much.
  if (beyondModel.length > 0 && decisions.every(({ left }) => left === undefined))
    return [notShown('permitted', evidence, first), notShown('refused-beyond', evidence, first)];
  if (beyondModel.length > 0) return beyondModel.flatMap(({ decision }) => tooMany(limit, limit + beyondModel.length, decision.sample));
  return [
    passes('permitted', first),
    passes('refused-beyond', first),
    ...(second(own) === undefined ? [] : [passes('each-period', ...[second(own)].filter((sample) => sample !== undefined))]),
  ];
}

function second(own: readonly Sample[]): Sample | undefined {
  return own.find((sample) => sample.phase === 'second' && isRefused(sample));
}

/** More than all of it passed before anything could have come back, by the target's own words, whatever the kind of limiter. */
function passedBeyond({ facts, foreign }: ProbeEvidence, limit: number): readonly Ruling[] | undefined {
  const most = limit - facts.usedBefore;
  const early = earlyReset(facts);
  let until: number | undefined;
  let passed = 0;
  for (const decision of facts.decisions) {
    if (decision === early) return undefined;
    // What comes back may do so earlier the more is used: the earliest moment that was named so far counts.
    const named = nothingBackBefore(facts, decision.sample);
    if (passed === 0 && named === undefined) return undefined;
    until = Math.min(until ?? Infinity, named ?? Infinity);
    // Whether requests for unknown paths count is only known where nobody else's do.
    if (!decision.passed || (foreign > 0 && decision.sample.asks !== 'call')) continue;
    if (decision.at.high >= until) return undefined;
    passed += 1;
    if (passed > most) return tooMany(limit, passed + facts.usedBefore, decision.sample);
  }
  return undefined;
}

/** Whatever the kind of limiter, no more than two limits pass before the moment at which an answer said that all would be back. */
const FAR = 2;

function passedFarBeyond({ facts: { decisions, offset } }: ProbeEvidence, limit: number): readonly Ruling[] | undefined {
  const calls = decisions.filter(({ passed, sample }) => passed && sample.asks === 'call');
  if (offset === undefined || calls.length <= FAR * limit) return undefined;
  for (const { sample: telling, at } of decisions) {
    if (telling.reset?.form !== 'seconds') continue;
    const until = (telling.reset.seconds - 1) * 1000 - offset.high;
    // What refuses meanwhile has a limit, and may name a later moment than need be.
    const refused = decisions.find((later) => !later.passed && later.at.low > at.high)?.at.low ?? Infinity;
    const passed = calls.filter((later) => later.at.low > at.high && later.at.high < Math.min(until, refused));
    const shown = passed[FAR * limit];
    if (shown !== undefined) return tooMany(limit, passed.length, shown.sample);
  }
  return undefined;
}

/** Only requests at the same time passed beyond the limit: it holds for one after the other. */
function passedTogether(evidence: ProbeEvidence, limit: number): readonly Ruling[] | undefined {
  const early = earlyReset(evidence.facts)?.sample.sentMs ?? Infinity;
  // A model that believes in moments that are announced too late has what comes then wrong.
  const passed = concurrentBurst(evidence)?.filter(({ kind, decision }) => kind === 'passed' && decision.sample.sentMs < early) ?? [];
  const last = passed.at(-1);
  return last === undefined ? undefined : tooMany(limit, limit + passed.length, last.decision.sample);
}

/** Refused in the first period, and more than the limit passes in a later one, before the one moment that all of them name as its end. */
function limitedOnce({ own }: ProbeEvidence, limit: number): readonly Ruling[] {
  const refused = own.findIndex((sample) => isRefused(sample) && !isConcurrencyRefusal(sample));
  const later = refused < 0 ? [] : own.slice(refused).filter((sample) => isPassed(sample) && sample.asks === 'call');
  const ends = new Map<number, Sample[]>();
  for (const sample of later)
    if (sample.reset?.form === 'seconds') ends.set(sample.reset.seconds, [...(ends.get(sample.reset.seconds) ?? []), sample]);
  const shown = [...ends.values()].find((passed) => passed.length > limit && !isLimited(own, passed))?.at(-1);
  return shown === undefined ? [] : [fails('each-period', `${limit} operations in each period`, 'no refusal in a later one', shown)];
}

/** Whether one was refused in the same period after all, or told that more remains than before: a moment may be named for several periods. */
function isLimited(own: readonly Sample[], passed: readonly Sample[]): boolean {
  const [first] = passed;
  const isRefusedToo = own.some(
    (sample) => isRefused(sample) && sample.sentMs > (first?.receivedMs ?? Infinity) && sample.reset?.seconds === first?.reset?.seconds,
  );
  return (
    isRefusedToo ||
    passed.some((sample) =>
      passed.some((before) => before.receivedMs < sample.sentMs && (before.remaining ?? Infinity) < (sample.remaining ?? 0)),
    )
  );
}

function tooMany(limit: number, passed: number, shown: Sample): readonly Ruling[] {
  return [
    fails('permitted', `${limit} operations in a period`, `${passed}`, shown),
    fails('refused-beyond', `a refusal of the request after ${limit} operations`, `status ${shown.status ?? 'none'}`, shown),
  ];
}

export function notShown(topic: 'permitted' | 'refused-beyond' | 'counts-each', evidence: ProbeEvidence, last: Sample): Ruling {
  const { stopped, classification, foreign, facts } = evidence;
  if (stopped !== undefined) return isOpen(topic, stopped, 'config', last);
  if (foreign > 0) return isOpen(topic, othersUse(foreign, facts), 'config', last);
  const { open, fits } = classification;
  const reason = fits[0] !== undefined && open === '' ? `${nameOf(fits[0])} contradicts some of the answers` : 'no refusal was seen';
  const why = open === '' ? reason : open;
  return isOpen(topic, facts.failed.length === 0 ? why : `${why}; ${ofErrors(facts.failed)}`, 'target', last);
}
