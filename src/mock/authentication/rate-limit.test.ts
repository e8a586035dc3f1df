import { expect, test } from 'vitest';
import { tryOut, type Reply } from './try-out.ts';

const headersOf = ({ headers }: Reply): readonly unknown[] =>
  ['limit', 'remaining', 'reset'].map((name) => headers[`x-rate-limit-${name}`]);

test('the request above the limit is answered 429 with when to come back', async () => {
  const t = tryOut({ limiter: { kind: 'fixed-aligned', limit: 2, periodMs: 60_000 } });
  const user = t.provide('a user who can sign in');
  const replies = [await t.signIn(user), await t.signIn(user, { password: 'wrong' }), await t.signIn(user)];
  expect(replies.map((reply) => [reply.gist, ...headersOf(reply)])).toEqual([
    ['200 SUCCESS', '2', '1', '1767225660'],
    ['401 E0000004', '2', '0', '1767225660'],
    ['429 E0000047', '2', '0', '1767225660'],
  ]);
  expect(replies[2]?.at('errorSummary')).toBe('API call exceeded rate limit due to too many requests');
  t.clock.advance(60_000);
  expect((await t.signIn(user)).gist).toBe('200 SUCCESS');
});

test('trusted and public applications, and addresses, are counted apart', async () => {
  const t = tryOut({ limiter: { kind: 'fixed-aligned', limit: 1, periodMs: 60_000 } });
  const user = t.provide('a user who can sign in');
  const send = async (remoteAddress: string): Promise<string> =>
    (await t.send('POST', '/api/v1/authn', { username: user['login'], password: user['password'] }, { remoteAddress })).gist;
  expect([
    await send('192.0.2.1'),
    await send('192.0.2.2'),
    await send('192.0.2.1'),
    (await t.signIn(user, {}, { trusted: true })).gist,
  ]).toEqual(['200 SUCCESS', '200 SUCCESS', '429 E0000047', '200 SUCCESS']);
});

test('requests in flight are released', async () => {
  const t = tryOut({ limiter: { kind: 'concurrency', limit: 1, periodMs: 1000 } });
  const user = t.provide('a user who can sign in');
  const together = await Promise.all([t.signIn(user), t.signIn(user)]);
  expect([...together.map(({ gist }) => gist), (await t.signIn(user)).gist]).toEqual(['200 SUCCESS', '429 E0000047', '200 SUCCESS']);
});

test('a request that is not counted is told what the last one was', async () => {
  const t = tryOut({
    faults: ['authn-limit-counts-once-at-a-time'],
    choices: { rateLimitHeaders: 'always' },
    limiter: { kind: 'fixed-aligned', limit: 3, periodMs: 60_000 },
  });
  const user = t.provide('a user who can sign in');
  const together = await Promise.all([t.signIn(user), t.signIn(user)]);
  expect([...together, await t.signIn(user)].map(headersOf)).toEqual([
    ['3', '2', '1767225660'],
    ['3', '2', '1767225660'],
    ['3', '1', '1767225660'],
  ]);
});

test.each([
  ['authn-limit-not-applied', ['200 SUCCESS', '200 SUCCESS', '200 SUCCESS']],
  ['authn-limited-beyond-reset', ['200 SUCCESS', '429 E0000047', '429 E0000047']],
])('%s, of a limit that is used up request by request', async (fault, gists) => {
  const t = tryOut({ faults: [fault], limiter: { kind: 'fixed-first', limit: 1, periodMs: 10_000 } });
  const user = t.provide('a user who can sign in');
  const replies = [await t.signIn(user), await t.signIn(user)];
  t.clock.advance(11_000);
  expect([...replies, await t.signIn(user)].map(({ gist }) => gist)).toEqual(gists);
});

test('headers come with every answer, or with 429 alone', async () => {
  const t = tryOut({ choices: { rateLimitHeaders: 'on-429' }, limiter: { kind: 'fixed-aligned', limit: 1, periodMs: 60_000 } });
  const user = t.provide('a user who can sign in');
  expect([headersOf(await t.signIn(user)), headersOf(await t.signIn(user))]).toEqual([
    [undefined, undefined, undefined],
    ['1', '0', '1767225660'],
  ]);
});

test('a limit that is used up holds for public applications, until it is torn down or its time has passed', async () => {
  const t = tryOut();
  const state = 'a rate limit that is used up';
  const user = t.provide(state);
  const refused = await t.signIn(user);
  const gists = [refused.gist, (await t.signIn(user, {}, { trusted: true })).gist];
  t.clock.advance(60_000);
  gists.push((await t.signIn(user)).gist);
  const second = t.provide(state);
  t.service.remove(state, second);
  gists.push((await t.signIn(user)).gist, (await t.signIn(second)).gist);
  expect([...gists, ...headersOf(refused)]).toEqual([
    '429 E0000047',
    '200 SUCCESS',
    '200 SUCCESS',
    '200 SUCCESS',
    '401 E0000004',
    '1000',
    '0',
    '1767225660',
  ]);
});
