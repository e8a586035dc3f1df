import { comes } from './clock.ts';
import { neverMoves } from './counts.ts';
import { beforeReset } from './decisions.ts';
import { type Facts, factsOf, isConcurrencyRefusal, remainsForOthers, saysAllIsThere, type Supposition } from './facts.ts';
import { isConcurrent, mayBeOverlap, mostBeside } from './models/concurrency.ts';
import type { LimiterKind } from './models/model.ts';
import { GRAIN_MS, isPassed, OWN, type Sample } from './sample.ts';
import { type Fit, fits, hardContradictions } from './search.ts';
import { middle } from './span.ts';

/** What limiter a trace shows, and why. */
export interface Classification {
  readonly kind: LimiterKind;
  /** operations in a period, or at the same time, as announced; as counted where nothing is announced */
  readonly limit: number | undefined;
  readonly periodMs: number | undefined;
  /** from 0 to 1: how much better this kind replays the trace than any other, and how much of the trace it replays */
  readonly confidence: number;
  /** false where only what was decided could be replayed, and what was said to remain is something else */
  readonly countIsTrue: boolean;
  /** the best limiter that had to replay what was said to remain as well, where that is not true */
  readonly told?: Fit | undefined;
  /** why the kind is not known, in words; empty where it is */
  readonly open: string;
  /** a limit of requests at the same time replays every answer: what came one after the other says nothing of it */
  readonly mayBeConcurrency: boolean;
  /** the best limiter of each kind, best first; empty where none was tried */
  readonly fits: readonly Fit[];
}

const SHARPNESS = 1.5;
const SURE = 0.8;
/** Where answers that pass tell nothing, or none says when all is back, the next kind has to contradict so many more: a boundary may fall between requests that nothing else tells apart. */
const CLEAR_WITHOUT_HEADERS = 3;
const MOST_CERTAIN = 0.999;
/** Another number of operations than announced has to explain at least so many contradictions. */
const WORTH_A_SURPLUS = 2;
const NEAR = [1, -1, 2, -2];

/** What each classification adds to. */
const NOTHING_FOUND = {
  kind: 'unknown',
  limit: undefined,
  periodMs: undefined,
  confidence: 0,
  countIsTrue: true,
  open: '',
  mayBeConcurrency: false,
  fits: [],
} satisfies Classification;

/**
 * Finds the limiter that replays the facts; `unknown` where none does, or several do.
 *
 * @param most limiters that contradict the facts more often, or are of another size, need not be told
 */
function classify(facts: Facts, most: number): Classification {
  const { decisions } = facts;
  const limit = facts.limit ?? passedBeforeRefusal(facts);
  const several = announcedLimits(facts);
  if (several.length > 1) return ofSeveral(facts, limit ?? 0, several);
  if (decisions.every(({ passed }) => passed)) return neverRefused(facts);
  if (decisions.every(({ passed }) => !passed)) return unknown(facts, [], 'every request was refused');
  if (decisions.every(({ passed, sample }) => (passed ? sample.limit === limit : isConcurrencyRefusal(sample)))) return concurrency(facts);
  if (limit === undefined || limit === 0) return unknown(facts, [], 'no limit is announced, and nothing passed before the first refusal');
  const told = replayed(facts, limit, most);
  if (told.kind !== 'unknown' || told.isReplayed) return told;
  if (isConcurrent(facts)) return concurrency(facts);
  if (mayBeOverlap(facts)) return perhapsConcurrency(facts);
  const silent = replayed({ ...facts, decisions: facts.decisions.map((decision) => ({ ...decision, left: undefined })) }, limit);
  return silent.kind === 'unknown' ? told : { ...silent, countIsTrue: false, told: told.fits[0] };
}

/** Answers may name another limit than they mean, or each time that of several which binds. */
function ofSeveral(facts: Facts, limit: number, several: readonly number[]): Classification {
  const told = replayed(facts, limit);
  const [best] = told.fits;
  if (best?.surplus === 0 && best.contradictions.length === 0) return told;
  return unknown(
    facts,
    told.fits,
    `answers name several limits (${several.join(', ')}), and no model replays them with the one that most name`,
  );
}

