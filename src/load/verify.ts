import { defined } from '../model/defined.ts';
import type { MixRecipe } from '../model/load-mix.ts';
import type { DocumentSpec, Specs } from '../model/types.ts';
import { viewOf } from '../judge/evidence.ts';
import type { Check, JudgeInput } from '../judge/finding.ts';
import { openOwnDemands, type OwnGround } from '../judge/under-load/own-judge.ts';
import { openShownBefore } from '../judge/under-load/shown-before.ts';
import { jsonExcess, parsedJson } from '../model/json-text.ts';
import { layoutReader } from '../judge/under-load/raw-headers.ts';
import { objectionsTo } from '../judge/under-load/answer-judges.ts';
import { createSieve, type Sieve } from '../judge/under-load/sieve.ts';
import { watchLimit, wordsOf } from '../judge/limit-watch.ts';
import { rateLimitLawJudge } from '../judge/rate-limit-law-judge.ts';
import { answerReader, operationOf, type AnswerView } from '../profile/answer.ts';
import type { PublicProfile } from '../profile/profile.ts';
import { statusReader, type SuccessKind } from '../profile/success.ts';
import { exchangeEvent, type ExchangeHead, type Received } from '../drive/capture.ts';
import type { Noted } from '../drive/exchanger.ts';
import type { Redactor } from '../drive/redactor.ts';
import { TooLarge } from '../drive/too-large.ts';
import type { HttpRequest, HttpResponse } from '../drive/transport.ts';
import type { LoadAnswer } from './engine/load-answer.ts';
import { openIssuedTokens, type TokenMemory } from './issued-tokens.ts';

/** A request of a load, and what it is in the trace. */
export interface LoadRequest {
  readonly head: ExchangeHead;
  readonly request: HttpRequest;
  /** how it was answered when it was tried */
  readonly samples: readonly HttpResponse[];
  /** what its answers are held to beside the documents; none where others have prepared it */
  readonly own: OwnRequest | undefined;
}

/** What is known of a request that was prepared here. */
export interface OwnRequest extends Pick<OwnGround, 'lookup'> {
  readonly recipe: MixRecipe;
  /** values that it names, or that were provided for it */
  readonly values: readonly unknown[];
}

export interface VerifierOptions {
  readonly specs: Specs;
  readonly spec: DocumentSpec;
  readonly profile: PublicProfile;
  readonly requests: readonly LoadRequest[];
  /** puts an exchange on record; answers false where it is more than is stored, so that it cannot be judged again */
  readonly note: (exchange: Noted) => boolean;
  /** milliseconds since the epoch, at this moment of the engine's clock */
  readonly wallClock: (engineMs: number) => number;
}

/** How often a check failed, and how many of the exchanges that show it are in the trace. */
export interface ViolationCount {
  readonly check: string;
  readonly clauses: readonly string[];
  readonly count: number;
  readonly kept: number;
}

/** What the answers to one request were worth. */
export interface AnswersTo {
  readonly judged: number;
  /** of these, successes as the document or the profile shows them */
  readonly succeeded: number;
  /** of these, neither such a success nor a refusal by a rate limit that the document shows */
  readonly failed: number;
  /** successes that lack what each answer showed before the load */
  readonly otherwise: number;
  /** what the first of them lacks */
  readonly lost: string | undefined;
  /** those that were no such success, by status */
  readonly instead: Readonly<Record<string, number>>;
}

export interface Verified {
  readonly judged: number;
  /** of these, answers to each request */
  readonly answersTo: readonly AnswersTo[];
  readonly violating: number;
  readonly kept: number;
  readonly violations: readonly ViolationCount[];
}

/** Holds every answer of a load against the documents, and keeps what can be judged again: the first of each kind, violating ones, the last. */
export interface Verifier {
  /** Throws TooLarge for what is more than is read of one answer. */
  judge(answer: LoadAnswer): 'clean' | 'violation';
  /** writes the last answers; to be called once, at the end */
  end(): Verified;
}

const KEPT_PER_CHECK = 10;
const KEPT_OTHERWISE = 3;
const KEPT_IN_ALL = 500;
const RING = 100;
/** Characters that the answers which may have to be written yet hold together. */
const RING_LENGTH = 2_000_000;
/** Characters of what is kept; of each check one answer is kept beyond. */
const KEPT_LENGTH = 8_000_000;
const WARM_UP = 200;

/** An answer that may have to be written yet. */
interface Held {
  readonly index: number;
  readonly status: number;
  readonly headers: readonly string[];
  readonly text: string;
  readonly bytes: number;
  readonly sentAt: number;
  readonly durationMs: number;
  isNoted: boolean;
}

