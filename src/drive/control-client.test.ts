import { expect, test } from 'vitest';
import { clockClient, eventsClient, httpProvider } from './control-client.ts';
import { fakeTransport, NO_CONNECTION, type Reply } from './transport-fixtures.ts';
import { ControlPlaneError } from './providers.ts';

const STATES = 'http://c.test/states';
const ACTS = 'http://c.test/acts';
const entry = { name: 'a shut door', about: 'a door that is shut' };
const demand = { entry, params: { size: 2 }, spends: false };

function provider(reply: Reply): ReturnType<typeof httpProvider> & ReturnType<typeof fakeTransport> {
  const target = fakeTransport(() => reply);
  const headers = { authorization: 'Bearer of-the-states' };
  return {
    ...httpProvider({ kind: 'http', key: 'providerStates.0', cost: 0, provides: undefined, url: STATES, acts: ACTS, headers }, target.send),
    ...target,
  };
}

test('provider states and acts are posted with the headers of the source, and their data comes back', async () => {
  const { setUp, takeDown, act, requests } = provider({ body: { id: '1' } });
  expect([await setUp(demand, false), await takeDown('a shut door', { id: '1' }), await act('break the door', {})]).toEqual([
    { data: { id: '1' } },
    { data: { id: '1' } },
    { data: { id: '1' } },
  ]);
  expect(requests.map(({ method, url, body, headers }) => [method, url, JSON.parse(body ?? ''), headers['authorization']])).toEqual([
    ['POST', STATES, { state: 'a shut door', params: { size: 2 }, action: 'setup' }, 'Bearer of-the-states'],
    ['POST', STATES, { state: 'a shut door', data: { id: '1' }, action: 'teardown' }, 'Bearer of-the-states'],
    ['POST', ACTS, { act: 'break the door', params: {} }, 'Bearer of-the-states'],
  ]);
});

test.each<[string, Reply, object]>([
  ['no content is no data', { status: 204 }, { data: {} }],
  [
    'a refusal is told with its remedy',
    { status: 404, body: { error: 'no such state', remedy: 'see GET /states' } },
    { refused: 'no such state (see GET /states)' },
  ],
  [
    'no more is told of a refusal than people read',
    { status: 500, body: { error: 'no'.repeat(1e6) } },
    { refused: expect.stringMatching(/^(?:no){900}… \(of 2000000 characters, sha256 [0-9a-f]{64}\)$/) },
  ],
  ['a refusal without words is told by its status', { status: 500 }, { refused: 'http://c.test/states: status 500' }],
  ['a dead control plane is broken', NO_CONNECTION, { refused: 'http://c.test/states: connect ECONNREFUSED', broken: true }],
  [
    'a web page is no answer of it',
    { status: 404, text: '<!doctype html><p>secret' },
    { refused: 'http://c.test/states: expected a JSON object, found a web page or XML (status 404)', broken: true },
  ],
  [
    'an array is no answer of it, and is not told',
    { body: ['secret'] },
    { refused: 'http://c.test/states: expected a JSON object, found an array (status 200)', broken: true },
  ],
  [
    'a text is no answer of it, and is not told',
    { body: 'secret' },
    { refused: 'http://c.test/states: expected a JSON object, found another JSON value (status 200)', broken: true },
  ],
  [
    'what is nested without end is no answer of it',
    { text: `${'{"id":'.repeat(100_000)}1${'}'.repeat(100_000)}` },
    { refused: 'http://c.test/states: expected a JSON object, found none, or one nested beyond reason (status 200)', broken: true },
  ],
  [
    'a redirect is not followed',
    { status: 302 },
    { refused: 'http://c.test/states: redirects (status 302); name the address that it leads to', broken: true },
  ],
])('%s', async (_what, reply, wanted) => {
  expect(await provider(reply).setUp(demand, false)).toEqual(wanted);
});

