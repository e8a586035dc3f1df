import { defined } from '../model/defined.ts';
import { stateNamed } from '../model/catalogue.ts';
import { documentOf } from '../model/document-of.ts';
import { expectsLimit } from '../model/expects-limit.ts';
import { linkTarget } from '../model/links.ts';
import { PageWalk } from '../model/page-walk.ts';
import { valueAt } from '../model/pointer.ts';
import { isReadBack } from '../model/read-back.ts';
import { machineShownBy } from '../model/shown-state.ts';
import type { ControlEvent, DocumentSpec, Given, Step } from '../model/types.ts';
import { stepBlocker } from '../plan/blocker.ts';
import type { Case, PlannedStep } from '../plan/case.ts';
import { demandOf, sharedDatum } from '../plan/provision.ts';
import { resolveReferences, UnresolvedReference } from '../plan/scope.ts';
import { sendsRequest } from '../plan/steps.ts';
import type { PlannedWalk } from '../plan/walk.ts';
import { NO_RESPONSE } from '../plan/why.ts';
import { operationOf, viewAnswer, viewBody, type Answer } from '../profile/answer.ts';
import { blameFor, blockOf, budgetBlock, INTERRUPTED, missingBlock, noAnswer, sharedBlock, type Block, type Referred } from './blocked.ts';
import { keyPairFor, issuedCredential } from './caller.ts';
import type { ExchangeHead } from './capture.ts';
import { createCaseScope, type CaseScope, type CreatedResource, type Remembered } from './case-scope.ts';
import type { Drive } from './drive.ts';
import type { Exchanged } from './exchanger.ts';
import { durationUntil } from './moment.ts';
import type { WantedEvents } from './patient-events.ts';
import { planStep, type ReadyStep } from './plan-step.ts';
import { targetTime, type Done, type Standing } from './providers.ts';
import { waitOut } from './rate-limit-wait.ts';
import type { HttpRequest } from './transport.ts';

type Response = NonNullable<Exchanged['response']>;

/** How a case went, for progress; verdicts come from the trace alone. */
export interface Driven {
  readonly sent: number;
  readonly blocked: Block | undefined;
}

/** Drives one case from fresh provider states, appending everything that happens to the trace. */
export async function executeCase(drive: Drive, planned: Case): Promise<Driven> {
  const before = drive.exchanger.nextSeq();
  const runner = await CaseRunner.begin(drive, planned);
  while (await runner.next());
  return { blocked: await runner.end(), sent: drive.exchanger.nextSeq() - before };
}

/** Drives the cases of a walk from fresh provider states, each turn's steps at once; the first block of any is told. */
export async function executeWalk(drive: Drive, { cases, turns }: PlannedWalk): Promise<Driven> {
  const before = drive.exchanger.nextSeq();
  const runners: CaseRunner[] = [];
  for (const planned of cases) runners.push(await CaseRunner.begin(drive, planned));
  for (const turn of turns) await Promise.all(turn.flatMap((index) => runners[index]?.next() ?? []));
  for (const runner of runners) while (await runner.next());
  const blocks = [];
  for (const runner of runners.toReversed()) blocks.push(await runner.end());
  return { blocked: blocks.findLast((block) => block !== undefined), sent: drive.exchanger.nextSeq() - before };
}

/** What the steps of a case may refer to, with the profile's credentials and the size that was planned. */
export function caseScope(drive: Drive, planned: Pick<Case, 'id' | 'data' | 'document' | 'size'>): CaseScope {
  const surroundings = { credentials: drive.profile.credentials[planned.document] ?? {}, size: planned.size };
  const { policies = [] } = drive.specs.documents[planned.document]?.families ?? {};
  const rules = Object.fromEntries(policies.map((row) => [row.id, row.rules]));
  return createCaseScope(drive.seed, planned, surroundings, (name, value) => drive.redactor.learnFields(value, name), rules);
}

/**
 * A case under way. Whoever holds it decides when its next step comes: `begin`, `next` until it answers false, `end`. What prepares a case
 * elsewhere, such as a preflight, takes single parts of it: `provide`, `obtainCredential`, `request`, `send`, `remove`.
 */
