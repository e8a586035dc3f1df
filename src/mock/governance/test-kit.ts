import { createVirtualClock } from '../kit/clock.ts';
import { createIdentifiers } from '../kit/identifiers.ts';
import { isObject } from '../kit/json.ts';
import type { Data, WireRequest } from '../kit/service.ts';
import { governance } from './service.ts';

/** An answer as tests look at it: the body parsed, undefined where there is none. */
interface Seen {
  readonly status: number;
  readonly body: unknown;
}

/** A governance service in process, with a caller who is let in. */
export interface Kit {
  send(request: Partial<WireRequest>): Promise<Seen & { readonly headers: Data }>;
  /** GET; or another method, with a JSON body */
  call(method: string, path: string, body?: unknown): Promise<Seen>;
  /** the body of an answer that has to be a JSON object */
  object(method: string, path: string, body?: unknown): Promise<Data>;
  /** status and causes of a refusal, as one line */
  refusal(method: string, path: string, body?: unknown): Promise<string>;
  /** the list of an answer of the form {data: […]} */
  list(path: string): Promise<readonly Data[]>;
  provide(state: string, params?: Data): Data;
  act(name: string, params?: Data): Promise<Data>;
  remove(state: string, data: Data): void;
  reset(): void;
  advance(milliseconds: number): void;
  readonly events: readonly string[];
}

export interface KitOptions {
  readonly choices?: Data;
  readonly faults?: readonly string[];
  readonly pause?: (point: string) => Promise<void>;
  readonly limit?: number;
}

export const authorization = 'SSWS mock-governance-token';
export const v1 = '/governance/api/v1';
export const v2 = '/governance/api/v2';

/** Makes a service at the start of 2026 on a virtual clock, with these choices and faults. */
export function createKit({ choices = {}, faults = [], pause = () => Promise.resolve(), limit }: KitOptions = {}): Kit {
  const clock = createVirtualClock();
  const events: string[] = [];
  const surroundings = {
    now: () => clock.now(),
    id: createIdentifiers(7),
    pause,
    emit: (kind: string, about: string) => void events.push(`${kind} ${about}`),
  };
  const hosted = governance.start(
    choices,
    surroundings,
    limit === undefined ? { kind: 'none' } : { kind: 'fixed-first', limit, periodMs: 1000 },
  );
  hosted.switchFaults(faults);
  const send: Kit['send'] = async (request) => {
    const whole = {
      method: 'GET',
      target: '/',
      headers: { authorization },
      body: '',
      remoteAddress: '127.0.0.1',
      origin: 'http://mock.test',
      ...request,
    };
    const { status, headers, body } = await hosted.service.handle(whole);
    const parsed: unknown = body === '' ? undefined : JSON.parse(body);
    return { status, headers, body: parsed };
  };
  const call: Kit['call'] = async (method, target, body) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body), headers: { authorization, 'content-type': 'application/json' } };
    const { status, body: answered } = await send({ method, target, ...sent });
    return { status, body: answered };
  };
  const object: Kit['object'] = async (method, path, body) => {
    const seen = await call(method, path, body);
    if (!isObject(seen.body)) throw new Error(`${method} ${path} answered ${seen.status} without a JSON object`);
    return seen.body;
  };
  return {
    send,
    call,
    object,
    async refusal(method, path, body) {
      const seen = await call(method, path, body);
      const causes: unknown = isObject(seen.body) ? seen.body['errorCauses'] : undefined;
      return [seen.status, ...(Array.isArray(causes) ? causes.filter(isObject).map(({ errorSummary }) => String(errorSummary)) : [])].join(
        '; ',
      );
    },
    async list(path) {
      const { data } = await object('GET', path);
      return Array.isArray(data) ? data.filter(isObject) : [];
    },
    provide: (state, params = {}) => hosted.service.provide(state, params),
    act: (name, params = {}) => hosted.service.act(name, params),
    remove: (state, data) => hosted.service.remove(state, data),
    reset: () => hosted.service.reset(),
    advance: (milliseconds) => clock.advance(milliseconds),
    events,
  };
}

/** Makes two callers meet: the first who comes to the suspension point waits until `go` is called. */
export interface Gate {
  readonly pause: (at: string) => Promise<void>;
  readonly reached: Promise<void>;
  readonly go: () => void;
}

export function createGate(point: string): Gate {
  let arrive = (): void => undefined;
  let go = (): void => undefined;
  const reached = new Promise<void>((resolve) => (arrive = resolve));
  const opened = new Promise<void>((resolve) => (go = resolve));
  let first = true;
  return {
    reached,
    go: () => go(),
    async pause(at) {
      if (at !== point || !first) return;
      first = false;
      arrive();
      await opened;
    },
  };
}
