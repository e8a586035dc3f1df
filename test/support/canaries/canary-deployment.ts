import { once } from 'node:events';
import { createControlPlane } from '../../../src/mock/kit/control-plane.ts';
import { createDeployment } from '../../../src/mock/kit/deployment.ts';
import { createHttpServer } from '../../../src/mock/kit/http-adapter.ts';
import type { WireRequest, WireResponse } from '../../../src/mock/kit/service.ts';
import type { MockAddresses } from '../prepared-accounts.ts';
import { echoes } from './forms.ts';
import { secretsOf } from './harvest.ts';

/** A deployment whose secrets are known, and which lets slip what it was told in every form that there is. */
export interface CanaryDeployment extends MockAddresses {
  readonly secrets: ReadonlySet<string>;
  close(): void;
}

type Handle = (request: WireRequest) => Promise<WireResponse>;

/** Data of provider states that are handed over as canaries: full of characters that encodings have ideas about. */
const REPLACED = /^(password|weakPassword|otherPassword|proof|token|key_secret|admin_key_secret|security_admin_key_secret)$/;

export async function startCanaryDeployment(faults: readonly string[]): Promise<CanaryDeployment> {
  const secrets = new Set<string>();
  const real = new Map<string, string>();
  const deployment = createDeployment({ seed: 11, faults });
  const canaryFor = (value: string): string => {
    const canary = `Kæn "${real.size}"\\ + %2F&<cañary>='${Buffer.from(value).toString('base64')}/`;
    real.set(canary, value);
    return canary;
  };

  const withReal = (request: WireRequest): WireRequest => ({ ...request, body: replaced(request.body, (text) => real.get(text) ?? text) });
  let turn = 0;
  const note = (found: readonly string[]): void => {
    for (const secret of found) if (secret !== '') secrets.add(secret);
  };

  /** Notes what passes, and adds echoes of the latest secrets to the answer. */
  const leaky =
    (handle: Handle): Handle =>
    async (request) => {
      note(secretsOf(request.headers, request.body));
      const response = await handle(withReal(request));
      note(secretsOf(response.headers, response.body));
      const latest = [...secrets].slice(-2);
      const [last = ''] = latest.slice(-1);
      turn += 1;
      const headers = { 'x-echo': Buffer.from(`of ${last}`).toString('base64'), 'x-echo-percent': encodeURIComponent(last) };
      return { ...response, headers: { ...response.headers, ...headers }, body: withEchoes(response.body, latest, turn) };
    };

  /** Hands canaries out, and refuses the first act of each name in words that hold secrets. */
  const control = createControlPlane(deployment.control);
  const refused = new Set<string>();
  const plane: Handle = async (request) => {
    note(secretsOf(request.headers, ''));
    const latest = [...secrets].slice(-2);
    if (request.target === '/acts' && !refused.has(request.body)) {
      refused.add(request.body);
      if (refused.size % 20 === 1) return refusal(latest);
    }
    const response = await control(withReal(request));
    if (request.target.startsWith('/events')) return { ...response, body: withEchoes(response.body, latest, (turn += 1)) };
    if (request.target !== '/states') return response;
    const body = replacedByName(response.body, canaryFor);
    note(secretsOf({}, body));
    return { ...response, body };
  };

  const servers = {
    'privileged-access': createHttpServer(leaky((request) => deployment.services['privileged-access'].handle(request))),
    authentication: createHttpServer(leaky((request) => deployment.services.authentication.handle(request))),
    governance: createHttpServer(leaky((request) => deployment.services.governance.handle(request))),
    control: createHttpServer(plane),
  };
  const urls = new Map<string, string>();
  for (const [name, server] of Object.entries(servers)) {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    urls.set(name, `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`);
  }
  const at = (name: string): string => urls.get(name) ?? '';
  return {
    services: { 'privileged-access': at('privileged-access'), authentication: at('authentication'), governance: at('governance') },
    control: at('control'),
    secrets,
    close: () => {
      for (const server of Object.values(servers)) {
        server.close();
        server.closeAllConnections();
      }
    },
  };
}

function refusal(latest: readonly string[]): WireResponse {
  const error = `not now: ${latest.flatMap((secret) => Object.values(echoes(secret))).join(' ')}`;
  return { status: 400, headers: { 'content-type': 'application/json' }, body: JSON.stringify({ error, remedy: latest.join(' ') }) };
}

/** So many forms are echoed at a time, in turn: answers that carry all would be more than a run stores. */
const AT_ONCE = 8;

function someEchoes(secret: string, turn: number): Readonly<Record<string, string>> {
  const all = Object.entries(echoes(secret));
  const some = Array.from({ length: AT_ONCE }, (_, index) => all[(turn * AT_ONCE + index) % all.length] ?? ['', '']);
  return { raw: secret, ...Object.fromEntries(some) };
}

/** A member beside those that the document names, which objects stay open to. */
function withEchoes(body: string, latest: readonly string[], turn: number): string {
  const value = jsonOf(body);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return body;
  return JSON.stringify({ ...value, 'x-echo': latest.map((secret) => someEchoes(secret, turn)), [`x-${latest[0] ?? ''}`]: 1 });
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    // Not JSON: it stays as it is.
    return undefined;
  }
}

function replaced(body: string, change: (text: string) => string): string {
  const value = jsonOf(body);
  return value === undefined ? body : JSON.stringify(mapped(value, (_name, text) => change(text)));
}

function replacedByName(body: string, change: (text: string) => string): string {
  const value = jsonOf(body);
  return value === undefined ? body : JSON.stringify(mapped(value, (name, text) => (REPLACED.test(name) ? change(text) : text)));
}

function mapped(value: unknown, change: (name: string, text: string) => string, name = ''): unknown {
  if (typeof value === 'string') return change(name, value);
  if (Array.isArray(value)) return value.map((entry) => mapped(entry, change, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, mapped(entry, change, key)]));
}
