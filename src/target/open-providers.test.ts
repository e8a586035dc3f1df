import { expect, test } from 'vitest';
import { sampleProfile } from '../profile/fixtures.ts';
import { fakeTransport } from './fixtures.ts';
import { openProviders } from './open-providers.ts';

const first = { http: 'http://one.test/a/states' };
const second = { http: 'http://two.test/states', acts: 'http://two.test/do' };

test('the first source that can provide wins', async () => {
  const { send, requests } = fakeTransport(({ url }) =>
    url.startsWith('http://one') ? { status: 404, body: { error: 'not here' } } : { body: { id: '1' } },
  );
  const providers = openProviders(sampleProfile({}, { providers: [first, second] }), send);
  expect([
    await providers.provide('a shut door', {}),
    await providers.act('break the door', {}),
    await providers.remove('a shut door', {}),
  ]).toEqual([{ data: { id: '1' } }, { data: { id: '1' } }, { data: { id: '1' } }]);
  expect(requests.map(({ url }) => url)).toEqual([
    'http://one.test/a/states',
    'http://two.test/states',
    'http://one.test/a/acts',
    'http://two.test/do',
    'http://one.test/a/states',
    'http://two.test/states',
  ]);
});

test('a state that no source has is refused in the words of the last', async () => {
  const { send } = fakeTransport(({ url }) => ({ status: 404, body: { error: `not at ${url}` } }));
  expect(await openProviders(sampleProfile({}, { providers: [first, second] }), send).provide('a shut door', {})).toEqual({
    refused: 'not at http://two.test/states',
  });
});

test('without sources nothing can be provided, done or turned', async () => {
  const providers = openProviders(sampleProfile(), fakeTransport(() => ({})).send);
  const refused = { refused: 'the profile names no provider (key providerStates)' };
  expect([
    await providers.provide('a shut door', {}),
    await providers.act('break the door', {}),
    providers.advance,
    providers.emitted,
  ]).toEqual([refused, refused, undefined, undefined]);
});

test('clock and events have addresses of their own', async () => {
  const { send, requests } = fakeTransport(({ method }) => ({
    body: method === 'POST' ? { now: '2030-01-01T00:00:00.000Z' } : { events: [] },
  }));
  const { advance, emitted } = openProviders(
    sampleProfile({}, { clockUrl: 'http://c.test/clock', eventsUrl: 'http://c.test/events' }),
    send,
  );
  expect([await advance?.('PT1S'), await emitted?.()]).toEqual([{ now: '2030-01-01T00:00:00.000Z' }, []]);
  expect(requests.map(({ url }) => url)).toEqual(['http://c.test/clock', 'http://c.test/events?since=0']);
});
