import { isObject } from '../kit/json.ts';
import type { JsonObject, WireRequest } from '../kit/service.ts';
import { startAlone, type AloneOptions, type Reply } from '../kit/test-service.ts';
import { governance } from './service.ts';

/** A governance service in process, with a caller who is let in. */
export interface Fixture {
  send(request: Partial<WireRequest>): Promise<Reply>;
  /** GET; or another method, with a JSON body */
  call(method: string, path: string, body?: unknown): Promise<Pick<Reply, 'status' | 'body'>>;
  /** the body of an answer that has to be a JSON object */
  object(method: string, path: string, body?: unknown): Promise<JsonObject>;
  /** status and causes of a refusal, as one line */
  refusal(method: string, path: string, body?: unknown): Promise<string>;
  /** the list of an answer of the form {data: […]} */
  list(path: string): Promise<readonly JsonObject[]>;
  provide(state: string, params?: JsonObject): JsonObject;
  act(name: string, params?: JsonObject): Promise<JsonObject>;
  remove(state: string, data: JsonObject): void;
  reset(): void;
  advance(milliseconds: number): void;
  readonly events: readonly string[];
}

export interface FixtureOptions extends Omit<AloneOptions, 'limiter' | 'seed'> {
  readonly limit?: number;
}

export const authorization = 'SSWS mock-governance-token';
export const v1 = '/governance/api/v1';
export const v2 = '/governance/api/v2';

/** Makes a service at the start of 2026 on a virtual clock, with these choices and faults. */
export function createFixture({ limit, ...options }: FixtureOptions = {}): Fixture {
  const limiter = limit === undefined ? { kind: 'none' as const } : { kind: 'fixed-first' as const, limit, periodMs: 1000 };
  const { service, clock, emitted, exchange } = startAlone(governance, 'http://mock.test', { ...options, limiter, seed: 7 });
  const send: Fixture['send'] = ({ method = 'GET', target = '/', body, ...more }) =>
    exchange(method, target, body, { remoteAddress: '127.0.0.1', headers: { authorization }, ...more });
  const call: Fixture['call'] = async (method, target, body) => {
    const { status, body: answered } = await exchange(method, target, body, { headers: { authorization } });
    return { status, body: answered };
  };
  const object: Fixture['object'] = async (method, path, body) => {
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
    provide: (state, params = {}) => service.provide(state, params),
    act: (name, params = {}) => service.act(name, params),
    remove: (state, data) => service.remove(state, data),
    reset: () => service.reset(),
    advance: (milliseconds) => clock.advance(milliseconds),
    get events() {
      return emitted.map(({ kind, about }) => `${kind} ${about}`);
    },
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
