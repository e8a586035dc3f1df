import type { Server } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { CodedError } from '../../model/errors.ts';
import { FUNCTION, NAMES, OBJECT, objectOf, TEXT, valueMistake, wholeNumber, type OptionRule } from '../../model/options.ts';
import { createControlPlane } from './control-plane.ts';
import type { ControlEvent } from './control.ts';
import { createDeployment, type Control, type DeploymentOptions } from './deployment.ts';
import { documentNames, isDocumentName, perDocument, type DocumentName } from './documents.ts';
import { createHttpServer } from './http-adapter.ts';
import type { Injection } from './injections.ts';
import type { JournalFilter, JournalPage } from './journal.ts';
import { limiterKinds, type LimiterSettings } from './limiter.ts';
import type { JsonObject } from './service.ts';
import { presetChoices, type ChosenValues } from './choice-settings.ts';

export interface MockOptions extends DeploymentOptions {
  /** 0, or none, is a free one */
  readonly ports?: Readonly<Partial<Record<DocumentName | 'control', number>>>;
  /** address to listen on; 127.0.0.1 unless told */
  readonly address?: string;
}

/** A mock that listens: base addresses without a slash at the end. */
export interface RunningMock {
  readonly services: Readonly<Record<DocumentName, string>>;
  readonly control: string;
  /** what is chosen where a document permits several answers; defaults elsewhere */
  readonly choices: ChosenValues;
  /**
   * Brings a provider state about and answers its data, as `POST /states` of the control plane does.
   * @throws ControlError for a state or parameter that there is not
   * @example const { login, password } = mock.state('a user who can sign in');
   */
  state(name: string, params?: JsonObject): JsonObject;
  /** Lets something happen outside of the API; answers what it brought about. Rejects with ControlError for an act that there is not. */
  act(name: string, params?: JsonObject): Promise<JsonObject>;
  readonly clock: {
    /** turns the clock forward by an ISO 8601 duration; throws ControlError where it is the real one */
    advance(duration: string): { readonly now: string };
  };
  readonly faults: {
    /** the faults that are on from now, by id; throws ControlError for one that there is not */
    set(ids: readonly string[]): void;
  };
  readonly limiter: {
    /** for one service, or for all */
    set(settings: LimiterSettings, service?: DocumentName): void;
  };
  /** what the mock emitted after that sequence number, oldest first */
  events(since?: number): readonly ControlEvent[];
  /** empties the stores, the events, the journal and the limiters' counts; clock, faults, injections and settings stay */
  reset(): void;
  /**
   * Requests that the mock has answered since the last reset, oldest first, and how many were dropped.
   * @example mock.journal({ operation: 'authenticate' }).requests.length
   */
  journal(filter?: JournalFilter): JournalPage;
  /**
   * Injects latency, closed connections or statuses into operations, in the place of all before.
   * @example mock.inject([{ operation: 'authenticate', delayMs: 200, status: 503 }]); // and mock.inject([]) clears
   */
  inject(injections: readonly Injection[]): void;
  /** frees the ports, and ends connections that are open */
  close(): Promise<void>;
}

const PORT = wholeNumber(0, 65_535);
const LIMITER: OptionRule = {
  ...objectOf<LimiterSettings>({ kind: TEXT, limit: wholeNumber(1), periodMs: wholeNumber(1) }),
  expected: `{ kind, limit, periodMs }, kind one of ${limiterKinds.join(', ')}`,
  holds: (value) => limiterKinds.some((kind) => kind === Object(value).kind),
};
const OPTIONS = objectOf<MockOptions>({
  ports: objectOf({ ...perDocument(() => PORT), control: PORT }),
  address: TEXT,
  seed: wholeNumber(0),
  clock: { expected: '{ now: () => milliseconds }', holds: (value) => typeof Object(value).now === 'function' },
  limiter: LIMITER,
  preset: TEXT,
  choices: objectOf(perDocument(() => OBJECT)),
  fixtures: OBJECT,
  faults: NAMES,
  pause: FUNCTION,
});
const SERVICE: OptionRule = {
  expected: `one of ${documentNames.join(', ')}`,
  holds: (value) => value === undefined || isDocumentName(value),
};
const FILTER = objectOf<JournalFilter>({ operation: TEXT, state: TEXT, from: TEXT, to: TEXT });
const INJECTIONS: OptionRule = { expected: 'a list of injections', holds: Array.isArray };

