import { expect, test } from 'vitest';
import { ControlPlaneError, controlClient } from './control-client.ts';
import { fakeTransport, NO_CONNECTION } from './fixtures.ts';
import type { Reply } from './fixtures.ts';
import type { Providers } from './providers.ts';

const URLS = {
  states: 'http://c.test/states',
  acts: 'http://c.test/acts',
  clock: 'http://c.test/clock',
  events: 'http://c.test/events?of=all',
};

function client(reply: (ordinal: number) => Reply): Providers & ReturnType<typeof fakeTransport> {
  const target = fakeTransport((_request, ordinal) => reply(ordinal));
  return { ...controlClient(URLS, target.send), ...target };
}

test('provider states and acts are posted, and their data comes back', async () => {
  const { provide, remove, act, requests } = client(() => ({ body: { id: '1' } }));
  expect([await provide('a shut door', { size: 2 }), await remove('a shut door', { id: '1' }), await act('break the door', {})]).toEqual([
    { data: { id: '1' } },
    { data: { id: '1' } },
    { data: { id: '1' } },
  ]);
  expect(requests.map(({ method, url, body }) => [method, url, JSON.parse(body ?? '')])).toEqual([
    ['POST', URLS.states, { state: 'a shut door', params: { size: 2 }, action: 'setup' }],
    ['POST', URLS.states, { state: 'a shut door', data: { id: '1' }, action: 'teardown' }],
    ['POST', URLS.acts, { act: 'break the door', params: {} }],
  ]);
});

test.each<[string, Reply, object]>([
  ['no content is no data', { status: 204 }, { data: {} }],
  [
    'a refusal is told with its remedy',
    { status: 404, body: { error: 'no such state', remedy: 'see GET /states' } },
    { refused: 'no such state (see GET /states)' },
  ],
  ['a refusal without words is told by its status', { status: 500 }, { refused: 'status 500' }],
  ['a dead control plane refuses', NO_CONNECTION, { refused: 'http://c.test/states: connect ECONNREFUSED' }],
])('%s', async (_what, reply, wanted) => {
  expect(await client(() => reply).provide('a shut door', {})).toEqual(wanted);
});

test.each(['<html>', '[1]', '"text"', 'null'])('%s in place of an object is no answer of a control plane', async (text) => {
  await expect(client(() => ({ text })).provide('a shut door', {})).rejects.toThrow(
    new ControlPlaneError(`http://c.test/states: expected a JSON object, found ${text}`),
  );
});

test('the clock is turned, and says what time it is then', async () => {
  const { advance, requests } = client(() => ({ body: { now: '2030-01-01T01:00:00.000Z' } }));
  expect(await advance?.('PT1H')).toEqual({ now: '2030-01-01T01:00:00.000Z' });
  expect(requests.map(({ url, body }) => [url, body])).toEqual([[URLS.clock, '{"advance":"PT1H"}']]);
});

test.each<[string, Reply, string]>([
  ['refuses', { status: 400, body: { error: 'not a duration' } }, 'clock.http: not a duration'],
  ['does not say the time', { body: { time: 1 } }, 'clock.http http://c.test/clock: expected {now}, found {"time":1}'],
])('a clock that %s stops the run with its key', async (_what, reply, message) => {
  await expect(client(() => reply).advance?.('PT1H')).rejects.toThrow(new ControlPlaneError(message));
});

test('events are asked for since the last one seen', async () => {
  const event = (seq: number): object => ({ seq, kind: 'e-mail', at: '2030-01-01T00:00:00.000Z' });
  const { emitted, requests } = client((ordinal) => ({ body: { events: ordinal === 1 ? [event(3), event(7), event(5)] : [] } }));
  expect([await emitted?.(), await emitted?.(), await emitted?.()]).toEqual([[event(3), event(7), event(5)], [], []]);
  expect(requests.map(({ url }) => url)).toEqual([
    'http://c.test/events?of=all&since=0',
    'http://c.test/events?of=all&since=7',
    'http://c.test/events?of=all&since=7',
  ]);
});

test.each<[string, Reply]>([
  ['no list', { body: { events: {} } }],
  ['no events', { body: { events: [{ kind: 'e-mail' }] } }],
])('%s in place of events is told with its key', async (_what, reply) => {
  await expect(client(() => reply).emitted?.()).rejects.toThrow(
    new ControlPlaneError('events.http http://c.test/events?of=all: expected {events: [{seq, kind, at}]}'),
  );
});

test('what has no address cannot be asked for', () => {
  const { advance, emitted } = controlClient({ ...URLS, clock: undefined, events: undefined }, fakeTransport(() => ({})).send);
  expect([advance, emitted]).toEqual([undefined, undefined]);
});
