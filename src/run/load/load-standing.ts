import { documentOf } from '../../model/document-of.ts';
import type { Blame, LoadEvent, Specs } from '../../model/types.ts';
import { spenderOfTime } from '../../judge/spent-budget.ts';
import type { Judgement } from '../../judge/judgement.ts';
import type { LossReason } from '../../load/engine/load-answer.ts';
import { HELD_UP, lowestMissed } from '../../load/ramp.ts';
import { unansweredOf, unansweredShare, unservedShare } from '../../model/unanswered.ts';
import { PROBE_ROW } from '../../load/limiter/sample.ts';
import type { PublicProfile } from '../../profile/profile.ts';
import { statusReader } from '../../profile/success.ts';
import type { ExchangeEvent, TraceEvent } from '../../trace/events.ts';

/**
 * What a load or a probe amounts to, from the evidence of its own phase: what was sent to prepare it proves nothing of it. Only one that is
 * sound can be conformant, and none is without a success, as documented, of each operation that was sent.
 */
export type LoadStanding =
  | { readonly kind: 'missed' }
  | { readonly kind: 'open'; readonly because: string; readonly blame: Blame }
  | { readonly kind: 'sound'; readonly judged: number };

/** More than so much of a load without an answer, or failed, is no sound load, unless a threshold on `unanswered`, or `errors`, permits it. */
export const MOST_UNANSWERED = 0.01;
/** Among so many at least one may be lost, or fail, by chance. */
const MANY = 20;

/** What a probe's statuses are read by, and what judges have found in the trace. */
interface Known {
  readonly specs: Specs;
  readonly profile: PublicProfile;
  readonly events: readonly TraceEvent[];
  readonly judgement: Pick<Judgement, 'findings'>;
}

/** Undefined where the trace has neither load nor probe. */
export function standingIn(known: Known): LoadStanding | undefined {
  const { events } = known;
  const load = events.find((event) => event.type === 'load');
  if (load !== undefined) {
    const standing = standingOf(load);
    const gap = standing.kind === 'sound' ? untold(load, known) : spentBefore(load, events);
    return gap === undefined ? standing : { kind: 'open', ...gap };
  }
  return events.some((event) => event.type === 'case' && event.kind === 'load') ? standingOfProbe(known) : undefined;
}

/** The one place that decides what a load amounts to. */
export function standingOf(load: LoadEvent): LoadStanding {
  const open = unconfirmed(load);
  if (open !== undefined) return { kind: 'open', ...open };
  if (isMissed(load)) return { kind: 'missed' };
  const gap =
    endedEarly(load) ??
    cut(load) ??
    unjudged(load) ??
    unrecorded(load) ??
    unverified(load) ??
    unanswered(load) ??
    failing(load) ??
    otherwise(load) ??
    unmeasured(load);
  return gap === undefined ? { kind: 'sound', judged: load.judged } : { kind: 'open', ...gap };
}

interface Gap {
  readonly because: string;
  readonly blame: Blame;
}

/** The time was over before the load began: whose doing that was, what prepared it shows. */
function spentBefore({ end, accounts }: LoadEvent, events: readonly TraceEvent[]): Gap | undefined {
  const spender = end === 'budget' && accounts.sent === 0 ? spenderOfTime(events) : undefined;
  return spender && { because: `no request of the load was sent: ${spender.why}`, blame: spender.blame };
}

/** The trace is to show what the load says of itself: else it is not whole, and what is missing may be the worst of it. */
function untold({ rejudgeable, violations }: LoadEvent, { events, judgement }: Known): Gap | undefined {
  const recorded = events.filter((event) => event.type === 'exchange' && event.purpose === 'load').length;
  const found = new Set(judgement.findings.flatMap(({ check, verdict }) => (verdict === 'pass' ? [] : [check])));
  const hidden = violations.filter(({ check }) => !found.has(check));
  const what =
    recorded < rejudgeable
      ? `it has ${recorded} of the ${rejudgeable} answers that the load has left in it`
      : hidden.map(({ check, count }) => `nothing in it contradicts ${check}, as ${count} answers of the load did`).join('; ');
  return what === '' ? undefined : { because: `the trace is not as the load has left it: ${what}`, blame: 'config' };
}

/** A ramp that has seen a rate which keeps the thresholds, and has confirmed none; or one that was bounded by its generator. */
function unconfirmed(load: LoadEvent): Gap | undefined {
  const { ramp, end } = load;
  if (ramp === undefined) return undefined;
  const { stages, confirmed, bound } = ramp;
  if (confirmed !== undefined) {
    const isOurs = lowestMissed(stages, confirmed)?.missed.includes(HELD_UP) === true;
    return isOurs ? { because: `the target may hold more than ${confirmed} requests a second: ${bound}`, blame: 'harness' } : undefined;
  }
  if (stages.every(({ missed }) => missed.length > 0)) return undefined;
  const blame = end === 'budget' ? 'config' : (endedEarly(load)?.blame ?? 'target');
  return { because: `no rate was confirmed: ${bound}${load.why === undefined ? '' : ` (${load.why})`}`, blame };
}

