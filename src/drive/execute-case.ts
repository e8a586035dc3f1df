import type { Blame, DocumentSpec, Given, Specs, Step } from '../spec/types.ts';
import type { Case, PlannedStep } from '../plan/case.ts';
import { UnresolvedReference, resolveReferences } from '../plan/scope.ts';
import { UnboundOperation } from '../plan/request.ts';
import type { Profile } from '../profile/profile.ts';
import { machineShownBy, operationOf, viewAnswer } from '../profile/answer.ts';
import { ControlPlaneError } from '../target/control-client.ts';
import type { Providers, Provision } from '../target/providers.ts';
import type { Redactor } from '../target/redactor.ts';
import type { Tool } from '../target/user-agent.ts';
import { expectsLimit } from '../spec/expects-limit.ts';
import { linkTarget } from '../spec/link-header.ts';
import type { TransportFailure } from '../trace/events.ts';
import type { TraceWriter } from '../trace/writer.ts';
import { createCaseScope } from './case-scope.ts';
import type { CaseScope, ProvidedState } from './case-scope.ts';
import type { Exchanged, Exchanger } from '../target/exchanger.ts';
import { issuedCredential } from './credentials.ts';
import { durationUntil } from './moment.ts';
import { BrokenLink, ForeignOrigin, MissingLink, keyPairFor, planStep } from './plan-step.ts';
import { learnSecrets } from './secrets.ts';
import { waitOut } from './patience.ts';
import type { Patience } from './patience.ts';

/** Everything that a case needs to be driven. */
export interface Drive {
  readonly specs: Specs;
  readonly profile: Profile;
  readonly providers: Providers;
  readonly exchanger: Exchanger;
  readonly redactor: Redactor;
  readonly trace: TraceWriter;
  readonly seed: number;
  /** names the run in the User-Agent of every request */
  readonly runId: string;
  /** name and version of this suite, for the same */
  readonly tool: Tool;
  readonly signal: AbortSignal;
}

/** What ended a case before its last step. */
interface Block {
  readonly because: string;
  readonly blame: Blame;
  /** nothing further can be sent, so that an optional step ends the case as well */
  readonly final?: boolean;
}

/** How a case went, for progress; verdicts come from the trace alone. */
export interface Driven {
  readonly sent: number;
  readonly blocked: Block | undefined;
}

/** Drives one case from fresh provider states, appending everything that happens to the trace. */
export async function executeCase(drive: Drive, planned: Case): Promise<Driven> {
  const spec = drive.specs.documents[planned.document];
  const scope = createCaseScope(drive.seed, planned.id, { credentials: drive.profile.credentials[planned.document] ?? {} }, (name, value) =>
    learnSecrets(drive.redactor, spec, name, value),
  );
  const { id, document, kind, title } = planned;
  drive.trace.append({ type: 'case', case: id, document, kind, title, rows: rowsOf(planned) });
  const before = drive.exchanger.nextSeq();
  const blocked = await runSteps(drive, spec, planned, scope);
  for (const provided of scope.provided().toReversed()) await remove(drive, planned, provided);
  return { sent: drive.exchanger.nextSeq() - before, blocked };
}

/** Takes a provider state down again; what stays behind is on record. */
async function remove(drive: Drive, planned: Case, { state, data }: ProvidedState): Promise<void> {
  const block = await blocking(async () => {
    const removal = await drive.providers.remove(state, data);
    return 'refused' in removal ? { because: removal.refused, blame: 'provider-state' } : undefined;
  });
  if (block !== undefined)
    drive.trace.append({ type: 'leftover', case: planned.id, state, detail: drive.redactor.redactText(block.because) });
}

function rowsOf({ steps }: Case): string[] {
  return [...new Set(steps.map(({ place }) => place.row))];
}

async function runSteps(drive: Drive, spec: DocumentSpec, planned: Case, scope: CaseScope): Promise<Block | undefined> {
  const first = planned.steps[0];
  if (first === undefined) return undefined;
  for (const given of planned.given) {
    const block = await blocking(() => provide(drive, spec, planned, scope, given));
    if (block !== undefined) return record(drive, planned, first, block);
  }
  for (const step of planned.steps) {
    if (drive.signal.aborted) return record(drive, planned, step, { because: 'the run was interrupted', blame: 'harness' });
    const block = await runStep(drive, spec, planned, scope, step);
    if (block === undefined) continue;
    const told = record(drive, planned, step, block);
    if (step.optional !== true || block.final === true) return told;
  }
  return undefined;
}