export class CaseRunner {
  readonly drive: Drive;
  readonly spec: DocumentSpec;
  readonly planned: Case;
  readonly scope: CaseScope;
  #turns: readonly (readonly PlannedStep[])[] = [];
  #at = 0;
  #blocked: Block | undefined;
  /** false for one of several steps at once: what they make the target emit is seen by whoever takes all of them */
  #watches = true;
  #openings: ReadonlySet<PlannedStep> = new Set();

  constructor(drive: Drive, planned: Case, scope: CaseScope = caseScope(drive, planned)) {
    this.drive = drive;
    this.spec = documentOf(drive.specs, planned.document);
    this.planned = planned;
    this.scope = scope;
  }

  /** Puts a case on record and sets up its provider states. */
  static async begin(drive: Drive, planned: Case): Promise<CaseRunner> {
    const { id, document, kind, title, steps, walk, again, served } = planned;
    const runner = new CaseRunner(drive, planned);
    drive.trace.append({
      type: 'case',
      case: id,
      document,
      kind,
      title,
      rows: [...new Set(steps.map(({ place }) => place.row))],
      ...defined({ walk, again, served }),
    });
    runner.#turns = turnsOf(steps);
    runner.#openings = openingsIn(steps);
    runner.#blocked = await runner.#prepare();
    return runner;
  }

  /** Takes the next step; false where none is left, or where what has happened keeps the rest from being sent. */
  async next(): Promise<boolean> {
    const turn = this.#turns[this.#at];
    if (turn === undefined || this.#blocked !== undefined) return false;
    this.#at += 1;
    for (const { planned, block } of await this.#takeTurn(turn)) {
      if (block === undefined) continue;
      const told = this.#record(planned, block);
      if (planned.optional !== true || block.final === true) this.#blocked ??= told;
    }
    return this.#blocked === undefined && this.#at < this.#turns.length;
  }

  /** Cleans up, and answers what ended the case before its last step. */
  async end(): Promise<Block | undefined> {
    await this.#cleanUp();
    return this.#blocked;
  }

  // -- steps

  /** The provider states that the case begins with; a case without steps needs none. */
  async #prepare(): Promise<Block | undefined> {
    const { given, steps } = this.planned;
    const [first] = steps;
    if (first === undefined) return undefined;
    // Nothing is set up for a case that can't be sent.
    const spent = this.#outOfBudget();
    if (spent !== undefined) return this.#record(first, spent);
    for (const one of given) {
      const block = await this.blocking(() => this.provide(one));
      if (block !== undefined) return this.#record(first, block);
    }
    return undefined;
  }

