import { expect, test } from 'vitest';
import { limiterKinds } from '../kit/limiter.ts';
import { tryOut, type Reply } from './try-out.ts';

const start = Date.UTC(2026, 0, 1) / 1000;
const limits = ({ status, headers }: Reply): string =>
  [
    status,
    ...['limit', 'remaining', 'reset', 'retry-at']
      .map((name) => headers[`x-ratelimit-${name}`] ?? '-')
      .map((value) => (Number(value) >= start ? `+${Number(value) - start}` : value)),
  ].join(' ');

test.each(limiterKinds)('with limiter %s, every answer carries the four headers as whole numbers', async (kind) => {
  const service = tryOut({ limiter: { kind, limit: 5, periodMs: 10_000 } });
  const given = service.provide('a team with groups');
  const team = `/v1/teams/${given['team_name']}`;
  const token = await service.tokenFor(given);
  const replies = [
    await service.send('GET', `${team}/groups`, { token }),
    await service.send('GET', `${team}/nothing`),
    await service.send('PATCH', `${team}/groups`, { token }),
    await service.send('GET', `${team}/groups`),
    await service.send('GET', `${team}/groups`, { token }),
    await service.send('GET', '/elsewhere'),
    await service.send('', '', { unreadable: 'malformed' }),
  ];
  const names = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'x-ratelimit-retry-at'];
  expect(replies.map(({ headers }) => names.filter((name) => /^\d+$/.test(String(headers[name]))))).toEqual(replies.map(() => names));
});

test('a team with a limit of its own is refused beyond it, until the period is over', async () => {
  const service = tryOut();
  const given = service.provide('a team with a small rate limit', { limit: 2, period: 'PT10S' });
  const list = async () => limits(await service.send('GET', `/v1/teams/${given['team_name']}/groups`, { token: given['bearer_token'] }));
  service.clock.advance(3500);
  const seen = [await list(), await list(), await list()];
  service.clock.advance(9999);
  seen.push(await list());
  service.clock.advance(1);
  seen.push(await list());
  expect(seen).toEqual(['200 2 1 +14 +14', '200 2 0 +14 +14', '429 2 0 +14 +14', '429 2 0 +14 +14', '200 2 1 +24 +24']);
});

test.each([
  ['fixed-aligned', ['200 2 1 +10 +10', '200 2 0 +10 +10', '429 2 0 +10 +10']],
  ['fixed-first', ['200 2 1 +14 +14', '200 2 0 +14 +14', '429 2 0 +14 +14']],
  ['sliding-log', ['200 2 1 +14 +14', '200 2 0 +14 +14', '429 2 0 +14 +14']],
  ['sliding-counter', ['200 2 1 +20 +20', '200 2 0 +20 +15', '429 2 0 +20 +15']],
  ['token-bucket', ['200 2 1 +9 +9', '200 2 0 +14 +9', '429 2 0 +14 +9']],
  ['concurrency', ['200 2 1 +14 +14', '200 2 0 +14 +14', '429 2 0 +14 +14']],
  ['none', ['200 2 1 +14 +14', '200 2 0 +14 +14', '429 2 0 +14 +14']],
] as const)('a limit of its own is of the kind that the deployment has: %s', async (kind, expected) => {
  const service = tryOut({ limiter: { kind, limit: 50, periodMs: 60_000 } });
  const given = service.provide('a team with a small rate limit', { limit: 2, period: 'PT10S' });
  const list = async () => limits(await service.send('GET', `/v1/teams/${given['team_name']}/groups`, { token: given['bearer_token'] }));
  service.clock.advance(3500);
  expect([await list(), await list(), await list()]).toEqual(expected);
});

test('the limit counts for each team, unknown paths included, and what belongs to no team for its address', async () => {
  const service = tryOut({ limiter: { kind: 'fixed-first', limit: 2, periodMs: 60_000 } });
  const [one, two] = [service.provide('a team with groups'), service.provide('a team with groups')].map(
    ({ team_name }) => `/v1/teams/${team_name}`,
  );
  const targets = [`${one}/groups`, `${one}/nothing`, `${one}/groups`, `${two}/groups`, '/v1/teams/nowhere/groups', '/', '/nothing'];
  const seen: number[] = [];
  for (const target of targets) seen.push((await service.send('GET', target)).status);
  expect(seen).toEqual([401, 404, 429, 401, 401, 404, 429]);
});

test('the limit counts for each credential or address, where so chosen', async () => {
  const statuses = async (limitedBy: string) => {
    const service = tryOut({ choices: { limitedBy }, limiter: { kind: 'fixed-first', limit: 1, periodMs: 60_000 } });
    const target = `/v1/teams/${service.provide('a team with groups')['team_name']}/groups`;
    const seen: number[] = [];
    for (const more of [{ token: 'a' }, { token: 'b' }, { token: 'a' }, { remoteAddress: '192.0.2.2' }])
      seen.push((await service.send('GET', target, more)).status);
    return seen;
  };
  expect([await statuses('credential'), await statuses('address')]).toEqual([
    [401, 401, 429, 401],
    [401, 429, 429, 401],
  ]);
});

test('requests in flight are what a concurrency limit counts', async () => {
  const waiting: (() => void)[] = [];
  const pause = async (point: string): Promise<void> => {
    if (point === 'list groups') await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const service = tryOut({ limiter: { kind: 'concurrency', limit: 2, periodMs: 1000 }, pause });
  const given = service.provide('a team with groups');
  const token = await service.tokenFor(given);
  const list = () => service.send('GET', `/v1/teams/${given['team_name']}/groups`, { token });
  const together = [list(), list(), list()];
  expect((await together[2])?.status).toBe(429);
  for (const resume of waiting) resume();
  const [first, second] = await Promise.all(together);
  const after = list();
  while (waiting.length < 3) await Promise.resolve();
  for (const resume of waiting) resume();
  expect([first?.status, second?.status, (await after).status]).toEqual([200, 200, 200]);
});

test('Remaining is what was there before the present operation, where so chosen', async () => {
  const service = tryOut({ choices: { remaining: 'before' } });
  const given = service.provide('a team with a small rate limit', { limit: 2 });
  const list = async () => limits(await service.send('GET', `/v1/teams/${given['team_name']}/groups`, { token: given['bearer_token'] }));
  expect([await list(), await list(), await list()]).toEqual(['200 2 2 +60 +60', '200 2 1 +60 +60', '429 2 0 +60 +60']);
});