export function createVerifier(options: VerifierOptions): Verifier {
  const { specs, spec, profile, requests } = options;
  // Requests of several generators differ in nothing that a sieve knows of.
  const alike = new Map<string, Sieve>();
  const sieves: readonly Sieve[] = requests.map(({ head: { operation, caller } }) => {
    const kind = `${operation ?? ''} ${caller ?? ''}`;
    const sieve = alike.get(kind) ?? createSieve(spec, profile, { operation: operationOf(spec, operation), caller });
    alike.set(kind, sieve);
    return sieve;
  });
  const memory: TokenMemory = new Map();
  const owns = requests.map((request) => openOwn({ specs, spec, profile }, memory, request));
  // Rules are compiled, and the code is warm, before time counts.
  requests.forEach(({ samples }, index) => {
    const sample = samples.at(-1);
    if (sample === undefined) return;
    const headers = Object.entries(sample.headers).flatMap(([name, value]) => [value].flat().flatMap((one) => [name, one]));
    const own = owns[index];
    const also = (view: AnswerView): boolean => own === undefined || (own.holds(view) && own.lost(view) === undefined);
    for (let time = 0; time < WARM_UP; time++) sieves[index]?.passes({ status: sample.status, headers, text: sample.text }, also);
  });
  // Each has its own caller and operation, and so perhaps its own limit.
  const limits = requests.map(() => watchLimit<Held>());
  const law = rateLimitLawJudge.checks(spec).find(({ id }) => id === LIMIT_CHECK);
  const layoutOf = layoutReader();
  const dateIn = dateReader(layoutOf);
  const firsts = requests.map(() => new Set<number>());
  const counts = new Map<string, { check: string; clauses: readonly string[]; count: number; kept: number }>();
  const ring: Held[] = [];
  const tallies = requests.map(({ head: { operation } }) => openTally(statusReader(spec, profile, operation)));
  let [ringLength, keptLength, judged, violating, kept] = [0, 0, 0, 0, 0];

  /** The last ones, as far as there is room for them. */
  function hold(held: Held): void {
    ring.push(held);
    ringLength += held.text.length;
    while (ring.length > RING || (ringLength > RING_LENGTH && ring.length > 1)) ringLength -= ring.shift()?.text.length ?? 0;
  }

  function responseOf({ status, headers, text, bytes }: Held): Received {
    return { status, headers: layoutOf(headers).values(headers), text, bytes, body: parsedJson(text) };
  }

  /** Whether it is on record. */
  function keep(held: Held): boolean {
    const asked = requests[held.index];
    if (held.isNoted || asked === undefined) return held.isNoted;
    const { sentAt, durationMs } = held;
    const { head, request } = asked;
    const exchange = { head, request, response: responseOf(held), failure: undefined, sentAt: options.wallClock(sentAt), durationMs };
    held.isNoted = options.note(exchange);
    if (held.isNoted) [kept, keptLength] = [kept + 1, keptLength + held.text.length];
    return held.isNoted;
  }

  const hasRoom = (): boolean => kept < KEPT_IN_ALL && keptLength < KEPT_LENGTH;

  function count(check: string, clauses: readonly string[], shownBy: readonly Held[]): void {
    const known = counts.get(check) ?? { check, clauses, count: 0, kept: 0 };
    counts.set(check, known);
    known.count += 1;
    if (known.kept > 0 && (known.kept >= KEPT_PER_CHECK || !hasRoom())) return;
    if (shownBy.map(keep).every((isKept) => isKept)) known.kept += 1;
  }

  /** The judges themselves have the word. */
  function examine(held: Held): boolean {
    const asked = requests[held.index];
    if (asked === undefined) return false;
    const { sentAt, durationMs } = held;
    const event = exchangeEvent(AS_IT_IS, {
      seq: 0,
      head: asked.head,
      request: asked.request,
      response: responseOf(held),
      failure: undefined,
      sentAt,
      durationMs,
    });
    const view = viewOf(spec, profile, event);
    const objections = new Map<string, readonly string[]>([
      ...objectionsTo({ specs, spec, profile }, event).map(({ check, clauses }) => [check, clauses] as const),
      ...(view === undefined ? [] : (owns[held.index]?.objectionsTo(view) ?? [])).map(({ id, clauses }) => [id, clauses] as const),
    ]);
    for (const [check, clauses] of objections) count(check, clauses, [held]);
    return objections.size > 0;
  }

  return {
    judge: ({ sent, receivedAt, head, body, bytes }) => {
      const index = sent.request;
      const sieve = sieves[index];
      const first = firsts[index];
      if (sieve === undefined || first === undefined) return 'clean';
      const { statusCode: status, headers } = head;
      const text = typeof body === 'string' ? body : body.toString('utf8');
      const own = owns[index];
      let lost: string | undefined;
      const passes = sieve.passes({ status, headers, text }, (view) => {
        if (own === undefined) return true;
        if (!own.holds(view)) return false;
        lost = own.lost(view) ?? own.repeated(view, receivedAt);
        return true;
      });
      // What is more than is read is no violation, and no answer.
      const excess = passes ? undefined : jsonExcess(text);
      if (excess !== undefined) throw new TooLarge(excess);
      judged += 1;
      tallies[index]?.sees(status);
      const held: Held = {
        index,
        status,
        headers,
        text,
        bytes,
        sentAt: sent.sentAt,
        durationMs: receivedAt - sent.sentAt,
        isNoted: false,
      };
      hold(held);
      if (!first.has(status)) {
        first.add(status);
        if (first.size <= MOST_STATUSES && hasRoom()) keep(held);
      }
      if (lost !== undefined && (tallies[index]?.lost(lost) ?? 0) <= KEPT_OTHERWISE && hasRoom()) keep(held);
      let isViolation = !passes && examine(held);
      const { limit, reset, 'retry-at': retryAt } = sieve.numbers;
      const isTold = passes && law !== undefined && status !== 429 && !Number.isNaN(limit);
      let changed: Held | undefined;
      if (isTold) {
        const { decidedByMs, backFromMs } = wordsOf(dateIn(headers), reset, retryAt);
        changed = limits[index]?.sees({ limit, sentMs: sent.sentAt, receivedMs: receivedAt, decidedByMs, backFromMs, answer: held });
      }
      if (changed !== undefined && law !== undefined) {
        isViolation = true;
        count(law.id, law.clauses, [changed, held]);
      }
      if (isViolation) violating += 1;
      return isViolation ? 'violation' : 'clean';
    },
    end: () => {
      for (const held of ring) if (hasRoom()) keep(held);
      return {
        judged,
        answersTo: tallies.map((tally) => tally.total()),
        violating,
        kept,
        violations: [...counts.values()].map((one) => ({ ...one })),
      };
    },
  };
}