  async #takeTurn(turn: readonly PlannedStep[]): Promise<readonly { readonly planned: PlannedStep; readonly block: Block | undefined }[]> {
    // Credentials first, so that nothing stands between the requests that are meant to be under way at once.
    for (const planned of turn.length > 1 ? turn.filter(({ step }) => sendsRequest(step)) : []) {
      const block = await this.blocking(() => this.obtainCredential(planned));
      if (block !== undefined) return [{ planned, block }];
    }
    const due = turn.filter(({ step }) => isDue(step, this.scope));
    if (due.some((planned) => this.#openings.has(planned))) await this.drive.providers.emitted?.();
    // What steps at once make the target emit is seen once all of them are done.
    const watching = turn.length > 1 ? due.filter(({ step }) => watchesEvents(step)) : [];
    const taken = await Promise.all(
      turn.map(async (planned, index) => {
        const scope = this.scope.inRound(planned.round ?? 0);
        const own = new CaseRunner(this.drive, this.planned, index === 0 ? scope : scope.aside());
        own.#watches = turn.length === 1;
        return { planned, block: await own.#attempt(planned) };
      }),
    );
    const seen = watching.filter((planned) => taken.some((one) => one.planned === planned && one.block === undefined));
    if (seen.length > 0) this.#noteEvents(seen, await this.drive.providers.emitted?.(wantedBy(seen)));
    return taken;
  }

  async #attempt(at: PlannedStep): Promise<Block | undefined> {
    if (this.drive.signal.aborted) return { ...INTERRUPTED, final: true };
    const spent = this.#outOfBudget();
    if (spent !== undefined) return spent;
    const { step } = at;
    return isDue(step, this.scope) ? this.blocking(() => this.#take(at)) : undefined;
  }

  async #take(at: PlannedStep): Promise<Block | undefined> {
    const { step } = at;
    if (step.provide !== undefined) return this.provide(step.provide);
    if (step.act !== undefined) return (await this.#act(step, step.act)) ?? (await this.#recordEvents(at));
    if (step.advance !== undefined) return (await this.#advance(step.advance)) ?? (await this.#recordEvents(at));
    if (step.until !== undefined) return (await this.#turnTo(step.until)) ?? (await this.#recordEvents(at));
    return this.send(at);
  }

  /** What keeps a step from being done, whether it is answered or thrown. */
  async blocking(attempt: () => Promise<Block | undefined>): Promise<Block | undefined> {
    try {
      return await attempt();
    } catch (error) {
      const block = error instanceof UnresolvedReference ? missingBlock(error, this.#referred()) : blockOf(error);
      if (block === undefined) throw error;
      return block;
    }
  }

  #referred(): Referred {
    return {
      stateOf: (alias) => this.scope.stateOf(alias),
      answerOf: (alias) => {
        const answer = this.scope.answerOf(alias);
        return answer && { status: answer.status, operation: operationOf(this.spec, answer.operation) };
      },
    };
  }

  #outOfBudget(): Block | undefined {
    const spent = this.drive.pacer.usedUp();
    return spent === undefined ? undefined : budgetBlock(spent);
  }

  #record({ place }: PlannedStep, { because, blame, key }: Block): Block {
    const { trace, redactor } = this.drive;
    const told = redactor.redactText(because);
    trace.append({ type: 'blocked', case: this.planned.id, place, because: told, blame, ...defined({ key }) });
    return { because, blame };
  }

  // -- requests

  /** The one request that a step stands for. Throws what blocks it. */
  request(at: PlannedStep): ReadyStep {
    return planStep(this.drive, this.spec, this.scope, at, this.planned.id);
  }

  /** Sends what a step stands for, as often as it says, and remembers the answer for the steps that follow. */
  async send(at: PlannedStep): Promise<Block | undefined> {
    const { drive, scope } = this;
    const { step } = at;
    const locked = await this.obtainCredential(at);
    if (locked !== undefined) return locked;
    let announced = false;
    const announce = (exchange: number): void => {
      if (at.takes === undefined || announced) return;
      announced = true;
      const { id, machine, from } = at.takes;
      drive.trace.append({ type: 'intent', case: this.planned.id, machine: machine.id, transition: id, from, exchange });
    };
    let exchanged: Exchanged | undefined;
    let sent: ReadyStep | undefined;
    const walked = new Set<string>();
    beginWalk(scope, step);
    const pages = this.#pagesOf(step);
    for (let time = 0; time < mostRequests(at); time++) {
      if (drive.signal.aborted) return INTERRUPTED;
      if (step.walk !== undefined && !leadsOn(scope, step, step.walk, walked)) break;
      sent = this.request(at);
      const { head, request, args } = sent;
      drive.redactor.learnFields(args);
      exchanged = await this.#exchange(step, head, request, announce);
      if (exchanged.failure !== undefined) break;
      if (exchanged.response !== undefined) this.#noteCreated(step, head.operation, args, exchanged.response);
      if (step.walk !== undefined) this.#remember(at, sent, exchanged.response);
      if (pages?.add(this.scope.last()?.body).goesRound === true) break;
    }
    if (exchanged === undefined && step.walk !== undefined) return undefined;
    await this.#recordEvents(at);
    if (sent === undefined || exchanged?.response === undefined) return noAnswer(exchanged);
    if (!isReadBack(at.place) && step.walk === undefined) this.#remember(at, sent, exchanged.response);
    return this.#missed(at, exchanged.response);
  }

  /** Exchanges the caller's key for its credential, once for each key and case. */
  async obtainCredential(at: PlannedStep): Promise<Block | undefined> {
    const { drive, spec, scope } = this;
    const pair = keyPairFor(drive.profile, spec, scope, at.step);
    if (pair === undefined || scope.credentials.has(pair.identity)) return undefined;
    const step: Step = { call: pair.operation.id, with: { ...pair.args } };
    const { head, request } = this.request({ step, place: { row: at.place.row, at: 'credential' }, purpose: at.purpose });
    const exchanged = await this.#exchange(step, head, request);
    if (exchanged.response === undefined) return noAnswer(exchanged);
    const { body, status } = exchanged.response;
    const viewed = viewBody(spec, drive.profile, pair.operation, exchanged.response) ?? body;
    const credential = issuedCredential(spec, pair.operation, viewed);
    if (credential === undefined)
      return {
        because: `${pair.operation.id} issued no credential: status ${status}`,
        blame: status === 429 || status >= 500 ? 'target' : 'config',
      };
    scope.credentials.set(pair.identity, credential);
    return undefined;
  }

  /** Teaches the redactor the secrets of an answer before it is written: by the names that stand there, and by those that bindings give. */
  learner(operation: string | undefined): (response: Answer) => void {
    const { drive, spec } = this;
    return (response) => {
      drive.redactor.learnFields(response.body);
      drive.redactor.learnFields(viewBody(spec, drive.profile, operationOf(spec, operation), response));
    };
  }

  /** One exchange, or several where a rate limit is waited for. */
  #exchange(step: Step, head: ExchangeHead, request: HttpRequest, begins?: (seq: number) => void, shown = head): Promise<Exchanged> {
    const { drive, spec } = this;
    const everybody = Object.values(drive.specs.documents).flatMap(({ limits }) => limits.rateLimitHeaders ?? []);
    const wait = {
      expectsLimit: expectsLimit(spec, step),
      headers: spec.limits.rateLimitHeaders ?? everybody,
      turnClock: (duration: string) => this.#turnClock(duration, true),
      targetTime: () => targetTime(drive.providers),
      sparing: !drive.profile.permissions.exhaustRateLimit,
      latest: () => drive.exchanger.latest(spec.name),
      timer: drive.timer,
      leftMs: () => drive.pacer.leftMs(),
      signal: drive.signal,
    };
    const watch = { comes: this.learner(head.operation), ...defined({ begins }) };
    return waitOut(wait, () => drive.exchanger.exchange(shown, request, watch));
  }

  #remember({ step }: PlannedStep, { head: { operation }, request: { url } }: ReadyStep, response: Response | undefined): void {
    if (response === undefined) return;
    const body = viewBody(this.spec, this.drive.profile, operationOf(this.spec, operation), response);
    this.scope.remember(step.id, { status: response.status, headers: response.headers, body, operation, url });
  }

