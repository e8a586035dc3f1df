import { defined } from '../model/defined.ts';
import type { DocumentSpec, Expectation } from '../model/types.ts';
import { atPointer } from '../model/pointer.ts';
import { expectsLimit } from '../model/expects-limit.ts';
import { isSchema, type JsonSchema } from '../model/schema/json-schema.ts';
import { isReadBack } from '../model/read-back.ts';
import { openWithout } from '../model/only-adds.ts';
import { blameForRefusal } from '../model/refusal-blame.ts';
import { isUnlistedState } from '../model/shown-state.ts';
import { operationOf, type AnswerView } from '../profile/answer.ts';
import { service } from '../profile/profile.ts';
import type { BlockedEvent, ExchangeEvent } from '../trace/events.ts';
import { blocksIn, casesOf, emittedIn, exchangesIn, exchangesWith, intentsIn, viewOf, type CaseEvidence } from './evidence.ts';
import { forbiddenBy, meets, type Context, type Demand } from './expectation.ts';
import { contextOf, contextOfAct } from './step-context.ts';
import type { JudgeInput, Check, Finding, Judge, Judged, Observation } from './finding.ts';
import { originOf } from './origin-judge.ts';
import { describeAnswer, type Outcome } from './outcome.ts';
import { declaredCheck, judgeUndocumented } from './undocumented.ts';
import { nothingReturned, permitsRefusal } from './refusal.ts';
import { placeKey, stepsOf, type JudgedStep } from './steps.ts';
import { hasMovedOn, unlessStaleRead } from './stale-read.ts';
import { unlessUnderWay } from './under-way.ts';
import { readBackOutcome, transitionExpectation } from './transition-rule.ts';
import { before } from '../model/text-end.ts';
import { oncePer } from '../model/once-per.ts';

/** Judges transitions, their read-backs, and probes: each step's answer by the outcomes that the document permits there. */
export const stepJudge: Judge = { topic: 'steps', checks: stepChecks, judge: judgeSteps };

/** What one step is asked: a check, and the expectation behind it. */
interface Question extends Check {
  readonly expectation: Expectation;
}

function stepChecks(spec: DocumentSpec): readonly Check[] {
  const checks = [...stepsOf(spec).values()].flatMap((judged): readonly Check[] => [
    ...questionsOf(judged),
    ...readBackCheck(spec, judged),
    ...declaredCheck(spec, judged),
  ]);
  // Several steps may observe one topic.
  return [...new Map(checks.map(({ id, clauses, ifShown }) => [id, { id, clauses, ...defined({ ifShown }) }])).values()];
}

export const questionsOf = oncePer((judged: JudgedStep): readonly Question[] => {
  const base = judged.row.replace(':', '/');
  const own =
    judged.transition === undefined || judged.machine === undefined ? [] : transitionExpectation(judged.transition, judged.machine);
  const taken = own.map((expectation) => ({ id: base, clauses: expectation.clauses, expectation }));
  const further = judged.expect.map((expectation, index) => ({
    id: `${base}/${judged.at}/${index}`,
    clauses: expectation.clauses,
    expectation,
    ...(comparesShown(expectation) || expectation.ifShown !== undefined ? { ifShown: true as const } : {}),
  }));
  return [...taken, ...further];
});

/** What a check of a step says of success and refusal, as far as a refusal alone can contradict it. */
export interface Promised {
  /** the request is to succeed */
  readonly isSuccess: boolean;
  /** it is to be refused, in a certain way */
  readonly isRefusal: boolean;
  /** its caller's credential comes from the case itself, not from the profile */
  readonly hasOwnRights: boolean;
  /** what is to stand in no answer, whatever its status */
  readonly forbidden: Demand;
  /** statuses that it names as not due */
  readonly excludes: readonly number[];
}

/** What each check of a document's steps promises. */
export const promisesOf = oncePer(
  (spec: DocumentSpec): ReadonlyMap<string, Promised> =>
    new Map(
      [...stepsOf(spec).values()].flatMap((judged) =>
        questionsOf(judged).map((question) => [question.id, promised(spec, judged, question)]),
      ),
    ),
);

/** Checks of steps that look at nothing but whether, and with which status, state or error, a request is served. */
export function outcomeChecks(spec: DocumentSpec): readonly Check[] {
  const looksNoFurther = ({ expectation: { clauses: _clauses, expected: _expected, ifServed: _ifServed, ...asked } }: Question): boolean =>
    Object.keys(asked).every((key) => OUTCOMES.has(key));
  return [...stepsOf(spec).values()].flatMap((judged) => [...questionsOf(judged).filter(looksNoFurther), ...readBackCheck(spec, judged)]);
}

