import type { DocumentSpec, Step } from '../model/types.ts';
import { createVocabulary } from '../model/vocabulary.ts';
import { probeCase, tourCase } from '../plan/cases.ts';
import type { Case } from '../plan/case.ts';
import type { PlannedWalk } from '../plan/walk.ts';
import { transitionsOf } from '../plan/transition-system.ts';
import { doorSpec, sampleProfile, sampleSpecs } from '../profile/profile-fixtures.ts';
import type { Profile } from '../profile/profile.ts';
import { fakeTransport, virtualTimer, type Reply } from './transport-fixtures.ts';
import { createPacer } from './pacer.ts';
import type { Providers } from './providers.ts';
import { createRedactor } from './redactor.ts';
import type { Timer } from './timer.ts';
import type { HttpRequest } from './transport.ts';
import type { ExchangeEvent, TraceEvent } from '../trace/events.ts';
import { memoryTrace } from '../trace/writer.ts';
import { createExchanger } from './exchanger.ts';
import type { Drive } from './drive.ts';
import { executeCase, executeWalk, type Driven } from './case-runner.ts';

/** A drive against a target in process, as far as a test tells of it. */
export interface DriveParts {
  readonly spec?: DocumentSpec;
  readonly profile?: Profile;
  readonly answer?: (request: HttpRequest, ordinal: number) => Reply | Promise<Reply>;
  readonly providers?: Partial<Providers>;
  readonly signal?: AbortSignal;
  readonly timer?: Timer;
}

export interface DrivenCase {
  readonly driven: Driven;
  readonly requests: readonly HttpRequest[];
  readonly events: readonly TraceEvent[];
  readonly exchanges: readonly ExchangeEvent[];
}

export const DOOR_DATA = { id: 'd1', key: 'the-key-of-door-1' };

/** Provides a shut door, does every act, and has neither clock nor events. */
export const DOOR_PROVIDERS: Providers = {
  provide: () => Promise.resolve({ data: DOOR_DATA, by: 'test' }),
  remove: () => Promise.resolve({ data: {} }),
  act: () => Promise.resolve({ data: { done: 'yes' } }),
  advance: undefined,
  emitted: undefined,
};

/** A probe of these steps, from a shut door called `door`. */
export function probeOf(spec: DocumentSpec, ...steps: [Step, ...Step[]]): Case {
  return probeCase(spec, { id: 'look', about: 'looks', given: [{ state: 'a shut door', as: 'door' }], steps });
}

/** A tour over these transitions of the door. */
export function tourOf(spec: DocumentSpec, ...ids: readonly string[]): Case {
  const all = transitionsOf(spec, undefined);
  return tourCase({ given: { state: 'a shut door', as: 'door' }, transitions: ids.flatMap((id) => all.filter((one) => one.id === id)) }, 1);
}

export interface SampleDrive {
  readonly drive: Drive;
  readonly requests: readonly HttpRequest[];
  readonly events: readonly TraceEvent[];
}

/** A drive against a target in process, and what it sends and puts on record. */
export function sampleDrive({
  spec = doorSpec(),
  profile = sampleProfile(),
  answer = () => ({}),
  providers = {},
  signal = new AbortController().signal,
  timer = virtualTimer(),
}: DriveParts = {}): SampleDrive {
  const pacer = createPacer(profile.limits, { timer, signal });
  const trace = memoryTrace();
  const target = fakeTransport(answer);
  const redactor = createRedactor(createVocabulary([spec]), (event) => trace.append(event));
  const drive: Drive = {
    specs: sampleSpecs(spec),
    profile,
    providers: { ...DOOR_PROVIDERS, ...providers },
    exchanger: createExchanger(target.send, pacer, redactor, trace),
    pacer,
    timer,
    redactor,
    trace,
    seed: 7,
    runId: 'r1',
    tool: { name: 'assay', version: '1.2.3' },
    signal,
    windUp: signal,
  };
  return { drive, requests: target.requests, events: trace.events };
}

/** Drives one case and answers everything that came of it. */
export async function driveCase(planned: Case, parts: DriveParts = {}): Promise<DrivenCase> {
  return driven((drive) => executeCase(drive, planned), parts);
}

/** The same for a walk. */
export async function driveWalk(walk: PlannedWalk, parts: DriveParts = {}): Promise<DrivenCase> {
  return driven((drive) => executeWalk(drive, walk), parts);
}

async function driven(execute: (drive: Drive) => Promise<Driven>, parts: DriveParts): Promise<DrivenCase> {
  const { drive, requests, events } = sampleDrive(parts);
  const how = await execute(drive);
  return { driven: how, requests, events, exchanges: events.filter((event) => event.type === 'exchange') };
}