/** A threshold is missed by the target where it was measured, and the generator was not the bottleneck. */
function isMissed({ thresholds, generator }: LoadEvent): boolean {
  return generator.bottleneck.length === 0 && thresholds.some(({ held, unmeasured }) => !held && unmeasured !== true);
}

function endedEarly({ end, why, blame, accounts }: LoadEvent): Gap | undefined {
  if (end === 'completed' || end === 'budget') return undefined;
  const whose = { 'server-errors': 'target', unreachable: blameOf(accounts), interrupted: 'config', stopped: 'config' } as const;
  return { because: `the load ended early: ${why ?? end}`, blame: blame ?? whose[end] };
}

/** Where generators have dropped requests it was not the load that was asked for. */
function cut({ generators = [], generator }: LoadEvent): Gap | undefined {
  return generators.some(({ dropped }) => dropped > 0) ? heldUp(generator) : undefined;
}

function heldUp({ bottleneck }: LoadEvent['generator']): Gap {
  return { because: `the generator was the bottleneck: ${bottleneck.join('; ')}`, blame: 'harness' };
}

function unjudged({ judged, accounts, mix = [] }: LoadEvent): Gap | undefined {
  if (accounts.sent === 0) return { because: 'no request of the load was sent', blame: 'config' };
  if (judged === 0)
    return { because: `none of ${accounts.sent} requests of the load was answered: ${lossesOf(accounts)}`, blame: blameOf(accounts) };
  const silent = mix.filter((one) => one.sent > 0 && one.judged === 0).map(({ name }) => name);
  if (silent.length === 0) return undefined;
  return { because: `no answer to ${silent.join(', ')} was judged under load: ${lossesOf(accounts)}`, blame: blameOf(accounts) };
}

/** What is not on record is told by no judge: it is no failure then, and no conformance either. */
function unrecorded({ judged, rejudgeable, violations }: LoadEvent): Gap | undefined {
  if (rejudgeable === 0)
    return {
      because: `none of ${judged} answers of the load is in the trace: they are more than is stored, and cannot be judged again`,
      blame: 'target',
    };
  const lost = violations.filter(({ kept }) => kept === 0);
  if (lost.length === 0) return undefined;
  return {
    because: `answers contradict ${lost.map(({ check }) => check).join(', ')}, and are more than is stored of them`,
    blame: 'target',
  };
}

/** What is refused, or not documented, says nothing of what the operation does when it succeeds. */
function unverified({ mix = [] }: LoadEvent): Gap | undefined {
  const silent = mix.filter(({ sent, succeeded }) => sent > 0 && succeeded === 0);
  if (silent.length === 0) return undefined;
  const told = silent.map(({ name, instead }) => `${name} (${byStatus(Object.entries(instead))})`).join(', ');
  return { because: `no answer under load was a success as documented of ${told}`, blame: 'target' };
}

/** One may fail by chance, and a share. What a rate limit refuses as documented has not failed. */
function failing({ judged, mix = [], thresholds }: LoadEvent): Gap | undefined {
  if (thresholds.some(({ expression, held }) => held && /^errors\b/i.test(expression))) return undefined;
  const failed = mix.reduce((sum, one) => sum + one.failed, 0);
  if (isChance(failed, judged) || failed <= MOST_UNANSWERED * judged) return undefined;
  const share = percent(failed / judged);
  const told = byStatus(mix.flatMap(({ instead }) => Object.entries(instead)));
  return {
    because: `${failed} of ${judged} answers were neither a success nor a refusal by the rate limit, as documented (${told}): ${share}, at most ${percent(MOST_UNANSWERED)} without a threshold such as errors<=${share.replace(' ', '')}`,
    blame: 'target',
  };
}

function isChance(some: number, all: number): boolean {
  return some === 0 || (some === 1 && all >= MANY);
}

/** A success that lacks what the same request was answered before the load is not what was tried, whatever a document leaves open. */
function otherwise({ mix = [] }: LoadEvent): Gap | undefined {
  const lost = mix.filter((one) => (one.otherwise ?? 0) > 0);
  if (lost.length === 0) return undefined;
  const told = lost.slice(0, MOST_TOLD).map((one) => `${one.name} (${one.otherwise} of ${one.judged}: ${one.lost ?? ''})`);
  const more = lost.length > MOST_TOLD ? ` and ${lost.length - MOST_TOLD} more` : '';
  return { because: `the target answers otherwise under load: ${told.join(', ')}${more}`, blame: 'target' };
}

