import { expect, test } from 'vitest';
import { doorSpec } from '../profile/profile-fixtures.ts';
import { sampleCase, sampleExchange } from '../trace/trace-fixtures.ts';
import type { Judged } from './finding.ts';
import { benchOf, verdictsOf } from './judge-fixtures.ts';
import { illegalTransitionJudge } from './illegal-transition-judge.ts';

const [machine] = doorSpec().states.machines;
const spec = doorSpec({
  machines:
    machine === undefined
      ? []
      : [{ ...machine, strays: [{ id: 'removed', in: ['gone'], expect: { clauses: ['doors.gone'], status: [404] } }] }],
});
const tried = (row: string, at: string, ...statuses: readonly number[]): Judged =>
  illegalTransitionJudge.judge(
    benchOf(spec, sampleCase({ kind: 'walk' }, ...statuses.map((status) => sampleExchange({ row, at, response: { status } })))),
  );

test('there is a check for each row', () => {
  expect(illegalTransitionJudge.checks(spec)).toEqual([{ id: 'stray/door/removed', clauses: ['doors.gone'] }]);
});

test.each([
  ['permitted', 404, 'pass'],
  ['forbidden', 200, 'fail'],
])('what a row speaks of is %s by it', (_what, status, verdict) => {
  const judged = tried('stray:shut', 'gone/0', status);
  expect([verdictsOf(judged), judged.observations]).toEqual([[['stray/door/removed', verdict]], []]);
});

test('what no row speaks of is observed, under the clause of the transition', () => {
  expect(tried('stray:remove', 'OPEN/1', 200)).toEqual({
    findings: [],
    observations: [{ about: 'stray/remove/OPEN', clause: 'doors.transitions.remove', value: 'status 200' }],
  });
});

test('a refusal by the rate limit says nothing, what came when it was sent again does', () => {
  expect([verdictsOf(tried('stray:shut', 'gone/0', 429)), verdictsOf(tried('stray:shut', 'gone/0', 429, 200))]).toEqual([
    [],
    [['stray/door/removed', 'fail']],
  ]);
});

test.each([
  ['stray:nothing', 'gone/0'],
  ['stray:shut', 'gone'],
  ['transition:shut', 'trigger/0'],
])('%s %s is no stray', (row, at) => {
  expect(tried(row, at, 200)).toEqual({ findings: [], observations: [] });
});
