import type { Blame, DocumentSpec, Step } from '../model/types.ts';
import type { PlannedStep } from '../plan/case.ts';
import { machineShownBy, operationOf, viewAnswer } from '../profile/answer.ts';
import type { Answer } from '../profile/answer.ts';
import { expectsLimit } from '../model/expects-limit.ts';
import { isReadBack } from '../model/read-back.ts';
import type { TransportFailure } from '../trace/events.ts';
import type { Block } from './block.ts';
import { issuedCredential } from './credentials.ts';
import type { Drive, Running } from './drive.ts';
import type { Exchanged } from './exchanger.ts';
import { noteMade } from './created-resources.ts';
import { keyPairFor } from './caller.ts';
import { planStep } from './plan-step.ts';
import { waitOut } from './patience.ts';
import type { Patience } from './patience.ts';
import { recordEvents, turnClock } from './prepare.ts';
import { beginWalk, leadsOn, mostRequests } from './walk.ts';

/** Sends what a step stands for, as often as it says, and remembers the answer for the steps that follow. */
export async function send(running: Running, at: PlannedStep): Promise<Block | undefined> {
  const { drive, spec, planned, scope } = running;
  const { step } = at;
  const locked = await obtainCredential(running, at);
  if (locked !== undefined) return locked;
  let announced = false;
  const announce = (exchange: number): void => {
    if (at.takes === undefined || announced) return;
    announced = true;
    const { id, machine, from } = at.takes;
    drive.trace.append({ type: 'intent', case: planned.id, machine: machine.id, transition: id, from, exchange });
  };
  let exchanged: Exchanged | undefined;
  let operation: string | undefined;
  let url = '';
  const walked = new Set<string>();
  beginWalk(scope, step);
  for (let time = 0; time < mostRequests(at); time++) {
    if (drive.signal.aborted) return { because: 'the run was interrupted', blame: 'harness' };
    if (step.walk !== undefined && !leadsOn(scope, step, step.walk, walked)) break;
    const { head, request, args } = planStep(drive, spec, scope, at, planned.id);
    drive.redactor.learnFields(args);
    operation = head.operation;
    url = request.url;
    const watch = { begins: announce, comes: learner(running, head.operation) };
    exchanged = await waitOut(patience(running, step), () => drive.exchanger.exchange(head, request, watch));
    if (exchanged.failure !== undefined) break;
    if (exchanged.response !== undefined) noteMade(running, step, operation, args, exchanged.response);
    if (step.walk !== undefined) remember(running, at, operation, url, exchanged.response);
  }
  if (exchanged === undefined && step.walk !== undefined) return undefined;
  await recordEvents(running, at);
  if (exchanged?.response === undefined) return failed(exchanged);
  const { response } = exchanged;
  if (!isReadBack(at.place) && step.walk === undefined) remember(running, at, operation, url, response);
  return at.takes === undefined ? undefined : missed(drive, spec, at, response);
}

/** Sends one request beside the case, of which nobody judges anything; answers what blocks it where it cannot be sent. */
export async function sendAside(running: Running, at: PlannedStep): Promise<Exchanged | Block> {
  const locked = await obtainCredential(running, at);
  if (locked !== undefined) return locked;
  const { drive, spec, planned, scope } = running;
  const { head, request } = planStep(drive, spec, scope, at, planned.id);
  return waitOut(patience(running, at.step), () =>
    drive.exchanger.exchange({ ...head, operation: undefined }, request, { comes: learner(running, head.operation) }),
  );
}

function patience(running: Running, step: Step): Patience {
  const { drive, spec } = running;
  const everybody = Object.values(drive.specs.documents).flatMap(({ limits }) => limits.rateLimitHeaders ?? []);
  return {
    expectsLimit: expectsLimit(spec, step),
    headers: spec.limits.rateLimitHeaders ?? everybody,
    turnClock: (length) => turnClock(running, length, true),
    sparing: !drive.profile.permissions.exhaustRateLimit,
    latest: () => drive.exchanger.latest(spec.name),
    timer: drive.timer,
    leftMs: () => drive.pacer.leftMs(),
    signal: drive.signal,
  };
}

function remember(
  { drive, spec, scope }: Running,
  { step }: PlannedStep,
  operation: string | undefined,
  url: string,
  response: Exchanged['response'],
): void {
  if (response === undefined) return;
  const { body } = viewAnswer(spec, drive.profile, operationOf(spec, operation), response);
  scope.remember(step.id, { status: response.status, headers: response.headers, body, operation, url });
}

/** Exchanges the caller's key for its credential, once for each key and case. */
export async function obtainCredential(running: Running, at: PlannedStep): Promise<Block | undefined> {
  const { drive, spec, planned, scope } = running;
  const pair = keyPairFor(drive.profile, spec, scope, at.step);
  if (pair === undefined || scope.credentials.has(pair.identity)) return undefined;
  const step: Step = { call: pair.operation.id, with: { ...pair.args } };
  const { head, request } = planStep(
    drive,
    spec,
    scope,
    { step, place: { row: at.place.row, at: 'credential' }, purpose: at.purpose },
    planned.id,
  );
  const exchanged = await waitOut(patience(running, step), () =>
    drive.exchanger.exchange(head, request, { comes: learner(running, pair.operation.id) }),
  );
  if (exchanged.response === undefined) return failed(exchanged);
  const { body, status } = exchanged.response;
  const credential = issuedCredential(
    spec,
    pair.operation,
    viewAnswer(spec, drive.profile, pair.operation, exchanged.response).body ?? body,
  );
  if (credential === undefined)
    return {
      because: `${pair.operation.id} issued no credential: status ${status}`,
      blame: status === 429 || status >= 500 ? 'target' : 'config',
    };
  scope.credentials.set(pair.identity, credential);
  return undefined;
}

/** Teaches the redactor the secrets of an answer before it is written: by the names that stand there, and by those that bindings give. */
export function learner({ drive, spec }: Running, operation: string | undefined): (response: Answer) => void {
  return (response) => {
    drive.redactor.learnFields(response.body);
    drive.redactor.learnFields(viewAnswer(spec, drive.profile, operationOf(spec, operation), response).body);
  };
}

/** What will not be another way with the next request; a connection may break because of the one that was sent. */
const OUT_OF_REACH: readonly TransportFailure['kind'][] = ['refused', 'unreachable', 'tls', 'timeout', 'interrupted'];

function failed(exchanged: Exchanged | undefined): Block {
  const kind = exchanged?.failure?.kind;
  return {
    because: `no answer: ${exchanged?.failure?.detail ?? 'nothing was sent'}`,
    blame: blameFor(exchanged?.failure),
    final: kind !== undefined && OUT_OF_REACH.includes(kind),
  };
}

/** A connection may fail by anybody's doing; an answer that came and is more than is read, or cannot be unpacked, is the target's. */
export function blameFor(failure: TransportFailure | undefined): Blame {
  return failure?.kind === 'too-large' || failure?.kind === 'undecodable' ? 'target' : 'network';
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