const MOST_TOLD = 3;

function byStatus(counts: readonly (readonly [status: string, count: number])[]): string {
  const sums = new Map<string, number>();
  for (const [status, count] of counts) sums.set(status, (sums.get(status) ?? 0) + count);
  return [...sums].map(([status, count]) => `status ${status}: ${count}`).join(', ');
}

/** A connection may be closed as a request is sent; time is not lost by chance. */
function unanswered(load: LoadEvent): Gap | undefined {
  const { accounts, thresholds } = load;
  if (thresholds.some(({ expression, held }) => held && /^unanswered\b/i.test(expression))) return undefined;
  const isStray = isChance(unansweredOf(accounts), accounts.sent) && unservedShare(load) <= MOST_UNANSWERED;
  if (isStray || unansweredShare(load) <= MOST_UNANSWERED) return undefined;
  const share = percent(unansweredShare(load));
  return {
    because: `${unansweredOf(accounts)} of ${accounts.sent} requests, or of the time of the connections ${percent(unservedShare(load))}, had no answer (${lossesOf(accounts)}): ${share}, at most ${percent(MOST_UNANSWERED)} without a threshold such as unanswered<=${share.replace(' ', '')}`,
    blame: blameOf(accounts),
  };
}

/** Thresholds say nothing where nothing was measured, or the generator held the load up; without any its figures are all there is. */
function unmeasured({ thresholds, generator }: LoadEvent): Gap | undefined {
  if (thresholds.length > 0 && generator.bottleneck.length > 0) return heldUp(generator);
  const open = thresholds.filter((one) => one.unmeasured === true).map(({ expression }) => expression);
  return open.length === 0 ? undefined : { because: `nothing was measured for ${open.join(', ')}`, blame: 'config' };
}

/** What the target has sent, and was no answer. */
const SENT_INSTEAD: readonly string[] = ['not http', 'too large', 'interim only'] satisfies readonly LossReason[];

function blameOf({ timedOut, lost, lostBy }: LoadEvent['accounts']): Blame {
  const instead = SENT_INSTEAD.reduce((sum, reason) => sum + (lostBy[reason] ?? 0), 0);
  return instead > (timedOut + lost) / 2 ? 'target' : 'network';
}

function lossesOf({ timedOut, lostBy }: LoadEvent['accounts']): string {
  const told = [...(timedOut === 0 ? [] : [`timed out ${timedOut}`]), ...Object.entries(lostBy).map(([why, count]) => `${why} ${count}`)];
  return told.length === 0 ? 'nothing was lost' : told.join(', ');
}

function percent(share: number): string {
  return `${Number((share * 100).toPrecision(2))} %`;
}

/** A probe shows a limit by the answers to its own requests: what it did not see because they stopped coming, no judge can tell. */
function standingOfProbe({ specs, profile, events }: Known): LoadStanding {
  const probed = events.filter((event) => event.type === 'exchange').filter(isProbed);
  const judged = probed.filter(({ response }) => response !== undefined).length;
  const lost = probed.length - judged;
  const stop = events.find((event) => event.type === 'blocked' && event.place.row === PROBE_ROW);
  if (stop?.type === 'blocked')
    return {
      kind: 'open',
      because: `the probe ended early: ${stop.because}`,
      // What a budget ended while an answer was waited for, the answer was missing to.
      blame: stop.blame === 'config' && probed.at(-1)?.failure?.kind === 'timeout' ? 'network' : stop.blame,
    };
  if (probed.length === 0) return { kind: 'open', because: 'no request of the probe was sent', blame: 'config' };
  if (judged === 0 || (lost > 1 && lost > MOST_UNANSWERED * probed.length))
    return { kind: 'open', because: `${lost} of ${probed.length} requests of the probe had no answer`, blame: 'network' };
  const tells = probed.some(({ document, operation, response }) => {
    if (response === undefined || operation === undefined) return false;
    return statusReader(documentOf(specs, document), profile, operation)(response.status) !== 'neither';
  });
  if (tells) return { kind: 'sound', judged };
  const told = byStatus(probed.flatMap(({ response }) => (response === undefined ? [] : [[String(response.status), 1]])));
  return {
    kind: 'open',
    because: `no request of the probe had a success, or a refusal by the rate limit, as documented: ${told}`,
    blame: 'target',
  };
}

function isProbed({ place }: ExchangeEvent): boolean {
  return place.row === PROBE_ROW && !place.at.startsWith('prepare/');
}