const OUTCOMES: ReadonlySet<string> = new Set(['state', 'error', 'status', 'notState', 'notStatus', 'events']);

function promised(spec: DocumentSpec, judged: JudgedStep, { id, expectation }: Question): Promised {
  // Where states are no field, a transition shows in what stands beside it.
  const isOwn = id === judged.row.replace(':', '/');
  const { clauses: _clauses, expected: _expected, ifServed, status = [], notStatus = [], state, ...content } = expectation;
  const serves = status.some((one) => (typeof one === 'number' ? one < 400 : /^[23]/.test(one))) || (notStatus.includes('4xx') && !isOwn);
  const arrives = state !== undefined && judged.transition !== undefined;
  const isSuccess = !readsBack(spec, judged) && !permitsRefusal(expectation) && Object.keys(content).length === 0 && (serves || arrives);
  const isOpen = ifServed === true || (isOwn && judged.transition?.ifServed === true);
  return {
    isSuccess: isSuccess && !isOpen,
    // Whether a refused request counts against the limit is not said.
    isRefusal: (permitsRefusal(expectation) || notStatus.includes('2xx')) && !isOpen && !expectsLimit(spec, judged.step),
    forbidden: forbiddenBy(expectation),
    hasOwnRights: judged.step.headers?.['Authorization'] !== undefined,
    excludes: notStatus.filter((one) => typeof one === 'number'),
  };
}

/** True where a request only shows what an earlier one of the case has brought about. */
function readsBack(spec: DocumentSpec, judged: JudgedStep): boolean {
  if (isReadBack(judged)) return true;
  if (operationOf(spec, judged.step.call)?.safe !== true) return false;
  return judged.transition !== undefined || /\$\w+\.body\b/.test(JSON.stringify(judged.step.with ?? {}));
}

function readBackCheck(spec: DocumentSpec, judged: JudgedStep): readonly Check[] {
  if (!isReadBack(judged) || judged.expect.length > 0) return [];
  const id = judged.row.replace('transition:', '');
  const row = spec.states.machines.flatMap(({ transitions }) => transitions).find((transition) => transition.id === id);
  return row === undefined ? [] : [{ id: `read-back/${id}`, clauses: row.clauses }];
}

function judgeSteps(input: JudgeInput): Judged {
  const steps = stepsOf(input.spec);
  const judged = casesOf(input.evidence, input.spec.name).map((entry) => judgeCase(input, entry, steps));
  return { findings: judged.flatMap(({ findings }) => findings), observations: judged.flatMap(({ observations = [] }) => observations) };
}

