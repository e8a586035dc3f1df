import { expect, test } from 'vitest';
import { openSeedPool } from './sow.ts';

test('a seed under which every clause passes has no line; each sends its own requests, and the same ones again', async () => {
  const order = { preset: undefined, selection: { clauses: 'pam.resources.token.bearer-token-fresh' }, walks: 0, limit: undefined };
  const pool = openSeedPool(order, 0);
  const sown = await pool.run([3, 4, 3], () => undefined);
  await pool.close();
  const digests = sown.map(({ digest }) => digest);
  expect([sown.map(({ falseAlarms, unjudged, lines }) => [falseAlarms, unjudged, lines]), new Set(digests).size, digests[0]]).toEqual([
    [
      [0, 0, []],
      [0, 0, []],
      [0, 0, []],
    ],
    2,
    digests[2],
  ]);
});

test('a clause that nothing could judge has a line', async () => {
  // So few requests in a minute that none is left for what a case is about.
  const order = { preset: undefined, selection: { clauses: 'pam.resources.token.bearer-token-fresh' }, walks: 0, limit: 0 };
  const pool = openSeedPool(order, 0);
  const [sown] = await pool.run([1], () => undefined);
  await pool.close();
  const reason =
    'each of 4 requests of issueToken was refused (status 429, too_many_requests): nothing can be told of what was not returned';
  const where = 'probe/authentication.expired-token/steps/2/0 in probe/authentication.expired-token';
  expect([sown?.falseAlarms, sown?.unjudged, sown?.lines]).toEqual([
    0,
    1,
    [`seed 1  inconclusive  pam.resources.token.bearer-token-fresh: ${reason} (${where})`],
  ]);
});
