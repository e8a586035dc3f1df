import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Selection, Failure, Replayed, Report, RunPlan, Specs } from '../model/types.ts';
import type { Profile } from '../profile/profile.ts';
import { RunError } from './run-error.ts';
import type { Finding } from '../judge/finding.ts';
import type { TraceEvent } from '../trace/events.ts';
import { caseOf, eventsAround, lengthOf } from '../report/preceding-steps.ts';
import { documentOf } from '../model/document-of.ts';
import { servedElsewhere } from '../judge/refused-operations.ts';
import { placeKey, stepsOf } from '../judge/steps.ts';

/** What a replay needs to send the same requests again and look at the same clause. */
export interface Replay extends Readonly<NonNullable<RunPlan['only']>> {
  readonly seed: number;
  readonly clause: string;
  readonly check: string;
  /** first digits of the specs' digest: a token of other specs cannot be replayed */
  readonly specs: string;
  /** name of the target that failed, and first digits of its profile's digest */
  readonly target: string;
  readonly profile: string;
  /** the filter under which the case was planned */
  readonly selection: Selection;
}

/** Digits of a digest that a token carries. */
const DIGITS = 12;

/** So many digits of a digest as a token carries. */
function inToken(digest: string): string {
  return digest.slice(0, DIGITS);
}

/** One word that can be passed to `assay run --replay`. */
export function replayToken(replay: Replay): string {
  return deflateRawSync(JSON.stringify(replay)).toString('base64url');
}

/** Reads a token of these specs. Throws RunError for a foreign or stale one. */
export function readReplayToken(token: string, specsDigest: string): Replay {
  const replay = parsed(token);
  if (replay === undefined)
    throw new RunError(
      'replay-malformed',
      `--replay ${token.slice(0, 20)}…: not a replay token. Copy the whole token from the line 'replay' of the failure`,
    );
  if (replay.specs !== inToken(specsDigest)) {
    throw new RunError(
      'replay-of-other-specs',
      `--replay: the token belongs to other specs (${replay.specs}, these are ${inToken(specsDigest)}). Run again and take a new token`,
    );
  }
  return replay;
}

/**
 * A failure of one target says nothing of another: throws RunError where the token is another target's. Answers what is to be said
 * where the profile is not what it was.
 */
export function demandTarget({ target, profile: digits }: Replay, profile: Profile): string | undefined {
  if (target !== profile.name)
    throw new RunError(
      'replay-of-another-target',
      `--replay: the token belongs to the target '${target}', this is '${profile.name}'. Name its profile with --target, or take a token of this one`,
    );
  return digits === inToken(profile.digest)
    ? undefined
    : `the profile has changed since the failure: what is seen now may have to do with that`;
}

function parsed(token: string): Replay | undefined {
  try {
    const value: unknown = JSON.parse(inflateRawSync(Buffer.from(token, 'base64url')).toString('utf8'));
    return isReplay(value) ? value : undefined;
  } catch {
    // Nothing packed, or no JSON inside: not one of our tokens, which the caller says.
    return undefined;
  }
}

const TEXTS = ['case', 'clause', 'check', 'specs', 'target', 'profile'];

function isReplay(value: unknown): value is Replay {
  if (typeof value !== 'object' || value === null) return false;
  const walk: unknown = Reflect.get(value, 'walk');
  const served: unknown = Reflect.get(value, 'served') ?? [];
  return (
    TEXTS.every((key) => typeof Reflect.get(value, key) === 'string') &&
    (walk === undefined || typeof walk === 'string') &&
    Array.isArray(served) &&
    served.every((one) => typeof one === 'string') &&
    typeof Reflect.get(value, 'selection') === 'object' &&
    Number.isSafeInteger(Reflect.get(value, 'seed'))
  );
}

export interface TokenContext {
  readonly events: readonly TraceEvent[];
  readonly seed: number;
  readonly specsDigest: string;
  readonly target: Pick<Profile, 'name' | 'digest'>;
  readonly selection: Selection;
}

/** The token by which what shows a finding can be driven again. */
export function tokenFor({ events, seed, specsDigest, target, selection }: TokenContext, finding: Finding, clause: string): string {
  const owner = finding.case ?? lengthOf(events, finding).owner ?? '';
  const served = servedElsewhere(events, eventsAround(events, { exchanges: [], case: owner }).events);
  return replayToken({
    seed,
    ...originOf(events, owner),
    ...(served.length === 0 ? {} : { served }),
    clause,
    check: finding.check,
    specs: inToken(specsDigest),
    target: target.name,
    profile: inToken(target.digest),
    selection,
  });
}