function judgeCase(input: JudgeInput, entry: CaseEvidence, steps: ReadonlyMap<string, JudgedStep>): Judged {
  const findings: Finding[] = [];
  const observations: Observation[] = [];
  const asked = new Set<string>();
  let broken: Outcome | undefined;
  let doubt: Outcome | undefined;
  for (const group of groups(entry)) {
    const exchange = group.at(-1);
    const judged = exchange === undefined ? undefined : steps.get(placeKey(exchange.place));
    if (exchange === undefined || judged === undefined) continue;
    asked.add(placeKey(exchange.place));
    const before = findings.length;
    const view = viewOf(input.spec, input.profile, exchange, machineTaken(entry, group));
    const seqs = group.map(({ seq }) => seq);
    if (view === undefined) continue;
    if (view.status === 429 && !expectsLimit(input.spec, judged.step) && !isOwnRefusal(input.spec, group)) broken ??= limited(input);
    broken ??= withoutCredential(input, judged, exchange, view);
    const astray: Outcome | undefined = broken;
    for (const question of questionsOf(judged).filter(
      ({ expectation }) => !isUnseen(expectation, view, contextOf(input, entry, exchange)),
    )) {
      const unfinished = onTheWay(input.spec, judged, question.expectation, view);
      broken ??= unfinished;
      const answer =
        unfinished ??
        refusedContent(input.spec, judged, question.expectation, view) ??
        unlessTimed(input, entry, judged, exchange, meets(question.expectation, view, contextOf(input, entry, exchange)));
      const isMet = 'ok' in answer && answer.ok;
      if (isMet) doubt = undefined;
      const finding = toFinding(question, seqs, entry, broken ?? doubt ?? answer);
      findings.push(finding);
      if (finding.verdict === 'fail' && decidesOutcome(question.expectation))
        broken = astrayAfter(`an earlier step of the case failed: ${finding.check}`);
    }
    if (view.status >= 400 && judged.step.prepares === true) doubt = unprepared(input.spec, exchange, view);
    else if (view.status >= 400 && onlyPrepares(judged)) broken ??= unprepared(input.spec, exchange, view);
    const state = readBack(input, entry, judged, exchange, view, seqs);
    findings.push(...state);
    // From a state that is not the one that was answered nothing further can be judged.
    const contradicted = state.find(({ verdict }) => verdict === 'fail');
    if (contradicted !== undefined) broken ??= astrayAfter(`the target is in another state than it said: ${contradicted.check}`);
    const unspecified = judgeUndocumented(input, entry, judged, exchange, view, (expectation, answer) =>
      meets(expectation, answer, contextOf(input, entry, exchange)),
    );
    if (unspecified?.observation !== undefined) observations.push(unspecified.observation);
    if (unspecified?.promise !== undefined)
      findings.push(
        toFinding(
          unspecified.promise.check,
          seqs,
          entry,
          astray ?? unlessTimed(input, entry, judged, exchange, unspecified.promise.outcome),
          'declared',
        ),
      );
    if (findings.slice(before).some(({ verdict }) => verdict === 'fail') && hasMovedOn(input, entry, judged, exchange)) {
      findings.splice(before);
      break;
    }
  }
  findings.push(...eventsOfActs(input, entry, steps));
  findings.push(...blocksIn(entry).flatMap((block) => unanswered(input.spec, block, entry, steps, asked)));
  return { findings, observations };
}

/** True where there is nothing to compare: what is to differ lies in an object that a success does not embed, or nothing that is to stay is shown. */
function isUnseen(expectation: Expectation, view: AnswerView, { lookup }: Context): boolean {
  const { differs = {}, sameIfPresent = {}, keeps = {}, ifShown } = expectation;
  if (ifShown !== undefined && view.status < 300 && atPointer(view, ifShown) === undefined) return true;
  const holders = Object.keys(differs).map((pointer) => pointer.slice(0, pointer.lastIndexOf('/')));
  if (view.status < 300 && holders.some((holder) => holder.startsWith('/body/') && atPointer(view, holder) === undefined)) return true;
  if (!comparesShown(expectation)) return false;
  const shown = Object.keys(sameIfPresent).some((pointer) => atPointer(view, pointer) !== undefined);
  const wasShown = Object.values(keeps).some((reference) => lookup(reference.replace(/^\$/, '').split('.')) !== undefined);
  return !shown && (!wasShown || view.status >= 400);
}

/** True of an expectation that only compares what happens to be shown. */
function comparesShown({ clauses: _clauses, expected: _expected, ...asked }: Expectation): boolean {
  const keys = Object.keys(asked);
  return keys.length > 0 && keys.every((key) => key === 'sameIfPresent' || key === 'keeps');
}

/** What a step's answer comes to, unless it was asked for too late for what passes by itself, or too early for what was only accepted. */
function unlessTimed(input: JudgeInput, entry: CaseEvidence, judged: JudgedStep, exchange: ExchangeEvent, outcome: Outcome): Outcome {
  return unlessUnderWay(input.spec, entry, exchange, unlessStaleRead(input, entry, judged, exchange, outcome));
}

/** A limit that by its own words leaves something each time, also after a wait, is not what refuses the request. */
function isOwnRefusal({ limits: { rateLimitHeaders: rows = [] } }: DocumentSpec, group: readonly ExchangeEvent[]): boolean {
  const remaining = rows.find(({ role }) => role === 'remaining')?.name.toLowerCase() ?? '';
  const refused = group.filter(({ response }) => response?.status === 429);
  return refused.length > 1 && refused.every(({ response }) => Number(response?.headers[remaining]) > 0);
}

/** Who answers nobody otherwise has no limit that a smaller pace would keep to. */
function limited({ evidence, spec }: JudgeInput): Outcome {
  const driven = exchangesWith(evidence, spec.name).filter(({ purpose, response }) => purpose !== 'preflight' && response !== undefined);
  return driven.every(({ response }) => response?.status === 429)
    ? { unreadable: `the rate limit refused each of ${driven.length} requests (429), the first one too`, blame: 'target' }
    : { unreadable: 'the rate limit refused a request of the case (429), beyond what could be waited out', blame: 'config' };
}