  /** What a walk has shown so far, from the page that it begins on; undefined where a step says how far it goes. */
  #pagesOf({ walk, times }: Step): PageWalk | undefined {
    const law = this.spec.document.laws?.pagination;
    return walk === undefined || times !== undefined || law === undefined ? undefined : new PageWalk(law).add(this.scope.last()?.body);
  }

  /** A case goes on only from the state that the next trigger needs. */
  #missed({ takes, step }: PlannedStep, response: Response): Block | undefined {
    if (takes?.continues === undefined || takes.machine.statePointer === undefined) return undefined;
    if (takes.continues === GONE && response.status === 404) return undefined;
    const shown = operationOf(this.spec, step.call);
    const machine = machineShownBy(this.spec, shown) === undefined ? undefined : takes.machine;
    const { state } = viewAnswer(this.spec, this.drive.profile, shown, response, machine ?? takes.machine);
    const isThere = state === undefined || state === takes.continues;
    if (isThere && response.status < 400) return undefined;
    const found = isThere ? `status ${response.status}` : state;
    return { because: `the transition ${takes.id} before it was not taken: received ${found}`, blame: 'target' };
  }

  // -- provider states, acts, clock

  /** Sets up a provider state for the case, on record. */
  async provide(given: Given): Promise<Block | undefined> {
    const { drive, scope } = this;
    if (drive.signal.aborted) return INTERRUPTED;
    const params = asRecord(resolveReferences(given.params ?? {}, scope.lookup));
    const alias = given.as ?? 'user';
    const provision = await drive.providers.provide(demandOf(this.spec, { ...given, params }));
    const data = this.#learned(provision);
    drive.trace.append({
      type: 'state',
      case: this.planned.id,
      state: given.state,
      alias,
      params: drive.redactor.redact(params),
      provided: data !== undefined,
      ...('by' in provision ? { by: provision.by } : {}),
      ...this.#outcome(provision),
    });
    if ('refused' in provision)
      return { because: `the provider state '${given.state}' is missing: ${provision.refused}`, blame: 'provider-state' };
    const standing = { state: given.state, ...provision };
    const shared = given.apart === true ? sharedDatum(this.spec, standing, scope.provided()) : undefined;
    // It is taken down again all the same.
    scope.provide(alias, standing);
    return shared === undefined ? undefined : sharedBlock(standing.state, shared);
  }

  /** Takes a provider state down again. */
  async remove(standing: Standing): Promise<Block | undefined> {
    const removal = await this.drive.providers.remove(standing);
    return 'refused' in removal ? { because: removal.refused, blame: 'provider-state' } : undefined;
  }

  /** Causes what happens outside the APIs, on record. */
  async #act(step: Step, name: string): Promise<Block | undefined> {
    const { drive, scope } = this;
    const params = asRecord(resolveReferences(step.with ?? {}, scope.lookup));
    const provision = await drive.providers.act(name, params);
    const data = this.#learned(provision);
    drive.trace.append({
      type: 'act',
      case: this.planned.id,
      ...defined({ step: step.id }),
      act: name,
      params: drive.redactor.redact(params),
      done: data !== undefined,
      ...this.#outcome(provision),
    });
    if ('refused' in provision) return { because: `the act '${name}' was not done: ${provision.refused}`, blame: 'provider-state' };
    if (step.id !== undefined) scope.name(step.id, provision.data);
    return undefined;
  }

  /** Turns the target's clock towards a moment that it named itself, or by a duration; one that has passed cannot be gone back to. */
  async #turnTo(until: NonNullable<Step['until']>): Promise<Block | undefined> {
    const present = await this.drive.providers.advance?.('PT0S');
    if (present === undefined) return STANDING_CLOCK;
    const end = resolveReferences(until.moment ?? until.duration, this.scope.lookup);
    const length = durationUntil(until, end, present.now);
    if (length === undefined)
      return until.duration === undefined
        ? { because: `${String(end)} is no moment of the next ten years: it is ${present.now}`, blame: 'target' }
        : { because: `${String(end)} is no ISO 8601 duration of at most ten years such as PT10M`, blame: 'provider-state' };
    await this.#turnClock(length);
    return undefined;
  }

  /** Turns the target's clock forward by an ISO 8601 duration, or a reference to one. */
  async #advance(duration: string): Promise<Block | undefined> {
    if (this.drive.providers.advance === undefined) return STANDING_CLOCK;
    await this.#turnClock(String(resolveReferences(duration, this.scope.lookup)));
    return undefined;
  }

  /**
   * Turns the target's clock, on record; credentials may have expired by then. Answers false where it cannot be turned.
   *
   * @param waits it is turned to wait for a limit, and not because a step says so
   */
  async #turnClock(length: string, waits = false): Promise<boolean> {
    const turned = await this.drive.providers.advance?.(length);
    if (turned === undefined) return false;
    this.scope.credentials.clear();
    this.drive.trace.append({ type: 'clock', case: this.planned.id, advance: length, now: turned.now, ...(waits ? { waits } : {}) });
    return true;
  }

  /** What the target emitted during a step that watches for it. */
  async #recordEvents(at: PlannedStep): Promise<undefined> {
    if (this.#watches && watchesEvents(at.step)) this.#noteEvents([at], await this.drive.providers.emitted?.(wantedBy([at])));
  }

  #noteEvents(steps: readonly PlannedStep[], events: readonly ControlEvent[] | undefined): void {
    if (events === undefined) return;
    const { trace, redactor } = this.drive;
    for (const { place } of steps)
      trace.append({ type: 'emitted', case: this.planned.id, place, events: events.map((event) => redactor.redact(event)) });
  }

  #learned(provision: Done): Readonly<Record<string, unknown>> | undefined {
    if ('refused' in provision) return undefined;
    this.drive.redactor.learnFields(provision.data);
    return provision.data;
  }

  #outcome(provision: Done): { data: Record<string, unknown> } | { detail: string } {
    const { redactor } = this.drive;
    return 'refused' in provision ? { detail: redactor.redactText(provision.refused) } : { data: { ...redactor.redact(provision.data) } };
  }

  // -- what is left behind

  /** Remembers what an answered call has made, and forgets what it has taken away. */
  #noteCreated(step: Step, call: string | undefined, args: Readonly<Record<string, unknown>>, response: Answer): void {
    const { drive, spec, scope } = this;
    const operation = operationOf(spec, call);
    if (operation === undefined || response.status < 200 || response.status >= 300) return;
    scope.forget(
      ({ undo }) => undo?.call === operation.id && Object.entries(undo.with ?? {}).every(([name, value]) => args[name] === value),
    );
    if (operation.undo === undefined) return;
    const { call: away, with: named = {}, readBack, within = [] } = operation.undo;
    const made = viewBody(spec, drive.profile, operation, response);
    const lookup = ([head, ...path]: readonly string[]): unknown => valueAt(head === 'args' ? args : made, path);
    const headers = step.headers === undefined ? {} : { headers: strings(resolveReferences(step.headers, scope.lookup)) };
    const caller = step.caller === undefined ? {} : { caller: step.caller };
    const literal = (id: string | undefined, with_: object): Step | undefined => {
      const resolved = id === undefined ? undefined : resolvedOrNone(with_, lookup);
      return id === undefined || resolved === undefined ? undefined : { call: id, with: resolved, ...caller, ...headers };
    };
    const belongsTo = within.map((reference) => resolvedOrNone({ reference }, lookup)?.['reference']);
    // What is passed on under its own name stood before.
    const isPassedOn = ([parameter, reference]: readonly [string, unknown]): boolean => reference === `$args.${parameter}`;
    const own = Object.fromEntries(Object.entries(named).filter((one) => !isPassedOn(one)));
    const beside = resolvedOrNone(Object.fromEntries(Object.entries(named).filter(isPassedOn)), lookup);
    for (const [parameter, value] of Object.entries(resolvedOrNone(own, lookup) ?? {}))
      scope.nameObject(parameter, value, made, operation.id, beside);
    scope.make({
      by: operation.id,
      undo: literal(away, named),
      readBack: readBack === undefined ? undefined : literal(readBack.call, readBack.with),
      within: belongsTo,
    });
  }

  /**
   * Takes away what the case has made and takes its provider states down, the last first, and reads back that they are gone: where the target
   * confirms it, once for each kind. What is still there, and what may be, is on record.
   */
  async #cleanUp(): Promise<void> {
    const { drive, scope } = this;
    const standing = scope.provided();
    const loose = scope
      .made()
      .filter((made) => !this.#goesWithState(made, standing))
      .toReversed();
    const trials: { readonly made: CreatedResource; readonly why: string | undefined }[] = [];
    for (const made of loose) trials.push({ made, why: await this.#takeAway(made) });
    const proven = new Set<string>();
    for (const state of standing.toReversed()) {
      const why = await this.#takeDown(state, proven);
      if (why !== undefined) this.#leave(state.state, why);
    }
    for (const { made, why } of trials) {
      if (why === undefined && !this.#looksFor(made.by)) continue;
      const found = drive.signal.aborted ? undefined : await this.#lookFor(made.by, made.readBack);
      if (found === 'there') this.#leave(`what ${made.by} made`, why ?? 'it was taken away, and is still there');
      if (found === undefined && why !== undefined) this.#leave(`what ${made.by} made`, why);
    }
  }

  /** True where a provider state that somebody takes down holds what was made. */
  #goesWithState({ within }: CreatedResource, standing: readonly Standing[]): boolean {
    const holders = standing.filter((one) => !this.#isPrepared(one));
    return holders.some(({ data }) => Object.values(data).some((value) => within.includes(value)));
  }

  /** A prepared account stays where it is. */
  #isPrepared({ by }: Standing): boolean {
    return this.drive.profile.sources.find(({ key }) => key === by)?.kind === 'accounts';
  }

  /** Takes one thing away; answers why it may still be there. */
  async #takeAway({ by, undo }: CreatedResource): Promise<string | undefined> {
    if (undo === undefined) return 'no operation is known that takes it away';
    const status = await this.#ask(by, 'undo', undo);
    if (typeof status === 'string') return status;
    return status < 300 || status === 404 ? undefined : `${undo.call ?? ''} answered ${status}`;
  }

  /**
   * Takes a provider state down; answers why it may still stand.
   *
   * @param proven sources and states of which this case has read back that they go
   */
  async #takeDown(standing: Standing, proven: Set<string>): Promise<string | undefined> {
    const block = await this.blocking(() => this.remove(standing));
    if (block !== undefined) return block.because;
    const { readBack } = stateNamed(this.spec, standing.state) ?? {};
    const proof = `${standing.by} ${standing.state}`;
    if (
      readBack === undefined ||
      !this.#looksFor(standing.state) ||
      this.#isPrepared(standing) ||
      proven.has(proof) ||
      this.drive.signal.aborted
    )
      return undefined;
    const lookup = ([, ...path]: readonly string[]): unknown => valueAt(standing.data, path);
    const step: Step = { call: readBack.call, with: { ...Object(resolveReferences(readBack.with, lookup)) } };
    const found = await this.#lookFor(standing.state, step);
    // Once is enough for each kind of state, as long as it is gone: the next one is taken down the same way.
    if (found === 'gone') proven.add(proof);
    return found === 'there' ? `it was taken down, and ${readBack.call} still succeeds` : undefined;
  }

  /** True where this case is the one of the plan that reads back whether such a thing goes: a provider state, or what an operation makes. */
  #looksFor(kind: string): boolean {
    return this.planned.looks?.includes(kind) ?? true;
  }

  /** Whether something can still be read; undefined where that does not show. */
  async #lookFor(what: string, readBack: Step | undefined): Promise<'there' | 'gone' | undefined> {
    const status = readBack === undefined ? '' : await this.#ask(what, 'left', readBack);
    if (typeof status === 'string') return undefined;
    return status < 300 ? 'there' : NOT_THERE.includes(status) ? 'gone' : undefined;
  }

  /** The status that answers a request of the clean-up, of which nobody judges anything, or why there is none. */
  async #ask(what: string, at: string, step: Step): Promise<number | string> {
    const barred = stepBlocker(this.spec, this.drive.profile, step);
    if (barred !== undefined) return barred.why;
    let status: number | undefined;
    const planned: PlannedStep = { place: { row: `clean-up:${what}`, at }, step, purpose: 'clean-up' };
    const block = await this.blocking(async () => {
      const locked = await this.obtainCredential(planned);
      if (locked !== undefined) return locked;
      const { head, request } = this.request(planned);
      const { response, failure } = await this.#exchange(step, head, request, undefined, { ...head, operation: undefined });
      status = response?.status;
      return status === undefined ? { because: `${NO_RESPONSE}: ${failure?.detail ?? ''}`, blame: blameFor(failure) } : undefined;
    });
    return status ?? block?.because ?? NO_RESPONSE;
  }

  #leave(what: string, detail: string): void {
    const { trace, redactor } = this.drive;
    trace.append({ type: 'leftover', case: this.planned.id, what, detail: redactor.redactText(detail) });
  }
}

