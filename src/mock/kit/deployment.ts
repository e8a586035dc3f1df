import { loadSpecs } from '../../model/load.ts';
import type { FixturesFile } from '../../model/types.ts';
import { unknownName } from './arguments.ts';
import { presetChoices, type ChosenValues } from './choice-settings.ts';
import { canAdvance, createVirtualClock, parseDuration, type Clock } from './clock.ts';
import type { ControlEvent } from './control.ts';
import type { Hosted } from './define-service.ts';
import { perDocument, type DocumentName } from './documents.ts';
import { checkFixtures } from './fixtures.ts';
import { createIdentifiers } from './identifiers.ts';
import { createInjections, type Injections } from './injections.ts';
import { createJournal, type Journal } from './journal.ts';
import { chooseFaults, knownFaults, wireFaultsOf } from './known-faults.ts';
import type { LimiterSettings } from './limiter.ts';
import { ControlError, type JsonObject, type Service, type Surroundings } from './service.ts';
import { services } from './services.ts';
import { createFaultInjector, type FaultInjector } from './wire/fault-injector.ts';

export interface DeploymentOptions {
  /** the same seed gives the same identifiers; 1 unless told */
  readonly seed?: number;
  /** a virtual clock unless told */
  readonly clock?: Clock;
  /** of all services; none unless told */
  readonly limiter?: LimiterSettings;
  /** name of choices that go together, such as `client-libraries`; none unless told */
  readonly preset?: string;
  /** where a document permits several answers; over those of the preset */
  readonly choices?: ChosenValues;
  /** what the services hold from the start and after each reset, with given ids */
  readonly fixtures?: FixturesFile;
  /** ids of the faults that are on from the start */
  readonly faults?: readonly string[];
  /** suspension points, for schedulers that interleave callers; the end of the current microtask unless told */
  readonly pause?: (point: string) => Promise<void>;
}

/** A whole deployment in process: the three services and what prepares them and looks behind them. */
export interface Deployment {
  readonly services: Readonly<Record<DocumentName, Service>>;
  readonly control: Control;
}

/** Makes a deployment. Throws ControlError for an unknown preset, choice or fault, and for fixtures that contradict a document, with the remedy. */
export function createDeployment(options: DeploymentOptions = {}): Deployment {
  const clock = options.clock ?? createVirtualClock();
  const log = createEventLog();
  const surroundings: Surroundings = {
    now: () => clock.now(),
    id: createIdentifiers(options.seed ?? 1),
    pause: options.pause ?? (() => Promise.resolve()),
    emit: (kind, about, detail = {}) => log.record(kind, about, clock.now(), detail),
  };
  const settings = options.limiter ?? { kind: 'none' };
  const { fixtures } = options;
  if (fixtures !== undefined) checkFixtures(fixtures);
  const choices = presetChoices(options.preset, options.choices);
  const hosted = perDocument((document) => services[document].start(choices[document] ?? {}, surroundings, settings, fixtures));
  const hosts = Object.values(hosted);
  const operations = hosts.flatMap(({ names }) => names.operation);
  const parts: Parts = {
    hosts,
    clock,
    log,
    journal: createJournal({ operations: () => operations, states: statesOfResources }),
    injections: createInjections(operations),
    injectors: perDocument(createFaultInjector),
  };
  const control = createControl(parts);
  control.switchFaults(options.faults ?? []);
  return { services: perDocument((document) => deployed(hosted[document], parts, control)), control };
}

/** What a deployment is made of, beside its stores. */
interface Parts {
  readonly hosts: readonly Hosted[];
  readonly clock: Clock;
  readonly log: ReturnType<typeof createEventLog>;
  readonly journal: Journal;
  readonly injections: Injections;
  readonly injectors: Readonly<Record<DocumentName, FaultInjector>>;
}

/**
 * A service whose responses carry the time of the clock (RFC 9110 section 6.6.1), what is injected into their operation and the wire faults
 * that are on; the journal has them as they leave.
 */
function deployed({ document, service }: Hosted, { clock, journal, injections, injectors }: Parts, control: Control): Service {
  return {
    ...service,
    async handle(request) {
      const entry = journal.open(document, request, clock.now());
      const answer = await service.handle(request, {
        ...entry,
        found(operation) {
          entry.found(operation);
          return injections.meet(operation);
        },
      });
      const dated = { ...answer, headers: { date: new Date(clock.now()).toUTCString(), ...answer.headers } };
      const ids = answer.dropped === true ? [] : control.faults().filter((id) => id.startsWith('wire-'));
      const faults = ids.length === 0 ? [] : wireFaultsOf(document).filter(({ id }) => ids.includes(id));
      const response = ids.length === 0 ? dated : injectors[document].inject(faults, request, dated);
      entry.answered(response);
      return response;
    },
  };
}