/** A state that the document does not list, where it does not say either how many requests its condition takes: one on the way. */
function onTheWay(
  spec: DocumentSpec,
  { step, transition }: JudgedStep,
  { state }: Expectation,
  view: AnswerView,
): Extract<Outcome, { readonly unreadable: string }> | undefined {
  const operation = operationOf(spec, step.call);
  if (state === undefined || transition?.ifServed !== true || operation?.open?.includes('response') !== true) return undefined;
  if (!isUnlistedState(spec, operation, view.state)) return undefined;
  return {
    unreadable: `${step.call} led to ${view.state}, which the document does not list: bind a request that goes all the way`,
    blame: 'config',
  };
}

/** What is asked of the content alone, and was refused. */
function refusedContent(
  spec: DocumentSpec,
  { step, expect, transition }: JudgedStep,
  expectation: Expectation,
  view: AnswerView,
): Outcome | undefined {
  if (view.status < 400 || !asksForContent(expectation) || transition !== undefined || expect.some(permitsRefusal)) return undefined;
  return nothingReturned('the request', view, operationOf(spec, step.call));
}

/** True where nothing but the content of a success is expected: no state, status or error, and no relation to other responses' outcomes. */
function asksForContent(expectation: Expectation): boolean {
  const { present, link, same, differs, contains, view, among, inState } = expectation;
  if (decidesOutcome(expectation) || among !== undefined || inState !== undefined) return false;
  if (decidesByView(view ?? {})) return false;
  return [present, link, same, differs, contains, view].some((asked) => asked !== undefined);
}

/** True of a schema of the response view that looks at more than its body, such as its status. */
function decidesByView({ properties, required, type: _type, ...others }: JsonSchema): boolean {
  const names = [...(isSchema(properties) ? Object.keys(properties) : []), ...(Array.isArray(required) ? required : [])];
  return names.some((name) => name !== 'body') || Object.keys(others).length > 0;
}

/** True where nothing is asked of a step: it is there for the later ones. */
function onlyPrepares(judged: JudgedStep): boolean {
  const { step, expect, transition, open, raced } = judged;
  const isQuestion = expect.length > 0 || transition !== undefined || open === true || step.observe !== undefined;
  return !isQuestion && raced !== true && !isReadBack(judged);
}

/** Statuses of what is refused for what is there already, or for how it would be. */
const OF_THE_STATE = [400, 409, 412, 422, 423];

/** What a refused request was to prepare is not there. */
function unprepared(spec: DocumentSpec, { operation }: ExchangeEvent, view: AnswerView): Outcome {
  return {
    unreadable: `the preparing ${operation ?? 'request'} was refused: ${describeAnswer(view)}`,
    blame: blameForRefusal(view.status, operationOf(spec, operation)),
    ...(OF_THE_STATE.includes(view.status) ? { unprepared: true as const } : {}),
  };
}

/** A link that leads to another origin is followed without a credential: what is refused there for the lack of one contradicts nothing. */
function withoutCredential(
  { spec, profile }: JudgeInput,
  { step }: JudgedStep,
  { request }: ExchangeEvent,
  { status }: AnswerView,
): Outcome | undefined {
  if ((status !== 401 && status !== 403) || (step.follow ?? step.walk) === undefined) return undefined;
  const [own, asked] = [originOf(service(profile, spec.name)?.baseUrl ?? ''), originOf(request.url)];
  if (own === undefined || asked === undefined || own === asked) return undefined;
  return { unreadable: `a link led to ${asked}, where requests go without a credential, and status ${status} came back`, blame: 'config' };
}

/** What follows in a case that the target has led astray is not judged. */
function astrayAfter(reason: string): Outcome {
  return { unreadable: reason, blame: 'target' };
}

/** What an act made the target emit: there is no answer to look at, only the events. */
function eventsOfActs(input: JudgeInput, entry: CaseEvidence, steps: ReadonlyMap<string, JudgedStep>): readonly Finding[] {
  const answered = new Set(exchangesIn(entry).map(({ place }) => placeKey(place)));
  return emittedIn(entry).flatMap((emitted) => {
    const { place } = emitted;
    const judged = steps.get(placeKey(place));
    if (judged === undefined || answered.has(placeKey(place))) return [];
    const context = contextOfAct(input, entry, emitted);
    return questionsOf(judged).map((question) => toFinding(question, [], entry, meets(question.expectation, NO_ANSWER, context)));
  });
}