function record(drive: Drive, planned: Case, { place }: PlannedStep, block: Block): Block {
  drive.trace.append({ type: 'blocked', case: planned.id, place, because: drive.redactor.redactText(block.because), blame: block.blame });
  return { because: block.because, blame: block.blame };
}

async function runStep(drive: Drive, spec: DocumentSpec, planned: Case, scope: CaseScope, at: PlannedStep): Promise<Block | undefined> {
  const { step } = at;
  if (step.when !== undefined && !applies(step.when, scope)) return undefined;
  return blocking(async () => {
    if (step.provide !== undefined) return provide(drive, spec, planned, scope, step.provide);
    if (watchesEvents(step)) await drive.providers.emitted?.();
    if (step.act !== undefined) return (await act(drive, spec, planned, scope, step, step.act)) ?? (await recordEvents(drive, planned, at));
    if (step.advance !== undefined) return (await advance(drive, planned, scope, step.advance)) ?? (await recordEvents(drive, planned, at));
    if (step.until !== undefined) return (await turnTo(drive, planned, scope, step.until)) ?? (await recordEvents(drive, planned, at));
    return send(drive, spec, planned, scope, at);
  });
}

async function blocking(attempt: () => Promise<Block | undefined>): Promise<Block | undefined> {
  try {
    return await attempt();
  } catch (error) {
    const block = blockOf(error);
    if (block === undefined) throw error;
    return block;
  }
}

/** A step may depend on how an earlier answer, which the document leaves open, came out. */
function applies(when: NonNullable<Step['when']>, scope: CaseScope): boolean {
  return Object.entries(when).every(([reference, values]) =>
    values.some((value) => value === scope.lookup(reference.replace(/^\$/, '').split('.'))),
  );
}

/** Errors that say why a step cannot be sent; anything else is a fault of the harness. */
function blockOf(error: unknown): Block | undefined {
  if (error instanceof UnresolvedReference)
    return { because: `${error.message}: an earlier answer or provider state lacks it`, blame: 'target' };
  if (error instanceof ControlPlaneError) return { because: error.message, blame: 'provider-state' };
  if (error instanceof ForeignOrigin) return { because: error.message, blame: 'config' };
  if (error instanceof MissingLink || error instanceof BrokenLink) return { because: error.message, blame: 'target' };
  if (error instanceof UnboundOperation) return { because: error.message, blame: 'config' };
  return undefined;
}

async function provide(drive: Drive, spec: DocumentSpec, planned: Case, scope: CaseScope, given: Given): Promise<Block | undefined> {
  const params = asRecord(resolveReferences(given.params ?? {}, scope.lookup));
  const alias = given.as ?? 'user';
  const provision = await drive.providers.provide(given.state, params);
  const data = learned(drive, spec, provision);
  drive.trace.append({
    type: 'state',
    case: planned.id,
    state: given.state,
    alias,
    params: drive.redactor.redact(params),
    provided: data !== undefined,
    ...outcome(drive, provision),
  });
  if (data === undefined)
    return { because: `the provider state '${given.state}' is missing: ${refusal(provision)}`, blame: 'provider-state' };
  scope.provide(alias, given.state, data);
  return undefined;
}

async function act(
  drive: Drive,
  spec: DocumentSpec,
  planned: Case,
  scope: CaseScope,
  step: Step,
  name: string,
): Promise<Block | undefined> {
  const params = asRecord(resolveReferences(step.with ?? {}, scope.lookup));
  const provision = await drive.providers.act(name, params);
  const data = learned(drive, spec, provision);
  drive.trace.append({
    type: 'act',
    case: planned.id,
    ...(step.id === undefined ? {} : { step: step.id }),
    act: name,
    params: drive.redactor.redact(params),
    done: data !== undefined,
    ...outcome(drive, provision),
  });
  if (data === undefined) return { because: `the act '${name}' was not done: ${refusal(provision)}`, blame: 'provider-state' };
  if (step.id !== undefined) scope.name(step.id, data);
  return undefined;
}

const STANDING_CLOCK: Block = { because: "the target's clock cannot be turned (profile key clock)", blame: 'config' };

