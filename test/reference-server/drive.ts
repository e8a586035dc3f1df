import { within } from './http/call.ts';
import { startSecondDeployment } from './start.ts';

type Body = Readonly<Record<string, unknown>> | readonly unknown[] | URLSearchParams | null;

interface Sent {
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Body;
}

/** A response, and what stands in its body under a path: `made/0/it`. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly at: (path: string) => unknown;
  readonly text: (path: string) => string;
}

/** The deployment, driven by plain requests; paths of `send` begin with the name of a service. */
export interface Driver {
  readonly send: (line: string, sent?: Sent) => Promise<Answer>;
  readonly state: (name: string, params?: Body) => Promise<Answer>;
  readonly takeDown: (name: string, state: Answer) => Promise<Answer>;
  readonly act: (name: string, params?: Body) => Promise<Answer>;
  readonly later: (duration: string) => Promise<Answer>;
  readonly events: () => Promise<number>;
  /** who got the last e-mail */
  readonly told: () => Promise<unknown>;
  readonly faults: (ids: readonly string[]) => Promise<Answer>;
  readonly apiToken: string;
  readonly close: () => Promise<void>;
}

export async function startDriver(): Promise<Driver> {
  const { environment, close } = await startSecondDeployment();
  const address = (name: string): string => environment[name] ?? '';
  const services: Readonly<Record<string, string>> = {
    pam: address('REFERENCE_PRIVILEGED_ACCESS'),
    authn: address('REFERENCE_AUTHENTICATION'),
    gov: address('REFERENCE_GOVERNANCE'),
    unpaid: address('REFERENCE_GOVERNANCE'),
  };
  const keys: Readonly<Record<string, string>> = {
    gov: `key=${address('REFERENCE_GOVERNANCE_KEY')}`,
    unpaid: `key=${address('REFERENCE_UNPAID_KEY')}`,
  };
  const control = (name: string, body: Body, method = 'POST'): Promise<Answer> =>
    request(address(name), method, { 'content-type': 'application/json' }, body);
  const events = async (): Promise<readonly unknown[]> => {
    const events = (await request(address('REFERENCE_EVENTS'), 'GET', {}, undefined)).at('events');
    return Array.isArray(events) ? events : [];
  };
  return {
    send: (line, { token, headers = {}, body } = {}) => {
      const [method = '', target = ''] = line.split(' ');
      const service = target.split('/')[0] ?? '';
      const type = { ...(body !== undefined && !(body instanceof URLSearchParams) && { 'content-type': 'application/json' }) };
      const credential = { ...(token !== undefined && { authorization: `Bearer ${token}` }), 'x-steward': keys[service] ?? '' };
      return request(`${services[service]}${target.slice(service.length)}`, method, { ...type, ...credential, ...headers }, body);
    },
    state: (state, params = {}) => control('REFERENCE_PREPARE', { state, action: 'setup', params }),
    takeDown: (state, { at }) => control('REFERENCE_PREPARE', { state, action: 'teardown', data: at('') }),
    act: (act, params = {}) => control('REFERENCE_ACTS', { act, params }),
    later: (advance) => control('REFERENCE_CLOCK', { advance }),
    events: async () => (await events()).length,
    told: async () => within((await events()).at(-1), 'about'),
    faults: (faults) => control('REFERENCE_FAULTS', { faults }, 'PUT'),
    apiToken: address('REFERENCE_API_TOKEN'),
    close,
  };
}

async function request(url: string, method: string, headers: Readonly<Record<string, string>>, body: Body | undefined): Promise<Answer> {
  const sent = body === undefined || body instanceof URLSearchParams ? body : JSON.stringify(body);
  const response = await fetch(url, { method, headers, redirect: 'manual', ...(sent !== undefined && { body: sent }) });
  const text = await response.text();
  const json: unknown = /json/i.test(response.headers.get('content-type') ?? '') ? JSON.parse(text) : undefined;
  const at = (path: string): unknown => path.split('/').filter(Boolean).reduce<unknown>(inside, json);
  return { status: response.status, headers: response.headers, at, text: (path) => String(at(path)) };
}

function inside(value: unknown, name: string): unknown {
  return Array.isArray(value) ? value[Number(name)] : within(value, name.replaceAll('~1', '/').replaceAll('~0', '~'));
}