/** What the answers to a request of our own are held to beside the documents. */
interface Own {
  readonly holds: (view: AnswerView) => boolean;
  readonly objectionsTo: (view: AnswerView) => readonly Check[];
  /** what a success lacks that stood in each one before */
  readonly lost: (view: AnswerView) => string | undefined;
  /** what it gives out that was given out before */
  readonly repeated: (view: AnswerView, receivedAt: number) => string | undefined;
}

function openOwn(
  input: Omit<JudgeInput, 'evidence'>,
  memory: TokenMemory,
  { head: { operation: id }, samples, own }: LoadRequest,
): Own | undefined {
  if (own === undefined) return undefined;
  const { spec, profile } = input;
  const { recipe, lookup, values } = own;
  const read = answerReader(spec, profile, operationOf(spec, id));
  const views = samples.map(({ status, headers, text }) => read({ status, headers, ...defined({ body: parsedJson(text) }) }));
  const demands = openOwnDemands(input, recipe, { lookup, samples: views });
  const before = openShownBefore(
    views.map(({ body }) => body),
    values,
  );
  const tokens = openIssuedTokens(memory, spec, { operation: id, who: JSON.stringify(values), samples: views });
  const statusOf = statusReader(spec, profile, id);
  return {
    holds: demands.holds,
    objectionsTo: (view) => demands.judge(view).flatMap(({ demand, outcome }) => (outcome.ok ? [] : [demand])),
    lost: (view) => (statusOf(view.status) === 'success' ? before.lost(view.body) : undefined),
    repeated: (view, receivedAt) => (statusOf(view.status) === 'success' ? tokens.repeated(view, receivedAt) : undefined),
  };
}

/** What has become of the answers to one request so far. */
interface Tally {
  readonly sees: (status: number) => void;
  /** answers how many have lost something by now */
  readonly lost: (what: string) => number;
  readonly total: () => AnswersTo;
}

/** Counts the answers to one request. */
function openTally(told: (status: number) => SuccessKind): Tally {
  let [judged, succeeded, failed, otherwise] = [0, 0, 0, 0];
  let first: string | undefined;
  const instead: Record<string, number> = {};
  return {
    sees: (status) => {
      const what = told(status);
      judged += 1;
      if (what === 'success') succeeded += 1;
      else instead[status] = (instead[status] ?? 0) + 1;
      if (what === 'neither') failed += 1;
    },
    lost: (what) => {
      first ??= what;
      otherwise += 1;
      return otherwise;
    },
    total: () => ({ judged, succeeded, failed, otherwise, lost: first, instead }),
  };
}

/** Reads the Date of raw headers, which changes once a second; NaN where there is none. */
function dateReader(layoutOf: ReturnType<typeof layoutReader>): (headers: readonly string[]) => number {
  let [known, ms] = ['', NaN];
  return (headers) => {
    const text = headers[layoutOf(headers).at('date')] ?? '';
    if (text !== known) [known, ms] = [text, Date.parse(text)];
    return ms;
  };
}

const LIMIT_CHECK = 'law/rate-limit.limit-constant';
const MOST_STATUSES = 20;

/** The judges are asked before anything is kept; what is kept is redacted. */
const AS_IT_IS: Redactor = {
  learn: (_kind, value) => value,
  redact: (value) => value,
  redactHeader: (_name, value) => value,
  redactText: (text) => text,
  withhold: (text) => text,
  learnFields: () => undefined,
  known: () => 0,
  secrets: () => [],
};
