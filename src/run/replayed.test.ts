import { expect, test } from 'vitest';
import type { ClauseResult, Failure } from '../model/types.ts';
import type { TraceEvent } from '../trace/events.ts';
import { sampleCase, sampleExchange } from '../trace/trace-fixtures.ts';
import { doorSpec, sampleSpecs } from '../profile/profile-fixtures.ts';
import { replayedIn } from './replay.ts';

const [shut] = doorSpec().clauses;
if (shut === undefined) throw new Error('no clause');
const specs = sampleSpecs(
  doorSpec({
    clauses: [{ ...shut, id: 'doors.shut' }],
    probes: [
      { id: 'look', about: 'looks', steps: [{ call: 'listDoors' }, { walk: 'next' }, { call: 'getDoor' }] },
      { id: 'race', about: 'races', steps: [{ call: 'openDoor' }, { call: 'getDoor', meanwhile: true }, { call: 'getDoor' }] },
    ],
  }),
);
const asked = { case: 'probe/look', clause: 'doors.shut', check: 'shut' };
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
  const { replayed, exitCode } = replayedIn({ failures: [...failures], clauses: [...clauses] }, asked, { specs, events: [] });
  expect([`${replayed?.what}: ${replayed?.words}`, exitCode]).toEqual(answer);
});

test.each([undefined, { case: 'probe/look' }])(
  'a run that replays nothing, or by a plan that does not say what, is no replay: %j',
  (only) => {
    expect(replayedIn({ failures: [failure({})], clauses: [] }, only, { specs, events: [] })).toEqual({});
  },
);

const open: TraceEvent = sampleExchange({ response: { status: 200 } });
const blocked: TraceEvent = { type: 'blocked', case: '', place: { row: 'probe:look', at: 'steps/1' }, because: 'no door', blame: 'target' };
const fixed = 'fixed: the same was asked and answered, and nothing in it contradicts doors.shut any more';
const inconclusive = 'inconclusive: the sequence did not get as far as doors.shut: not seen';

test.each<[string, string, Partial<ClauseResult>, readonly TraceEvent[], string]>([
  ['looked at whatever was answered', 'shape/doors.shut', {}, [open], fixed],
  ['looked at whatever a list held', 'law/pagination.complete', {}, [open], fixed],
  ['looked at pages, of which there was none', 'probe/look/steps/1/0', {}, [open], fixed],
  ['asks one step, which did not come', 'probe/look/steps/2/0', {}, [open], inconclusive],
  ['had nothing to look at', 'shape/doors.shut', {}, [], inconclusive],
  ['lacks an answer', 'shape/doors.shut', {}, [open, sampleExchange({ at: 'steps/1', response: undefined })], inconclusive],
  ['met a limit', 'shape/doors.shut', {}, [open, sampleExchange({ at: 'steps/1', response: { status: 429 } })], inconclusive],
  ['met a limit that was waited out', 'shape/doors.shut', {}, [sampleExchange({ response: { status: 429 } }), open], fixed],
  ['was kept from what came later', 'shape/doors.shut', {}, [open, blocked], inconclusive],
  ['is open for another check', 'shape/doors.shut', { checks: ['locked'] }, [open], inconclusive],
])('a clause that is not seen, and whose check %s', (_what, check, about, events, words) => {
  const skipped = clause({ verdict: 'skipped', reason: 'not seen', checks: [], ...about });
  const { replayed } = replayedIn({ failures: [], clauses: [skipped] }, { ...asked, check }, { specs, events: sampleCase({}, ...events) });
  expect(`${replayed?.what}: ${replayed?.words}`).toBe(words);
});

test.each([
  ['another round of the race', 'probe/race/steps/0/0', 'probe/race/steps/2/0', 'same'],
  ['another step where nobody races', 'probe/look/steps/0/0', 'probe/look/steps/2/0', 'changed'],
  ['another probe', 'probe/race/steps/0/0', 'probe/look/steps/0/0', 'changed'],
  ['another check that is no probe’s', 'shape/one', 'shape/other', 'changed'],
])('%s', (_what, check, now, what) => {
  const { replayed } = replayedIn({ failures: [failure({ check: now })], clauses: [] }, { ...asked, check }, { specs, events: [] });
  expect(replayed?.what).toBe(what);
});