/** All states that the documents give to resources. */
function statesOfResources(): readonly string[] {
  const machines = Object.values(loadSpecs().documents).flatMap((document) => document.states.machines);
  return [...new Set(machines.flatMap(({ states }) => states.filter(({ pseudo }) => pseudo !== true).map(({ name }) => name)))];
}

/** The last moment that RFC 3339 can write (section 1). */
const endOfTime = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** What a deployment offers to whoever prepares it and looks behind it. What it refuses throws ControlError. */
export type Control = ReturnType<typeof createControl>;

function createControl({ hosts, clock, log, journal, injections, injectors }: Parts) {
  let on: readonly string[] = [];
  const time = (): { readonly now: string } => ({ now: new Date(clock.now()).toISOString() });
  return {
    provide(state: string, params: JsonObject): JsonObject {
      for (const injector of Object.values(injectors)) injector.begin();
      return serviceWith(hosts, 'provider state', state).provide(state, params);
    },
    remove: (state: string, data: JsonObject) => serviceWith(hosts, 'provider state', state).remove(state, data),
    act: async (name: string, params: JsonObject) => serviceWith(hosts, 'act', name).act(name, params),
    /** the deployment's clock, ISO 8601 */
    time,
    /** turns the clock forward by an ISO 8601 duration */
    advance(duration: string) {
      const milliseconds = parseDuration(duration);
      if (milliseconds === undefined)
        throw new ControlError(
          'mock-value',
          `'${duration}' is no ISO 8601 duration of weeks, days and time`,
          'Send one such as PT5M or P1DT2H3M4.5S.',
        );
      if (!canAdvance(clock))
        throw new ControlError('mock-clock', 'the clock is real and cannot be turned', 'Start the deployment with a virtual clock.');
      if (clock.now() + milliseconds > endOfTime)
        throw new ControlError('mock-clock', `'${duration}' leads beyond the year 9999`, 'Turn the clock by less.');
      clock.advance(milliseconds);
      return time();
    },
    /** events after that sequence number, oldest first */
    events: log.since,
    /** requests that were answered, oldest first, and how many were dropped */
    journal: journal.list,
    /** the same requests with their responses, as HTTP Archive 1.2 */
    archive: journal.archive,
    /** what is injected into operations from now, in the place of all before; none clears */
    inject: injections.set,
    injections: injections.list,
    /** empties the stores, the events, the journal and the limiters' counts; clock, faults, injections and settings stay */
    reset() {
      log.clear();
      journal.clear();
      for (const { service } of hosts) service.reset();
    },
    /** ids of the faults that are on */
    faults: () => on,
    knownFaults,
    /** the faults that are on from now */
    switchFaults(ids: readonly string[]) {
      chooseFaults(ids);
      on = ids;
      for (const hosted of hosts) hosted.switchFaults(ids);
    },
    /** for one service, or for all */
    setLimiter(settings: LimiterSettings, service?: DocumentName) {
      for (const hosted of hosts) if (service === undefined || hosted.document === service) hosted.setLimiter(settings);
    },
  };
}

/** The service that has a provider state or act of that name. Throws ControlError with all that there are. */
function serviceWith(hosts: readonly Hosted[], what: 'provider state' | 'act', name: string): Service {
  const found = hosts.find(({ names }) => names[what].includes(name));
  if (found !== undefined) return found.service;
  throw unknownName(
    what,
    name,
    hosts.flatMap(({ names }) => names[what]),
  );
}

/** What a deployment has emitted, oldest first. Sequence numbers go on after `clear`, so that a reader's place stays valid. */
function createEventLog() {
  let events: ControlEvent[] = [];
  let last = 0;
  return {
    record(kind: string, about: string, at: number, detail: JsonObject) {
      last += 1;
      events.push(Object.freeze({ ...detail, seq: last, kind, about, at: new Date(at).toISOString() }));
    },
    since: (seq: number): readonly ControlEvent[] => events.filter((event) => event.seq > seq),
    clear() {
      events = [];
    },
  };
}