/** What a profile calls the state of something that is no longer found. */
const GONE = 'gone';
/** Statuses of what is not there, or not open to the caller any more. */
const NOT_THERE = [400, 401, 403, 404, 410];
const STANDING_CLOCK: Block = { because: "the target's clock cannot be turned (profile key clock)", blame: 'config' };

/** Each step, with those that are sent while it is under way. */
function turnsOf(steps: readonly PlannedStep[]): readonly (readonly PlannedStep[])[] {
  const turns: PlannedStep[][] = [];
  for (const step of steps) {
    const turn = turns.at(-1);
    if (step.step.meanwhile === true && turn !== undefined) turn.push(step);
    else turns.push([step]);
  }
  return turns;
}

function isDue({ when }: Step, scope: CaseScope): boolean {
  return when === undefined || applies(when, scope);
}

/** A step may depend on how an earlier answer, which the document leaves open, came out. */
function applies(when: NonNullable<Step['when']>, scope: CaseScope): boolean {
  return Object.entries(when).every(([reference, values]) =>
    values.some((value) => value === scope.lookup(reference.replace(/^\$/, '').split('.'))),
  );
}

function watchesEvents({ expect = [] }: Step): boolean {
  return expect.some(({ events }) => events !== undefined);
}

/**
 * Steps before which the events of earlier ones are read away: what watches for events, and for an act the last request before it. A target
 * runs its background jobs when it likes, so that what a request has started may be over before an act waits for it.
 */