test('a clock that was not turned as far as it was told is told with its key', async () => {
  const { send } = fakeTransport(() => ({ body: { now: '2030-01-01T12:00:00Z' } }));
  const advance = clockClient({ url: 'http://c.test/clock', headers: {} }, send);
  expect(await advance('PT0S')).toEqual(await advance('PT1S'));
  await expect(advance('PT1H')).rejects.toThrow(
    new ControlPlaneError(
      'clock.http: http://c.test/clock: expected 2030-01-01T12:59:58.000Z or later after it was turned by PT1H, found 2030-01-01T12:00:00Z',
    ),
  );
});

test('the clock is turned, and says what time it is then', async () => {
  const { send, requests } = fakeTransport(() => ({ body: { now: '2030-01-01T01:00:00.000Z' } }));
  const advance = clockClient({ url: 'http://c.test/clock', headers: { 'x-key': 'k' } }, send);
  expect(await advance('PT1H')).toEqual({ now: '2030-01-01T01:00:00.000Z' });
  expect(requests.map(({ url, body, headers }) => [url, body, headers['x-key']])).toEqual([
    ['http://c.test/clock', '{"advance":"PT1H"}', 'k'],
  ]);
});

test.each<[string, Reply, string]>([
  ['refuses', { status: 400, body: { error: 'not a duration' } }, 'clock.http: not a duration'],
  [
    'does not say the time',
    { body: { time: 1 } },
    'clock.http: http://c.test/clock: expected {now} in ISO 8601, of the years 1970 to 9998, found {time}',
  ],
  [
    'says no time',
    { body: { now: 'noon' } },
    'clock.http: http://c.test/clock: expected {now} in ISO 8601, of the years 1970 to 9998, found {now}',
  ],
  ...['+275760-09-13T00:00:00.000Z', '9999-01-01T00:00:00Z', '1969-12-31T23:59:59Z'].map((now): [string, Reply, string] => [
    `says ${now}`,
    { body: { now } },
    'clock.http: http://c.test/clock: expected {now} in ISO 8601, of the years 1970 to 9998, found {now}',
  ]),
  ['says nothing', {}, 'clock.http: http://c.test/clock: expected {now} in ISO 8601, of the years 1970 to 9998, found nothing'],
])('a clock that %s is told with its key', async (_what, reply, message) => {
  const { send } = fakeTransport(() => reply);
  await expect(clockClient({ url: 'http://c.test/clock', headers: {} }, send)('PT1H')).rejects.toThrow(new ControlPlaneError(message));
});

test('events are asked for since the last one seen', async () => {
  const event = (seq: number): object => ({ seq, kind: 'e-mail', at: '2030-01-01T00:00:00.000Z' });
  const { send, requests } = fakeTransport((_request, ordinal) => ({
    body: { events: ordinal === 1 ? [event(3), event(7), event(5)] : [] },
  }));
  const emitted = eventsClient({ url: 'http://c.test/events?of=all', headers: {} }, send);
  expect([await emitted(), await emitted(), await emitted()]).toEqual([[event(3), event(7), event(5)], [], []]);
  expect(requests.map(({ url }) => url)).toEqual([
    'http://c.test/events?of=all&since=0',
    'http://c.test/events?of=all&since=7',
    'http://c.test/events?of=all&since=7',
  ]);
});

test.each<[string, Reply, string]>([
  ['no list', { body: { events: {} } }, 'http://c.test/events: expected {events: [{seq, kind, at}]}, found {events}'],
  ['no events', { body: { events: [{ kind: 'e-mail' }] } }, 'http://c.test/events: expected {events: [{seq, kind, at}]}, found {events}'],
  ['a refusal', { status: 403, body: { error: 'not for you' } }, 'not for you'],
])('%s in place of events is told with its key', async (_what, reply, message) => {
  const { send } = fakeTransport(() => reply);
  await expect(eventsClient({ url: 'http://c.test/events', headers: {} }, send)()).rejects.toThrow(
    new ControlPlaneError(`events.http: ${message}`),
  );
});
