import { createVirtualClock, type VirtualClock } from '../kit/clock.ts';
import type { Hosted } from '../kit/define-service.ts';
import { createIdentifiers } from '../kit/identifiers.ts';
import { isObject, memberAt } from '../kit/json.ts';
import type { LimiterSettings } from '../kit/limiter.ts';
import type { Data, WireRequest, WireResponse } from '../kit/service.ts';
import { adminApiToken, authentication } from './service.ts';

/** An answer with its body read; `at` follows a path of members and indices into it. */
export interface Reply {
  readonly status: number;
  readonly headers: WireResponse['headers'];
  readonly body: unknown;
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
export interface TryOut extends Hosted {
  readonly clock: VirtualClock;
  readonly mails: readonly string[];
  /** who was sent a code */
  readonly codes: readonly string[];
  provide(state: string, params?: Data): Readonly<Record<string, string>>;
  send(method: string, target: string, body?: unknown, more?: More & Partial<WireRequest>): Promise<Reply>;
  /** POST /api/v1/authn */
  authn(body: Data, more?: More): Promise<Reply>;
  /** POST on a path under /api/v1/authn with this transaction's state token */
  step(path: string, transaction: Reply, body?: Data, more?: More): Promise<Reply>;
  /** signs in with the login and password of a provider state's data */
  signIn(data: Readonly<Record<string, string>>, body?: Data, more?: More): Promise<Reply>;
}

export interface TryOutOptions {
  readonly choices?: Data;
  readonly faults?: readonly string[];
  readonly limiter?: LimiterSettings;
  readonly pause?: (point: string) => Promise<void>;
  readonly seed?: number;
}

export function tryOut(options: TryOutOptions = {}): TryOut {
  const clock = createVirtualClock();
  const mails: string[] = [];
  const codes: string[] = [];
  const surroundings = {
    now: () => clock.now(),
    id: createIdentifiers(options.seed ?? 1),
    pause: options.pause ?? (() => Promise.resolve()),
    emit: (kind: string, about: string) =>
      void (kind === 'new-device-email' ? mails.push(about) : kind === 'factor-code' && codes.push(about)),
  };
  const hosted = authentication.start(options.choices ?? {}, surroundings, options.limiter ?? { kind: 'none' });
  hosted.switchFaults(options.faults ?? []);
  const send: TryOut['send'] = async (method, target, body, { trusted = false, headers, ...more } = {}) => {
    const content = body === undefined ? {} : { 'content-type': 'application/json' };
    const authorization = trusted ? { authorization: `SSWS ${adminApiToken}` } : {};
    const text = typeof body === 'string' || body === undefined ? (body ?? '') : JSON.stringify(body);
    const request: WireRequest = {
      method,
      target,
      remoteAddress: '192.0.2.1',
      origin: 'https://id.test',
      body: text,
      ...more,
      headers: { ...content, ...authorization, ...headers },
    };
    return reply(await hosted.service.handle(request));
  };
  const authn: TryOut['authn'] = (body, more) => send('POST', '/api/v1/authn', body, more);
  return {
    ...hosted,
    clock,
    mails,
    codes,
    send,
    authn,
    provide: (state, params = {}) =>
      Object.fromEntries(Object.entries(hosted.service.provide(state, params)).map(([name, value]) => [name, String(value)])),
    step: (path, { stateToken }, body = {}, more = {}) => send('POST', `/api/v1/authn/${path}`, { stateToken, ...body }, more),
    signIn: ({ login, password }, body = {}, more = {}) => authn({ username: login, password, ...body }, more),
  };
}

function reply({ status, headers, body: text }: WireResponse): Reply {
  const body: unknown = text === '' ? undefined : JSON.parse(text);
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
