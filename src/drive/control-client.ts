import type { ControlEvent } from '../model/types.ts';
import type { ControlAddress } from '../profile/profile.ts';
import type { Source } from '../profile/sources.ts';
import { lengthOf } from '../profile/duration.ts';
import { parsedJson } from '../model/json-text.ts';
import { ControlPlaneError, shortened, type JsonObject, type Done, type Provider, type Providers, type Refusal } from './providers.ts';
import type { HttpMethod, Transport } from './transport.ts';

/** Provider states by Pact's convention, acts likewise (specs/meta/control-plane.schema.json). What is no answer of it is a refusal too. */
export function httpProvider({ url, acts, headers }: Extract<Source, { kind: 'http' }>, send: Transport): Provider {
  return {
    setUp: ({ entry, params }) => ask({ url, headers }, send, 'POST', { state: entry.name, params, action: 'setup' }),
    takeDown: (state, data) => ask({ url, headers }, send, 'POST', { state, data, action: 'teardown' }),
    act: (act, params) => ask({ url: acts, headers }, send, 'POST', { act, params }),
  };
}

/** A clock may count whole seconds, before and after. */
const GRAIN_MS = 2_000;
const EARLIEST = 0;
const LATEST = Date.UTC(9999, 0);

/** Turns the clock forward by an ISO 8601 duration; throws ControlPlaneError where it does not say what time it is then, or was not turned. */
export function clockClient(address: ControlAddress, send: Transport): NonNullable<Providers['advance']> {
  let before = Number.NEGATIVE_INFINITY;
  return async (duration) => {
    const least = before + lengthOf(duration) - GRAIN_MS;
    const turned = await ask(address, send, 'POST', { advance: duration });
    if ('refused' in turned) throw new ControlPlaneError(`clock.http: ${turned.refused}`);
    const { now } = turned.data;
    const moment = typeof now === 'string' ? Date.parse(now) : Number.NaN;
    // Beyond, lengths of time lead to moments that no calendar of this machine has.
    if (typeof now !== 'string' || !(moment >= EARLIEST && moment < LATEST))
      throw new ControlPlaneError(
        `clock.http: ${address.url}: expected {now} in ISO 8601, of the years 1970 to 9998, found ${excerptOf(turned.data)}`,
      );
    before = moment;
    if (before < least)
      throw new ControlPlaneError(
        `clock.http: ${address.url}: expected ${new Date(least).toISOString()} or later after it was turned by ${duration}, found ${now}`,
      );
    return { now };
  };
}

/** Reads the events since the last look; throws ControlPlaneError where there is no list of them. */
export function eventsClient(address: ControlAddress, send: Transport): () => Promise<readonly ControlEvent[]> {
  let seen = 0;
  return async () => {
    const since = `${address.url}${address.url.includes('?') ? '&' : '?'}since=${seen}`;
    const read = await ask({ ...address, url: since }, send, 'GET', undefined);
    if ('refused' in read) throw new ControlPlaneError(`events.http: ${read.refused}`);
    const { events } = read.data;
    if (!Array.isArray(events) || !events.every(isEvent))
      throw new ControlPlaneError(`events.http: ${address.url}: expected {events: [{seq, kind, at}]}, found ${excerptOf(read.data)}`);
    seen = events.reduce((latest, { seq }) => Math.max(latest, seq), seen);
    return events;
  };
}

async function ask(address: ControlAddress, send: Transport, method: HttpMethod, message: unknown): Promise<Done> {
  return askFor(isRecord, 'a JSON object', address, send, method, message);
}

/** Asks an address beside the services. What it refuses, and what is not as expected, is a refusal. */
export async function askFor<Value>(
  isExpected: (value: unknown) => value is Value,
  expected: string,
  { url, headers }: ControlAddress,
  send: Transport,
  method: HttpMethod,
  message?: unknown,
): Promise<{ readonly data: Value } | Refusal> {
  const content = message === undefined ? {} : { 'content-type': 'application/json' };
  const body = message === undefined ? undefined : JSON.stringify(message);
  const answer = await send({ method, url, headers: { accept: 'application/json', ...content, ...headers }, body });
  if ('failure' in answer) return broken(`${url}: ${answer.failure.detail}`);
  const { status, text } = answer.response;
  // No JSON at all is said without the text, which may hold secrets.
  const data = text === '' ? {} : parsedJson(text);
  if (status >= 300 && status < 400) return broken(`${url}: redirects (status ${status}); name the address that it leads to`);
  if (status < 300) return isExpected(data) ? { data } : broken(`${url}: expected ${expected}, found ${kindOf(text)} (status ${status})`);
  if (!isRecord(data)) return broken(`${url}: expected a JSON object, found ${kindOf(text)} (status ${status})`);
  const reason = typeof data['error'] === 'string' ? data['error'] : `${url}: status ${status}`;
  const told = typeof data['remedy'] === 'string' ? `${reason} (${data['remedy']})` : reason;
  return { refused: shortened(told) };
}

function broken(refused: string): Refusal {
  return { refused, broken: true };
}

/** What an answer is, without a word of it. */
function kindOf(text: string): string {
  if (/^\s*</.test(text)) return 'a web page or XML';
  if (/^\s*\[/.test(text)) return 'an array';
  return parsedJson(text) === undefined ? 'none, or one nested beyond reason' : 'another JSON value';
}

function excerptOf(data: JsonObject): string {
  const names = Object.keys(data);
  return names.length === 0 ? 'nothing' : `{${names.join(', ')}}`;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** True for what the target emitted, as the contract tells it: {seq, kind, at}. */
export function isEvent(value: unknown): value is ControlEvent {
  return (
    typeof value === 'object' &&
    value !== null &&
    'seq' in value &&
    typeof value.seq === 'number' &&
    'kind' in value &&
    typeof value.kind === 'string' &&
    'at' in value &&
    typeof value.at === 'string'
  );
}