/** Whether one limiter of the announced size explains every answer. */
export function isReplayed({ fits: [best], countIsTrue }: Classification): boolean {
  return best?.contradictions.length === 0 && best.surplus === 0 && countIsTrue;
}

/** Every limit that is named, rising; a refusal of too many at the same time names none. */
export function announcedLimits({ decisions }: Facts): readonly number[] {
  const told = decisions.flatMap(({ sample }) => (sample.limit === undefined || isConcurrencyRefusal(sample) ? [] : [sample.limit]));
  return [...new Set(told)].toSorted((a, b) => a - b);
}

/** The classification by models, and whether any of them replays the facts at all. */
function replayed(facts: Facts, limit: number, most = Infinity): Classification & { readonly isReplayed: boolean } {
  const { decisions } = facts;
  const ranked = most === Infinity ? withSurplus(facts, limit) : fits(facts, limit, { most });
  const [best, second] = ranked;
  if (best === undefined) return { ...unknown(facts, [], 'the answers tell too little to try any model'), isReplayed: true };
  const hard = hardContradictions(best).length;
  const isReplayed = hard <= tolerated(decisions.length);
  const open = (why: string): Classification & { readonly isReplayed: boolean } => ({ ...unknown(facts, ranked, why), isReplayed });
  if (!isReplayed)
    return open(`no model replays the trace: the nearest, ${nameOf(best)}, contradicts ${hard} of ${decisions.length} answers`);
  if (!decisions.some(({ passed }, index) => passed && decisions.slice(0, index).some((before) => !before.passed)))
    return open('nothing passed again after the first refusal, so that it was not seen how the allowance comes back');
  const confidence = confidenceOf(facts, ranked);
  const isClear = second === undefined || second.cost - best.cost >= CLEAR_WITHOUT_HEADERS;
  // Whose windows begin with a request that was not ours, windows of a clock may be.
  const isEither = best.hypothesis.kind === 'fixed-first' && second?.hypothesis.kind === 'fixed-aligned' && !beginWithOurs(facts);
  if (confidence < SURE || ((isSilent(facts) || namesNoReset(facts)) && !isClear) || (isSilent(facts) && isEither))
    return open(`more than one model replays the trace: ${nameOf(best)}${second === undefined ? '' : `, and ${nameOf(second)}`}`);
  const periodMs = Math.round(middle(best.period));
  return { ...NOTHING_FOUND, kind: best.hypothesis.kind, limit, periodMs, confidence, fits: ranked, isReplayed };
}

/** Only refusals say what remains. */
function isSilent({ decisions }: Facts): boolean {
  return decisions.every(({ passed, sample }) => !passed || sample.remaining === undefined);
}

/** Nothing says when all is back, and so nothing waited for it either. */
function namesNoReset({ decisions }: Facts): boolean {
  return decisions.every(({ sample }) => sample.reset === undefined);
}

/** The models of the announced limit; where they contradict the trace, those of the nearest numbers that were seen as well. */
function withSurplus(facts: Facts, limit: number): readonly Fit[] {
  const announced = fits(facts, limit);
  const lowest = announced[0]?.cost ?? Infinity;
  if (lowest < WORTH_A_SURPLUS) return announced;
  let nearest = announced;
  for (const surplus of new Set(likelySurpluses(facts, limit))) {
    if (surplus === 0 || limit + surplus <= 0) continue;
    const most = (nearest[0]?.cost ?? Infinity) - WORTH_A_SURPLUS;
    if (most < 0) break;
    const found = fits(facts, limit, { surplus, most });
    if ((found[0]?.cost ?? Infinity) <= most) nearest = found;
  }
  return nearest;
}

/** How many operations more than announced there may be: by those that passed, and by those that were left at the first refusal. */
function likelySurpluses(facts: Facts, limit: number): readonly number[] {
  // Of a count that never moves, another size explains nothing.
  if (neverMoves(facts.decisions.flatMap(({ left }) => left ?? []))) return [];
  const passed = passedBeforeRefusal(facts) ?? limit;
  const before = facts.decisions.slice(0, passed);
  const left = before.at(-1)?.left ?? 0;
  const none = before.filter((decision) => decision.left === 0).length - 1;
  return [-left, none, passed - (limit - facts.usedBefore), ...NEAR];
}

