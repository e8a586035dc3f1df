import { expect, test } from 'vitest';
import { sampleProfile } from '../profile/profile-fixtures.ts';
import type { Profile } from '../profile/profile.ts';
import type { Source } from '../profile/sources.ts';
import type { CatalogueEntry } from '../model/types.ts';
import { fakeTransport } from './transport-fixtures.ts';
import type { Reply } from './transport-fixtures.ts';
import { openProviders } from './open-providers.ts';
import type { Providers } from './providers.ts';

const SHUT: CatalogueEntry = {
  name: 'a shut door',
  about: 'a door that is shut',
  cost: 3,
  data: { id: { about: 'its id', schema: { type: 'string' }, required: true } },
};
const demand = { entry: SHUT, params: {}, spends: false };

const http = (index: number, more: Partial<Extract<Source, { kind: 'http' }>> = {}): Source => ({
  kind: 'http',
  key: `providerStates.${index}`,
  cost: 0,
  provides: undefined,
  url: `http://s${index}.test/states`,
  acts: `http://s${index}.test/acts`,
  headers: {},
  ...more,
});

const accounts = (index: number, ...ids: readonly string[]): Source => ({
  kind: 'accounts',
  key: `providerStates.${index}`,
  cost: 0,
  file: 'accounts.yaml',
  spent: [],
  spentFile: 'none',
  accounts: ids.map((id, kin) => ({
    place: `accounts.yaml:${kin + 2}:5`,
    state: SHUT.name,
    params: {},
    consumable: undefined,
    kin,
    data: { id },
  })),
});

function opened(
  about: Partial<Profile>,
  reply: (url: string) => Reply = () => ({ body: { id: 'made' } }),
): Providers & { readonly asked: () => unknown } {
  const { send, requests } = fakeTransport(({ url }) => reply(url));
  return {
    ...openProviders(sampleProfile({}, about), send, () => ({ ms: 1_000, key: 'budget.timeout' })),
    asked: () => requests.map(({ url }) => url),
  };
}

test('the cheapest source wins, and the next one is asked where it refuses', async () => {
  const { provide, asked } = opened({ sources: [http(0, { cost: 1 }), http(1)] }, (url) =>
    url.startsWith('http://s1') ? { status: 404, body: { error: 'not here' } } : { body: { id: '1' } },
  );
  expect(await provide(demand)).toEqual({ data: { id: '1' }, by: 'providerStates.0' });
  expect(asked()).toEqual(['http://s1.test/states', 'http://s0.test/states']);
});

test('an account that can be used again is cheaper than a state that is made, and is lent to one use at a time', async () => {
  const { provide, remove, asked } = opened({ sources: [http(0), accounts(1, 'a')] });
  const first = await provide(demand);
  const second = await provide(demand);
  expect([first, second]).toEqual([
    { data: { id: 'a' }, by: 'providerStates.1' },
    { data: { id: 'made' }, by: 'providerStates.0' },
  ]);
  expect('data' in first && (await remove({ state: SHUT.name, ...first }))).toEqual({ data: {} });
  expect(await provide(demand)).toEqual({ data: { id: 'a' }, by: 'providerStates.1' });
  expect(asked()).toEqual(['http://s0.test/states']);
});

test('whoever set a state up takes it down', async () => {
  const { remove, asked } = opened({ sources: [http(0), http(1)] });
  expect(await remove({ state: SHUT.name, data: { id: '1' }, by: 'providerStates.1' })).toEqual({ data: { id: 'made' } });
  expect(asked()).toEqual(['http://s1.test/states']);
});

test('data that are not as the catalogue says are no state: it is taken down, and the next source is asked', async () => {
  const { provide, asked } = opened({ sources: [http(0), http(1)] }, (url) => ({ body: url.startsWith('http://s0') ? { id: 7 } : {} }));
  expect(await provide(demand)).toEqual({
    refused:
      "http http://s0.test/states: its answer to 'a shut door' has something else as id: expected string (its id); " +
      "http http://s1.test/states: its answer to 'a shut door' has nothing as id: expected string (its id)",
  });
  expect(asked()).toEqual(['http://s0.test/states', 'http://s0.test/states', 'http://s1.test/states', 'http://s1.test/states']);
});

test('acts are done by the cheapest source that offers them, and never by accounts', async () => {
  const sources = [accounts(0, 'a'), http(1, { provides: [SHUT.name] }), http(2, { cost: 2 }), http(3)];
  const { act, asked } = opened({ sources }, (url) => (url.startsWith('http://s3') ? { status: 500 } : { body: { done: true } }));
  expect(await act('break the door', {})).toEqual({ data: { done: true } });
  expect(asked()).toEqual(['http://s3.test/acts', 'http://s2.test/acts']);
});

test('without sources nothing can be provided, done, turned or watched', async () => {
  const { provide, act, advance, emitted } = opened({ sources: [] });
  const refused = { refused: 'no source of the profile can (key providerStates)' };
  expect([await provide(demand), await act('break the door', {}), advance, emitted]).toEqual([refused, refused, undefined, undefined]);
});

test('clock and events have addresses of their own', async () => {
  const { advance, emitted, asked } = opened(
    { clock: { url: 'http://c.test/clock', headers: {} }, events: { url: 'http://c.test/events', headers: {} } },
    (url) => ({ body: url.endsWith('clock') ? { now: '2030-01-01T00:00:00.000Z' } : { events: [] } }),
  );
  expect([await advance?.('PT1S'), await emitted?.()]).toEqual([{ now: '2030-01-01T00:00:00.000Z' }, []]);
  expect(asked()).toEqual(['http://c.test/clock', 'http://c.test/events?since=0']);
});

test('of a refusal without end the beginning and a digest are kept: it stands in every report of what it keeps open', async () => {
  const reply = (): Reply => ({ status: 500, body: { error: 'x'.repeat(1_000_000) } });
  const { provide, act, remove } = opened({ sources: [http(0)] }, reply);
  const refusals = [
    await provide(demand),
    await act('opens', {}),
    await remove({ state: SHUT.name, data: { id: '1' }, by: 'providerStates.0' }),
  ].map((done) => ('refused' in done ? done.refused : ''));
  for (const refused of refusals) {
    expect(refused.length).toBeLessThan(2_300);
    expect(refused).toMatch(/xxx… \(of \d+ characters, sha256 [0-9a-f]{64}\)$/);
  }
});

test('what is to be its own comes once: while the state stands, or in the whole run', async () => {
  const schema = { type: 'string' };
  const data = {
    login: { about: 'a name', schema, unique: 'standing' as const },
    token: { about: 'a token', schema, unique: 'run' as const },
  };
  const asked = { ...demand, entry: { name: 'a user', about: 'a user', data } };
  const down = {};
  const createdUser = (login: string, token: string): object => ({ login, token });
  const bodies = [createdUser('ada', '1'), createdUser('ada', '2'), down, down, createdUser('ada', '1'), down, createdUser('ada', '2')];
  const { provide, remove } = opened({ sources: [http(0)] }, () => ({ body: { ...bodies.shift() } }));
  const first = await provide(asked);
  const second = await provide(asked);
  if ('data' in first) await remove({ state: 'a user', ...first });
  expect([first, second, await provide(asked), await provide(asked)]).toEqual([
    { data: { login: 'ada', token: '1' }, by: 'providerStates.0' },
    { refused: "http http://s0.test/states: its answer to 'a user' has the login of another state that stands: give each its own" },
    { refused: "http http://s0.test/states: its answer to 'a user' has a token that it has given before: make a new one each time" },
    { data: { login: 'ada', token: '2' }, by: 'providerStates.0' },
  ]);
});
