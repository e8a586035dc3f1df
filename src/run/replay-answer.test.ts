import { expect, test } from 'vitest';
import type { ClauseResult, Failure } from '../spec/types.ts';
import { replayAnswer } from './replay-answer.ts';

const asked = { clause: 'doors.shut', check: 'shut' };
const failure = (about: Partial<Failure>): Failure => ({
  clause: 'doors.shut',
  check: 'shut',
  expected: 'SHUT',
  received: 'OPEN',
  exchanges: [1],
  sequence: [],
  replay: '',
  curl: '',
  cluster: '',
  ...about,
});
const clause = (about: Partial<ClauseResult>): ClauseResult => ({
  id: 'doors.shut',
  document: 'authentication',
  section: 'Doors',
  status: 'testable',
  basis: 'documented',
  verdict: 'pass',
  checks: ['shut'],
  exchanges: [],
  ...about,
});

test.each<[string, readonly Failure[], readonly ClauseResult[], readonly [string, number]]>([
  ['the same failure', [failure({ clause: 'doors.open' }), failure({})], [], ['same: doors.shut, expected SHUT, received OPEN', 1]],
  ['another check of the same clause', [failure({ check: 'locked' })], [], ['changed: doors.shut, expected SHUT, received OPEN', 1]],
  ['another clause', [failure({ clause: 'doors.open' })], [clause({})], ['changed: doors.open, expected SHUT, received OPEN', 1]],
  ['no failure', [], [clause({})], ['fixed: doors.shut holds where it did not', 0]],
  [
    'a clause that only other checks have shown',
    [],
    [clause({ checks: ['shape'] })],
    ['inconclusive: the sequence did not get as far as doors.shut', 3],
  ],
  [
    'a clause that could not be judged',
    [],
    [clause({ verdict: 'inconclusive', reason: 'no door' })],
    ['inconclusive: the sequence did not get as far as doors.shut: no door', 3],
  ],
])('%s', (_what, failures, clauses, answer) => {
  const { words, exitCode } = replayAnswer({ failures: [...failures], clauses: [...clauses] }, asked);
  expect([words, exitCode]).toEqual(answer);
});
