import { isObject } from '../kit/json.ts';
import type { JsonObject, WireRequest } from '../kit/service.ts';
import { memberAt, startAlone, type Alone, type AloneOptions, type Reply as PlainReply } from '../kit/test-service.ts';
import { adminApiToken, authentication } from './service.ts';

/** An answer with its body read; `at` follows a path of members and indices into it. */
export interface Reply extends PlainReply {
  readonly at: (...path: readonly (string | number)[]) => unknown;
  /** the state token, or an empty string */
  readonly stateToken: string;
  /** HTTP status, then transaction status or error code, then what stands in the links */
  readonly gist: string;
}

export interface More {
  readonly trusted?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The service alone, in process, with what tests need to drive it. */
export interface TryOut extends Alone {
  readonly mails: readonly string[];
  /** who was sent a code */
  readonly codes: readonly string[];
  provide(state: string, params?: JsonObject): Readonly<Record<string, string>>;
  send(method: string, target: string, body?: unknown, more?: More & Partial<WireRequest>): Promise<Reply>;
  /** POST /api/v1/authn */
  authn(body: JsonObject, more?: More): Promise<Reply>;
  /** POST on a path under /api/v1/authn with this transaction's state token */
  step(path: string, transaction: Reply, body?: JsonObject, more?: More): Promise<Reply>;
  /** signs in with the login and password of a provider state's data */
  signIn(data: Readonly<Record<string, string>>, body?: JsonObject, more?: More): Promise<Reply>;
}

export function tryOut(options: AloneOptions = {}): TryOut {
  const alone = startAlone(authentication, 'https://id.test', options);
  const about = (kind: string): readonly string[] => alone.emitted.filter((event) => event.kind === kind).map((event) => event.about);
  const send: TryOut['send'] = async (method, target, body, { trusted = false, headers, ...more } = {}) => {
    const authorization = trusted ? { authorization: `SSWS ${adminApiToken}` } : {};
    return reply(await alone.exchange(method, target, body, { ...more, headers: { ...authorization, ...headers } }));
  };
  const authn: TryOut['authn'] = (body, more) => send('POST', '/api/v1/authn', body, more);
  return {
    ...alone,
    get mails() {
      return about('new-device-email');
    },
    get codes() {
      return about('factor-code');
    },
    send,
    authn,
    provide: (state, params = {}) =>
      Object.fromEntries(Object.entries(alone.service.provide(state, params)).map(([name, value]) => [name, String(value)])),
    step: (path, { stateToken }, body = {}, more = {}) => send('POST', `/api/v1/authn/${path}`, { stateToken, ...body }, more),
    signIn: ({ login, password }, body = {}, more = {}) => authn({ username: login, password, ...body }, more),
  };
}

function reply({ status, headers, body }: PlainReply): Reply {
  const at: Reply['at'] = (...path) => memberAt(body, ...path);
  return { status, headers, body, at, stateToken: textOf(at('stateToken')), gist: gistOf(status, at) };
}

function gistOf(status: number, at: Reply['at']): string {
  const links = at('_links');
  const names = isObject(links)
    ? Object.keys(links).map((relation) => (relation === 'next' ? `next=${String(at('_links', 'next', 'name'))}` : relation))
    : [];
  return [String(status), textOf(at('status') ?? at('errorCode')), ...names].join(' ');
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