/** What one broken answer may contradict, and a trace of many. */
function tolerated(answers: number): number {
  return Math.max(1, Math.floor(answers / 100));
}

function confidenceOf({ decisions }: Facts, ranked: readonly Fit[]): number {
  const [best] = ranked;
  if (best === undefined) return 0;
  const total = ranked.reduce((sum, { cost }) => sum + Math.exp(SHARPNESS * (best.cost - cost)), 0);
  const replayed = 1 - hardContradictions(best).length / Math.max(1, decisions.length);
  return Math.min(MOST_CERTAIN, replayed / total);
}

function passedBeforeRefusal({ decisions }: Facts): number | undefined {
  const first = decisions.findIndex(({ passed }) => !passed);
  return first <= 0 ? undefined : first;
}

/** More than the announced limit went through: there is none, unless it came back as fast as it was used, or was counted wrongly. */
function neverRefused(facts: Facts): Classification {
  const { decisions, limit } = facts;
  if (limit === undefined || limit === 0 || decisions.length <= limit)
    return unknown(facts, [], `none of ${decisions.length} requests was refused${limit === undefined ? '' : `, of a limit of ${limit}`}`);
  const ranked = fits(facts, limit);
  const [best] = ranked;
  // What is said to remain does not tell that nothing is limited.
  const isReplayed = best !== undefined && best.contradictions.filter(({ kind }) => kind !== 'left').length <= tolerated(decisions.length);
  if (isReplayed || (!saysAllIsThere(facts) && keepsItsWord(facts, limit)))
    return unknown(facts, ranked, `the allowance came back as fast as ${decisions.length} requests used it`);
  if (mayBeOverlap(facts)) return perhapsConcurrency(facts);
  return { ...NOTHING_FOUND, kind: 'none', limit, confidence: SURE, fits: ranked };
}

/** Whether all that passed before a moment at which all was to be back is no more than the limit, each time that one was named. */
function keepsItsWord({ decisions, offset }: Facts, limit: number): boolean {
  const named = decisions.filter(({ sample }) => comes(sample.reset, offset) !== undefined);
  return named.length === decisions.length && named.every((one) => beforeReset(decisions, one, offset).length <= limit);
}

function concurrency(facts: Facts): Classification {
  return { ...NOTHING_FOUND, kind: 'concurrency', limit: facts.limit, confidence: SURE, mayBeConcurrency: true };
}

function perhapsConcurrency(facts: Facts): Classification {
  const { limit = 0 } = facts;
  const why =
    mostBeside(facts) < limit
      ? 'fewer than that were under way at the same time. Probe with more of them (budget.concurrency)'
      : 'as many were under way, but the target may have answered them one after the other. Probe from a machine that is not busy';
  return { ...unknown(facts, [], `a limit of ${limit} requests at the same time answers like this too: ${why}`), mayBeConcurrency: true };
}

function unknown(facts: Facts, ranked: readonly Fit[], open: string): Classification {
  return { ...NOTHING_FOUND, limit: facts.limit, open, fits: ranked };
}

/** A model as people speak of it: 'token-bucket, 60 in 10.0 s'. */
export function nameOf({ hypothesis: { kind }, period }: Fit): string {
  return `${kind} of ${(middle(period) / 1000).toFixed(1)} s`;
}

/** Whether the last two windows that ended did so as far apart as our first requests in them: each began with such a request, and nobody else's. */
function beginWithOurs({ decisions }: Facts): boolean {
  const windows = decisions.flatMap((first, index) => {
    if (!first.passed || decisions[index - 1]?.passed === true) return [];
    const end = decisions.slice(index).find(({ passed }) => !passed)?.sample.reset?.seconds;
    return end === undefined ? [] : [{ at: first.at, endMs: end * 1000 }];
  });
  const [next, last] = windows.slice(-2);
  if (next === undefined || last === undefined) return false;
  const apart = { low: last.at.low - next.at.high, high: last.at.high - next.at.low };
  const between = last.endMs - next.endMs;
  return between > apart.low - GRAIN_MS && between < apart.high + GRAIN_MS;
}

