import type { ControlEvent } from '../spec/types.ts';
import type { Data, Providers, Provision } from './providers.ts';
import type { Transport } from './transport.ts';

export interface ControlUrls {
  readonly states: string;
  readonly acts: string;
  readonly clock: string | undefined;
  readonly events: string | undefined;
}

/** The control plane answered something that is not in its contract (specs/meta/control-plane.schema.json). */
export class ControlPlaneError extends Error {
  override readonly name = 'ControlPlaneError';
}

/** Speaks the control plane's contract; a refusal is an answer, nonsense is a ControlPlaneError. */
export function controlClient(urls: ControlUrls, send: Transport): Providers {
  let seen = 0;

  async function post(url: string, message: unknown): Promise<Provision> {
    const answer = await send({ method: 'POST', url, headers: { 'content-type': 'application/json' }, body: JSON.stringify(message) });
    if ('failure' in answer) return { refused: `${url}: ${answer.failure.detail}` };
    const { status, text } = answer.response;
    const data = parseObject(text, url);
    if (status >= 200 && status < 300) return { data };
    const reason = typeof data['error'] === 'string' ? data['error'] : `status ${status}`;
    return { refused: typeof data['remedy'] === 'string' ? `${reason} (${data['remedy']})` : reason };
  }

  async function advance(url: string, duration: string): Promise<{ now: string }> {
    const turned = await post(url, { advance: duration });
    if ('refused' in turned) throw new ControlPlaneError(`clock.http: ${turned.refused}`);
    if (typeof turned.data['now'] !== 'string')
      throw new ControlPlaneError(`clock.http ${url}: expected {now}, found ${JSON.stringify(turned.data)}`);
    return { now: turned.data['now'] };
  }

  async function emitted(url: string): Promise<readonly ControlEvent[]> {
    const address = `${url}${url.includes('?') ? '&' : '?'}since=${seen}`;
    const answer = await send({ method: 'GET', url: address, headers: { accept: 'application/json' }, body: undefined });
    if ('failure' in answer) throw new ControlPlaneError(`events.http ${url}: ${answer.failure.detail}`);
    const { events } = parseObject(answer.response.text, url);
    if (!Array.isArray(events) || !events.every(isEvent))
      throw new ControlPlaneError(`events.http ${url}: expected {events: [{seq, kind, at}]}`);
    seen = events.reduce((latest, { seq }) => Math.max(latest, seq), seen);
    return events;
  }

  const { clock, events } = urls;
  return {
    provide: (state, params) => post(urls.states, { state, params, action: 'setup' }),
    remove: (state, data) => post(urls.states, { state, data, action: 'teardown' }),
    act: (act, params) => post(urls.acts, { act, params }),
    advance: clock === undefined ? undefined : (duration) => advance(clock, duration),
    emitted: events === undefined ? undefined : () => emitted(events),
  };
}

function parseObject(text: string, url: string): Data {
  try {
    const value: unknown = text === '' ? {} : JSON.parse(text);
    if (isRecord(value)) return value;
  } catch (cause) {
    throw new ControlPlaneError(`${url}: expected a JSON object, found ${text.slice(0, 60)}`, { cause });
  }
  throw new ControlPlaneError(`${url}: expected a JSON object, found ${text.slice(0, 60)}`);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isEvent(value: unknown): value is ControlEvent {
  return isRecord(value) && typeof value['seq'] === 'number' && typeof value['kind'] === 'string' && typeof value['at'] === 'string';
}