function openingsIn(steps: readonly PlannedStep[]): ReadonlySet<PlannedStep> {
  return new Set(
    steps.flatMap((planned, index) => {
      if (!watchesEvents(planned.step)) return [];
      return [steps.slice(0, index + 1).findLast(({ step }) => sendsRequest(step)) ?? planned];
    }),
  );
}

/** How many events of each kind the steps expect: of those that say what they are about, as many as are about each. */
function wantedBy(steps: readonly PlannedStep[]): WantedEvents {
  const wanted: Record<string, Record<string, number>> = {};
  for (const { about = '', events = {} } of steps.flatMap(({ step: { expect = [] } }) => expect))
    for (const [kind, count] of Object.entries(events)) wanted[kind] = { ...wanted[kind], [about]: count };
  return Object.fromEntries(
    Object.entries(wanted).map(([kind, counts]) => [kind, Object.values(counts).reduce((sum, count) => sum + count, 0)]),
  );
}

/** More pages than any list of a test has: an endless chain of links must end somewhere. */
const LONGEST_WALK = 10_000;

/** Requests that a step sends at most. */
function mostRequests({ step: { times, walk }, most }: PlannedStep): number {
  return times ?? (walk === undefined ? 1 : (most ?? LONGEST_WALK));
}

/** A last page may have no links at all: the way back then begins on the page before it. */
function beginWalk(scope: CaseScope, { walk }: Step): void {
  const last = scope.last();
  if (walk === 'prev' && isPage(last) && !leads(last, 'next') && !leads(last, 'prev')) scope.stepBack();
}

/** A walk goes on for as long as a successful answer carries the relation; round in a circle only as often as the step says. */
function leadsOn(scope: CaseScope, { times }: Step, relation: string, walked: Set<string>): boolean {
  const last = scope.last();
  const target = isPage(last) ? linkTarget(last.headers['link'], relation) : undefined;
  if (target === undefined || (walked.has(target) && times === undefined)) return false;
  walked.add(target);
  return true;
}

function isPage(answer: Remembered | undefined): answer is Remembered {
  return answer !== undefined && answer.status < 400;
}

function leads({ headers }: Remembered, relation: string): boolean {
  return linkTarget(headers['link'], relation) !== undefined;
}

function resolvedOrNone(value: object, lookup: (path: readonly string[]) => unknown): Record<string, unknown> | undefined {
  try {
    return { ...Object(resolveReferences(value, lookup)) };
  } catch (error) {
    if (error instanceof UnresolvedReference) return undefined;
    throw error;
  }
}

function strings(value: unknown): Record<string, string> {
  return Object.fromEntries(Object.entries(Object(value)).map(([name, entry]) => [name, String(entry)]));
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
