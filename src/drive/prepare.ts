import type { Given, Step } from '../model/types.ts';
import type { PlannedStep } from '../plan/case.ts';
import { resolveReferences } from '../plan/scope.ts';
import { demandOf } from '../plan/provision.ts';
import type { Done, Standing } from './providers.ts';
import type { Block } from './block.ts';
import type { Running } from './drive.ts';
import { durationUntil } from './moment.ts';

/** Sets up a provider state for the case, on record. */
export async function provide(running: Running, given: Given): Promise<Block | undefined> {
  const { drive, planned, scope } = running;
  const params = asRecord(resolveReferences(given.params ?? {}, scope.lookup));
  const alias = given.as ?? 'user';
  const provision = await drive.providers.provide(demandOf(running.spec, { ...given, params }));
  const data = learned(running, provision);
  drive.trace.append({
    type: 'state',
    case: planned.id,
    state: given.state,
    alias,
    params: drive.redactor.redact(params),
    provided: data !== undefined,
    ...('by' in provision ? { by: provision.by } : {}),
    ...outcome(running, provision),
  });
  if ('refused' in provision)
    return { because: `the provider state '${given.state}' is missing: ${provision.refused}`, blame: 'provider-state' };
  scope.provide(alias, { state: given.state, ...provision });
  return undefined;
}

/** Takes a provider state down again. */
export async function remove({ drive }: Running, standing: Standing): Promise<Block | undefined> {
  const removal = await drive.providers.remove(standing);
  return 'refused' in removal ? { because: removal.refused, blame: 'provider-state' } : undefined;
}

/** Causes what happens outside the APIs, on record. */
export async function act(running: Running, step: Step, name: string): Promise<Block | undefined> {
  const { drive, planned, scope } = running;
  const params = asRecord(resolveReferences(step.with ?? {}, scope.lookup));
  const provision = await drive.providers.act(name, params);
  const data = learned(running, provision);
  drive.trace.append({
    type: 'act',
    case: planned.id,
    ...(step.id === undefined ? {} : { step: step.id }),
    act: name,
    params: drive.redactor.redact(params),
    done: data !== undefined,
    ...outcome(running, provision),
  });
  if (data === undefined) return { because: `the act '${name}' was not done: ${refusal(provision)}`, blame: 'provider-state' };
  if (step.id !== undefined) scope.name(step.id, data);
  return undefined;
}

const STANDING_CLOCK: Block = { because: "the target's clock cannot be turned (profile key clock)", blame: 'config' };

/** Turns the target's clock to a moment that it named itself; one that has passed cannot be gone back to. */
export async function turnTo(running: Running, { moment, seconds = 0 }: NonNullable<Step['until']>): Promise<Block | undefined> {
  const present = await running.drive.providers.advance?.('PT0S');
  if (present === undefined) return STANDING_CLOCK;
  const named = resolveReferences(moment, running.scope.lookup);
  const length = durationUntil(named, seconds, present.now);
  if (length === undefined)
    return { because: `${String(named)} is no moment of the next ten years: it is ${present.now}`, blame: 'target' };
  await turnClock(running, length);
  return undefined;
}

/** Turns the target's clock forward by an ISO 8601 duration, or a reference to one. */
export async function advance(running: Running, duration: string): Promise<Block | undefined> {
  if (running.drive.providers.advance === undefined) return STANDING_CLOCK;
  await turnClock(running, String(resolveReferences(duration, running.scope.lookup)));
  return undefined;
}

/**
 * Turns the target's clock, on record; credentials may have expired by then. Answers false where it cannot be turned.
 *
 * @param waits it is turned to wait for a limit, and not because a step says so
 */
export async function turnClock({ drive, planned, scope }: Running, length: string, waits = false): Promise<boolean> {
  const turned = await drive.providers.advance?.(length);
  if (turned === undefined) return false;
  scope.credentials.clear();
  drive.trace.append({ type: 'clock', case: planned.id, advance: length, now: turned.now, ...(waits ? { waits } : {}) });
  return true;
}

export function watchesEvents({ expect = [] }: Step): boolean {
  return expect.some(({ events }) => events !== undefined);
}

/** What the target emitted during a step that watches for it. */
export async function recordEvents({ drive, planned }: Running, { place, step }: PlannedStep): Promise<undefined> {
  if (!watchesEvents(step)) return;
  const events = await drive.providers.emitted?.();
  if (events === undefined) return;
  drive.trace.append({ type: 'emitted', case: planned.id, place, events: events.map((event) => drive.redactor.redact(event)) });
}

function learned({ drive }: Running, provision: Done): Readonly<Record<string, unknown>> | undefined {
  if ('refused' in provision) return undefined;
  drive.redactor.learnFields(provision.data);
  return provision.data;
}

function outcome({ drive }: Running, provision: Done): { data: Record<string, unknown> } | { detail: string } {
  return 'refused' in provision
    ? { detail: drive.redactor.redactText(provision.refused) }
    : { data: { ...drive.redactor.redact(provision.data) } };
}

function refusal(provision: Done): string {
  return 'refused' in provision ? provision.refused : '';
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