const NO_ANSWER: AnswerView = { status: 0, headers: {} };

/** Exchanges of one step: repeats, and those sent again after a 429; an intent begins a new one. */
function groups(entry: CaseEvidence): readonly (readonly ExchangeEvent[])[] {
  const begins = new Set(intentsIn(entry).map(({ exchange }) => exchange));
  const found: ExchangeEvent[][] = [];
  for (const exchange of exchangesIn(entry)) {
    const latest = found.findLast(([first]) => first !== undefined && placeKey(first.place) === placeKey(exchange.place));
    // Between a 429 and what is sent again, others that were under way may be answered.
    const goesOn = latest !== undefined && (latest === found.at(-1) || latest.at(-1)?.response?.status === 429);
    if (goesOn && !begins.has(exchange.seq)) latest.push(exchange);
    else found.push([exchange]);
  }
  return found;
}

function machineTaken(entry: CaseEvidence, group: readonly ExchangeEvent[]): string | undefined {
  const row = group[0]?.place.row.replace('transition:', '');
  return intentsIn(entry).find(({ transition }) => transition === row || transition.startsWith(`${row}@`))?.machine;
}

export function toFinding(
  check: Check,
  exchanges: readonly number[],
  entry: CaseEvidence,
  outcome: Outcome,
  basis: Finding['basis'] = 'documented',
): Finding {
  const base = { check: check.id, clauses: check.clauses, exchanges, case: entry.case.case, basis };
  if ('unreadable' in outcome) {
    const { unreadable: reason, blame, unprepared } = outcome;
    return { ...base, verdict: 'inconclusive', reason, blame, ...defined({ unprepared }) };
  }
  return outcome.ok
    ? { ...base, verdict: 'pass' }
    : { ...base, verdict: 'fail', expected: outcome.expected, received: outcome.received, blame: 'target' };
}

function decidesOutcome({ state, error, status, notState, notStatus, events }: Expectation): boolean {
  return [state, error, status, notState, notStatus, events].some((key) => key !== undefined);
}

/** After a transition that was taken, the target must say the same state again. */
function readBack(
  input: JudgeInput,
  entry: CaseEvidence,
  judged: JudgedStep,
  exchange: ExchangeEvent,
  view: AnswerView,
  seqs: readonly number[],
): readonly Finding[] {
  const [check] = readBackCheck(input.spec, judged);
  if (check === undefined) return [];
  const intent = intentsIn(entry).findLast(({ exchange }) => exchange < (seqs[0] ?? 0));
  const outcome = intent === undefined ? undefined : readBackOutcome(input, intent, view);
  return outcome === undefined ? [] : [toFinding(check, seqs, entry, unlessTimed(input, entry, judged, exchange, outcome), 'documented')];
}

/** Every question of the rows that a block left unasked. */
function unanswered(
  spec: DocumentSpec,
  block: BlockedEvent,
  entry: CaseEvidence,
  steps: ReadonlyMap<string, JudgedStep>,
  asked: ReadonlySet<string>,
): readonly Finding[] {
  // Neither states prepared by hand nor a small budget nor a real clock need to suffice for what only adds: other rows show the same.
  const isExcused = block.blame === 'provider-state' || block.blame === 'config';
  const staysOpen = ({ clauses }: Pick<Check, 'clauses'>): boolean => !isExcused || openWithout(spec, block.place.row, clauses).length > 0;
  const rows = new Set((entry.case.rows ?? [block.place.row]).map((row) => before(row, '@')));
  const blockedKey = placeKey(block.place);
  const questions = [...steps]
    .filter(([key, judged]) => rows.has(judged.row) && (!asked.has(key) || key === blockedKey))
    .flatMap(([, judged]) => questionsOf(judged));
  // What a law would have judged on this probe stays open too.
  const served = spec.probes.probes
    .filter(({ id, serves = [] }) => rows.has(`probe:${id}`) && serves.length > 0)
    .map(({ id, serves = [] }) => ({ id: `probe/${id}`, clauses: serves }));
  return [...questions, ...served].filter(staysOpen).map(({ id, clauses }) => ({
    check: id,
    clauses,
    verdict: 'inconclusive',
    basis: 'documented',
    exchanges: [],
    case: entry.case.case,
    reason: block.because,
    blame: block.blame,
  }));
}