/** What a probe's samples tell: the facts as far as they can be read, and the limiter that replays them. */
export interface LimiterInference {
  readonly facts: Facts;
  readonly classification: Classification;
}

/** Understands a probe. Which requests use the probed allowance beside its own calls, only the models tell: the reading that contradicts least is taken. */
export function inferLimiter(samples: readonly Sample[]): LimiterInference {
  const read = withUnknownPaths(samples);
  if (costOf(read) === 0) return read;
  const { unknownPathCounts } = read.facts;
  return [...errors(read.facts), ...sharing(samples, read.facts)].reduce((best, supposition) => {
    const supposed = understood(samples, { unknownPathCounts, ...supposition });
    const isShown = supposition.sharing === undefined || supposed.classification.kind !== 'unknown';
    return isShown && costOf(supposed) < costOf(best) ? supposed : best;
  }, read);
}

/** Whether unknown paths use up operations too; undefined where that makes no difference. */
function withUnknownPaths(samples: readonly Sample[]): LimiterInference {
  const isAsked = samples.some((sample) => sample.asks === 'unknown-path' && isPassed(sample));
  if (!isAsked) return understood(samples, {});
  const counted = understood(samples, { unknownPathCounts: true });
  // A reading that explains more must not contradict more.
  const { cost, isPoor } = lackOf(counted);
  const apart = understood(samples, { unknownPathCounts: false }, isPoor ? Infinity : cost);
  if (costOf(counted) < costOf(apart)) return counted;
  return costOf(apart) < costOf(counted) ? apart : { ...apart, facts: { ...apart.facts, unknownPathCounts: undefined } };
}

/** An error of the server may come of a request that was let through, and counted; when, only its own count tells. */
function errors({ failed }: Facts): readonly Supposition[] {
  return failed.length > 0 && failed.every(({ remaining }) => remaining !== undefined) ? [{ errorsCount: true }] : [];
}

/**
 * Others that were let through may have used what had come back to all who share it, and those refused may count as we do. Those who share
 * more are asked first.
 */
function sharing(samples: readonly Sample[], facts: Facts): readonly Supposition[] {
  const others = [...new Set(samples.flatMap(({ subject }) => (subject === OWN ? [] : [subject])))];
  const apart = others.findIndex((other) =>
    samples.some((sample) => sample.subject === other && isPassed(sample) && !mayShare(samples, facts, sample)),
  );
  return others.slice(0, apart < 0 ? undefined : apart).map((_, index, together) => ({ sharing: together.slice(0, index + 1) }));
}

/** Only a count that goes on in our next answer shows that an operation was taken from us. */
function mayShare(samples: readonly Sample[], facts: Facts, other: Sample): boolean {
  const isFollowed = samples.some(({ subject, asks, seq }) => subject === OWN && asks === 'call' && seq > other.seq);
  return other.remaining !== undefined && isFollowed && !remainsForOthers(samples, facts, other);
}

function understood(samples: readonly Sample[], supposition: Supposition, most = Infinity): LimiterInference {
  const facts = factsOf(samples, supposition);
  return { facts, classification: classify(facts, most) };
}

/** What a reading leaves unexplained, and whether it explains less than any that is not poor: no limiter, or one that disregards what remains. */
function lackOf({ classification: { kind, fits, countIsTrue } }: LimiterInference): { readonly cost: number; readonly isPoor: boolean } {
  const [best] = fits;
  const explainsAll = best?.contradictions.length === 0;
  return { cost: best?.cost ?? Infinity, isPoor: (kind === 'unknown' && !explainsAll) || !countIsTrue };
}

const POOR = 1000;
const TIE = 1 / 1000;

/** How little a reading explains; of two that explain as much, the one in which less remains than should says that others were there, too. */
function costOf(read: LimiterInference): number {
  const { fits, told } = read.classification;
  const missing = (told ?? fits[0])?.contradictions.filter(({ kind }) => kind === 'left').length ?? 0;
  const { cost, isPoor } = lackOf(read);
  return cost + missing * TIE + (isPoor ? POOR : 0);
}