/** Turns the target's clock to a moment that it named itself; one that has passed cannot be gone back to. */
async function turnTo(
  drive: Drive,
  planned: Case,
  scope: CaseScope,
  { moment, seconds = 0 }: NonNullable<Step['until']>,
): Promise<Block | undefined> {
  const present = await drive.providers.advance?.('PT0S');
  if (present === undefined) return STANDING_CLOCK;
  const named = resolveReferences(moment, scope.lookup);
  const length = durationUntil(named, seconds, present.now);
  if (length === undefined) return { because: `${String(named)} is no moment to come: it is ${present.now}`, blame: 'target' };
  await turnClock(drive, planned, scope, length);
  return undefined;
}

async function advance(drive: Drive, planned: Case, scope: CaseScope, duration: string): Promise<Block | undefined> {
  if (drive.providers.advance === undefined) return STANDING_CLOCK;
  const length = String(resolveReferences(duration, scope.lookup));
  await turnClock(drive, planned, scope, length);
  return undefined;
}

/** Turns the target's clock, on record; credentials may have expired by then. Answers false where it cannot be turned. */
async function turnClock(drive: Drive, planned: Case, scope: CaseScope, length: string): Promise<boolean> {
  const turned = await drive.providers.advance?.(length);
  if (turned === undefined) return false;
  scope.credentials.clear();
  drive.trace.append({ type: 'clock', case: planned.id, advance: length, now: turned.now });
  return true;
}

async function send(drive: Drive, spec: DocumentSpec, planned: Case, scope: CaseScope, at: PlannedStep): Promise<Block | undefined> {
  const { step } = at;
  const locked = await obtainCredential(drive, spec, planned, scope, at);
  if (locked !== undefined) return locked;
  if (at.takes !== undefined) {
    const { id, machine, from } = at.takes;
    drive.trace.append({
      type: 'intent',
      case: planned.id,
      machine: machine.id,
      transition: id,
      from,
      exchange: drive.exchanger.nextSeq(),
    });
  }
  let exchanged: Exchanged | undefined;
  let operation: string | undefined;
  const walked = new Set<string>();
  for (let time = 0; time < mostRequests(step); time++) {
    if (drive.signal.aborted) return { because: 'the run was interrupted', blame: 'harness' };
    if (step.walk !== undefined && !leadsOn(scope, step, step.walk, walked)) break;
    const { head, request } = planStep(drive, spec, scope, at, planned.id);
    operation = head.operation;
    exchanged = await waitOut(patience(drive, spec, planned, scope, step), () => drive.exchanger.exchange(head, request));
    if (exchanged.failure !== undefined) break;
    if (step.walk !== undefined && exchanged.response !== undefined) remember(drive, spec, scope, at, operation, exchanged.response);
  }
  if (exchanged === undefined && step.walk !== undefined) return undefined;
  await recordEvents(drive, planned, at);
  if (exchanged?.response === undefined) return failed(exchanged);
  const { response } = exchanged;
  learnSecrets(drive.redactor, spec, '', response.body);
  if (at.purpose !== 'read-back') remember(drive, spec, scope, at, operation, response);
  return at.takes === undefined ? undefined : missed(drive, spec, at, response);
}

function patience(drive: Drive, spec: DocumentSpec, planned: Case, scope: CaseScope, step: Step): Patience {
  const everybody = Object.values(drive.specs.documents).flatMap(({ limits }) => limits.rateLimitHeaders ?? []);
  return {
    expectsLimit: expectsLimit(spec, step),
    headers: spec.limits.rateLimitHeaders ?? everybody,
    turnClock: (length) => turnClock(drive, planned, scope, length),
    signal: drive.signal,
  };
}

/** More pages than any list of a test has: an endless chain of links must end somewhere. */
const LONGEST_WALK = 10_000;

function mostRequests({ times, walk }: Step): number {
  return times ?? (walk === undefined ? 1 : LONGEST_WALK);
}

/** A walk goes on for as long as a successful answer carries the relation; round in a circle only as often as the step says. */
function leadsOn(scope: CaseScope, { times }: Step, relation: string, walked: Set<string>): boolean {
  const last = scope.last();
  const target = last === undefined || last.status >= 400 ? undefined : linkTarget(last.headers['link'], relation);
  if (target === undefined || (walked.has(target) && times === undefined)) return false;
  walked.add(target);
  return true;
}