/** What is to be driven again: the case, or the walk that it was part of; never what itself drove something again. */
function originOf(events: readonly TraceEvent[], id: string): Pick<Replay, 'case' | 'walk'> {
  const event = caseOf(events, id);
  if (event === undefined) return { case: id };
  if (event.walk !== undefined) return { case: id, walk: event.walk.code };
  return event.again === undefined ? { case: id } : originOf(events, event.again.of);
}

const REPLAY_EXIT_CODES: Readonly<Record<Replayed['what'], number>> = { same: 1, changed: 1, fixed: 0, inconclusive: 3 };

/** What became of a failure that was driven again, in one sentence; the rest of the clauses were not looked at. */
export function replayedIn(
  report: Pick<Report, 'failures' | 'clauses'>,
  only: RunPlan['only'],
  trace: { readonly specs: Specs; readonly events: readonly TraceEvent[] },
): Partial<Pick<Report, 'exitCode' | 'replayed'>> {
  if (only?.clause === undefined || only.check === undefined) return {};
  const replayed = whatBecame(report, { clause: only.clause, check: only.check }, trace);
  return { replayed, exitCode: REPLAY_EXIT_CODES[replayed.what] };
}

function whatBecame(
  { failures, clauses }: Pick<Report, 'failures' | 'clauses'>,
  { clause, check }: Pick<Replay, 'clause' | 'check'>,
  { specs, events }: { readonly specs: Specs; readonly events: readonly TraceEvent[] },
): Replayed {
  const alike = failures.filter((failure) => failure.clause === clause);
  const same =
    alike.find((failure) => failure.check === check) ?? alike.find((failure) => isOfOneRace(specs, clause, check, failure.check));
  if (same !== undefined) return shownBy('same', same);
  const [other] = failures;
  if (other !== undefined) return shownBy('changed', other);
  const found = clauses.find(({ id }) => id === clause);
  if (found?.verdict === 'pass' && found.checks.includes(check)) return { what: 'fixed', words: `${clause} holds where it did not` };
  const isOpen = found === undefined || (found.verdict !== 'pass' && found.checks.length > 0);
  if (!isOpen && looksAtWhatComes(specs, clause, check) && isAnswered(events))
    return { what: 'fixed', words: `the same was asked and answered, and nothing in it contradicts ${clause} any more` };
  const why = found?.reason === undefined ? '' : `: ${found.reason}`;
  return { what: 'inconclusive', words: `the sequence did not get as far as ${clause}${why}` };
}

function shownBy(what: 'same' | 'changed', { clause, check, expected, received }: Failure): Replayed {
  return { what, words: `${clause}, expected ${expected}, received ${received}`, clause, check };
}

/** A check of whatever is answered says something only where there is something to object to or to confirm; so does one of a walk. */
function looksAtWhatComes({ clauses, documents }: Specs, clause: string, check: string): boolean {
  if (/^(shape|link|header|error|law)\//.test(check)) return true;
  const document = clauses.get(clause)?.document;
  const { row, at } = placeOf(check);
  return document !== undefined && stepsOf(documentOf({ documents }, document)).get(placeKey({ row, at }))?.step.walk !== undefined;
}

/** A probe that lets several callers race asks the same in several rounds: which of them shows it is for whoever comes first. */
function isOfOneRace({ clauses, documents }: Specs, clause: string, check: string, other: string): boolean {
  const document = clauses.get(clause)?.document;
  const { row } = placeOf(check);
  if (document === undefined || row !== placeOf(other).row) return false;
  const probe = documentOf({ documents }, document).probes.probes.find(({ id }) => row === `probe:${id}`);
  return probe?.steps.some(({ meanwhile }) => meanwhile === true) === true;
}

/** Where the step of a probe stands that a check asks about; nowhere for other checks. */
function placeOf(check: string): { readonly row: string; readonly at: string } {
  const [, probe = '', at = ''] = /^probe\/(.+)\/(steps\/\d+)\/\d+$/.exec(check) ?? [];
  return { row: `probe:${probe}`, at };
}

/** True where all of the sequence was sent, and each request was answered by something else than a limit. */
function isAnswered(events: readonly TraceEvent[]): boolean {
  const exchanges = events.filter((event) => event.type === 'exchange');
  const last = new Map(
    exchanges.map((exchange) => [`${exchange.case} ${exchange.place.row} ${exchange.place.at}`, exchange.response?.status]),
  );
  const statuses = [...last.values()];
  return (
    statuses.length > 0 &&
    !statuses.some((status) => status === undefined || status === 429) &&
    !events.some(({ type }) => type === 'blocked')
  );
}