/** What a program passes, where it fits. */
function fit<Value>(about: string, value: Value, rule: OptionRule): Value {
  const mistake = valueMistake(about, value, rule);
  if (mistake !== undefined) throw new CodedError('mock-value', mistake);
  return value;
}

/** Long enough for a second caller to arrive meanwhile, where a fault needs two callers at once to show. */
const overlapMs = 5;

/**
 * Starts a deployment on HTTP, a port for each service and one for the control plane. Rejects with what to do where a
 * port cannot be had, or an option is none or has no value of its kind; throws ControlError for an unknown preset, choice or fault.
 * @example const mock = await startMock({ preset: 'client-libraries' });
 * @example const mock = await startMock({ limiter: { kind: 'fixed-first', limit: 60, periodMs: 10_000 } });
 */
export async function startMock(options: MockOptions = {}): Promise<RunningMock> {
  fit('startMock', options, OPTIONS);
  demandOwnPorts(options.ports);
  let control: Control | undefined;
  const overlap = async (): Promise<void> => {
    if (control !== undefined && needsOverlap(control)) await wait(overlapMs);
  };
  const deployment = createDeployment({ pause: overlap, ...options });
  const own = deployment.control;
  control = own;
  const address = options.address ?? '127.0.0.1';
  const open: Server[] = [];
  const listen = async (name: DocumentName | 'control', handle: Parameters<typeof createHttpServer>[0]): Promise<string> => {
    const server = createHttpServer(handle);
    open.push(server);
    const port = await listenOn(server, name, address, options.ports?.[name] ?? 0);
    return `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
  };
  const serve = (name: DocumentName): Promise<string> => listen(name, (request) => deployment.services[name].handle(request));
  try {
    const [privilegedAccess, authentication, governance, plane] = await Promise.all([
      serve('privileged-access'),
      serve('authentication'),
      serve('governance'),
      listen('control', createControlPlane(own)),
    ]);
    return {
      services: { 'privileged-access': privilegedAccess, authentication, governance },
      control: plane,
      choices: presetChoices(options.preset, options.choices),
      state: (name, params = {}) => own.provide(name, fit('mock.state: params', params, OBJECT)),
      act: async (name, params = {}) => own.act(name, fit('mock.act: params', params, OBJECT)),
      clock: { advance: (duration) => own.advance(duration) },
      faults: { set: (ids) => own.switchFaults(fit('mock.faults.set: ids', ids, NAMES)) },
      limiter: {
        set: (settings, service) =>
          own.setLimiter(fit('mock.limiter.set: settings', settings, LIMITER), fit('mock.limiter.set: service', service, SERVICE)),
      },
      events: (since = 0) => own.events(fit('mock.events: since', since, wholeNumber(0))),
      reset: () => own.reset(),
      journal: (filter = {}) => own.journal(fit('mock.journal: filter', filter, FILTER)),
      inject: (injections) => own.inject(fit('mock.inject: injections', injections, INJECTIONS)),
      close: () => closeAll(open),
    };
  } catch (error) {
    await closeAll(open);
    throw error;
  }
}

function needsOverlap(control: Control): boolean {
  const on = control.faults();
  return on.length > 0 && control.knownFaults().some(({ id, difficulty }) => difficulty === 'concurrency' && on.includes(id));
}

/** Two of one mock on one port would blame each other as a stranger. */
function demandOwnPorts(ports: MockOptions['ports'] = {}): void {
  const taken = Object.entries(ports).filter(([, port]) => port > 0);
  for (const [name, port] of taken) {
    const [first] = taken.find(([, other]) => other === port) ?? [name];
    const why = `port ${port} is meant for both ${first} and ${name}`;
    if (first !== name)
      throw new CodedError('mock-port', `The mock cannot start: ${why}. Choose another port for one of them, or 0 for a free one.`);
  }
}

function listenOn(server: Server, name: string, address: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why =
        error.code === 'EADDRINUSE' ? `port ${port} on ${address} is in use` : `cannot listen on ${address} port ${port}: ${error.message}`;
      const message = `The mock's ${name} service cannot start: ${why}. Choose another port, or 0 for a free one.`;
      reject(new CodedError('mock-port', message, { cause: error }));
    });
    server.listen(port, address, () => {
      const bound = server.address();
      resolve(typeof bound === 'object' && bound !== null ? bound.port : port);
    });
  });
}

async function closeAll(servers: readonly Server[]): Promise<void> {
  await Promise.all(
    servers.map(
      (server) =>
        new Promise<void>((resolve) => {
          server.close(() => resolve());
          server.closeAllConnections();
        }),
    ),
  );
}