function remember(
  drive: Drive,
  spec: DocumentSpec,
  scope: CaseScope,
  { step }: PlannedStep,
  operation: string | undefined,
  response: NonNullable<Exchanged['response']>,
): void {
  const { body } = viewAnswer(spec, drive.profile, operationOf(spec, operation), response);
  scope.remember(step.id, { status: response.status, headers: response.headers, body, operation, raw: response.body });
}

/** Exchanges the caller's key for its credential, once for each key and case. */
async function obtainCredential(
  drive: Drive,
  spec: DocumentSpec,
  planned: Case,
  scope: CaseScope,
  at: PlannedStep,
): Promise<Block | undefined> {
  const pair = keyPairFor(drive, spec, scope, at.step);
  if (pair === undefined || scope.credentials.has(pair.identity)) return undefined;
  const step: Step = { call: pair.operation.id, with: { ...pair.args } };
  const { head, request } = planStep(
    drive,
    spec,
    scope,
    { step, place: { row: at.place.row, at: 'credential' }, purpose: at.purpose },
    planned.id,
  );
  const exchanged = await waitOut(patience(drive, spec, planned, scope, step), () => drive.exchanger.exchange(head, request));
  if (exchanged.response === undefined) return failed(exchanged);
  learnSecrets(drive.redactor, spec, '', exchanged.response.body);
  const { body, status } = exchanged.response;
  const credential = issuedCredential(
    spec,
    pair.operation,
    viewAnswer(spec, drive.profile, pair.operation, exchanged.response).body ?? body,
  );
  if (credential === undefined) return { because: `${pair.operation.id} issued no credential: status ${status}`, blame: 'config' };
  scope.credentials.set(pair.identity, credential);
  return undefined;
}

/** What will not be another way with the next request; a connection may break because of the one that was sent. */
const OUT_OF_REACH: readonly TransportFailure['kind'][] = ['refused', 'unreachable', 'tls', 'timeout', 'interrupted'];

function failed(exchanged: Exchanged | undefined): Block {
  const kind = exchanged?.failure?.kind;
  return {
    because: `no answer: ${exchanged?.failure?.detail ?? 'nothing was sent'}`,
    blame: 'network',
    final: kind !== undefined && OUT_OF_REACH.includes(kind),
  };
}

/** What a profile calls the state of something that is no longer found. */
const GONE = 'gone';

/** A case goes on only from the state that the next trigger needs. */
function missed(drive: Drive, spec: DocumentSpec, at: PlannedStep, response: NonNullable<Exchanged['response']>): Block | undefined {
  const { takes } = at;
  if (takes?.continues === undefined || takes.machine.statePointer === undefined) return undefined;
  if (takes.continues === GONE && response.status === 404) return undefined;
  const shown = operationOf(spec, at.step.call);
  const machine = machineShownBy(spec, shown) === undefined ? undefined : takes.machine;
  const { state } = viewAnswer(spec, drive.profile, shown, response, machine ?? takes.machine);
  if (state === undefined || state === takes.continues)
    return response.status < 400 ? undefined : blockedBy(takes.id, `status ${response.status}`);
  return blockedBy(takes.id, state);
}

function blockedBy(transition: string, found: string): Block {
  return { because: `the transition ${transition} before it was not taken: the answer was ${found}`, blame: 'target' };
}

function watchesEvents({ expect = [] }: Step): boolean {
  return expect.some(({ events }) => events !== undefined);
}

/** What the target emitted during a step that watches for it. */
async function recordEvents(drive: Drive, planned: Case, { place, step }: PlannedStep): Promise<undefined> {
  if (!watchesEvents(step)) return;
  const events = await drive.providers.emitted?.();
  if (events === undefined) return;
  drive.trace.append({ type: 'emitted', case: planned.id, place, events: events.map((event) => drive.redactor.redact(event)) });
}

function learned(drive: Drive, spec: DocumentSpec, provision: Provision): Readonly<Record<string, unknown>> | undefined {
  if ('refused' in provision) return undefined;
  learnSecrets(drive.redactor, spec, '', provision.data);
  return provision.data;
}

function outcome(drive: Drive, provision: Provision): { data: Record<string, unknown> } | { detail: string } {
  return 'refused' in provision
    ? { detail: drive.redactor.redactText(provision.refused) }
    : { data: { ...drive.redactor.redact(provision.data) } };
}

function refusal(provision: Provision): string {
  return 'refused' in provision ? provision.refused : '';
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
