import { expect, test } from 'vitest';
import type { Case } from '../plan/case.ts';
import { readProfile } from '../profile/load-profile.ts';
import { DEFAULT_REPEATS } from '../run/rerun-failures.ts';
import { readReplayToken, replayedIn } from '../run/replay.ts';
import { loadSpecs } from '../model/load.ts';
import type { Report, Selection } from '../model/types.ts';
import { runInProcess, type InProcessOptions, type InProcessRun } from './in-process.ts';
import { reportOf } from '../../test/support/report-of.ts';

const specs = loadSpecs();
const file = 'specs/profiles/mock.yaml';
const source = readProfile(file, specs);
const run = (options: Partial<InProcessOptions>): Promise<InProcessRun> => runInProcess(specs, source, file, { seed: 1, ...options });

const assembled = ({ judgement, events, plans, profile }: InProcessRun, selection: Selection = {}): Report =>
  reportOf({ specs, profile, plans, seed: 1, selection }, events, { judgement });

const GOVERNANCE = { documents: ['governance'] } as const;
const FAULT = 'gov-un-publish-not-kept';
const byWalks = {
  walks: 30,
  selection: { documents: [...GOVERNANCE.documents] },
  pick: (planned: Case) => planned.kind === 'walk',
  repeats: DEFAULT_REPEATS,
};
const failing = await run({ ...byWalks, faults: [FAULT] });
const [failure] = assembled(failing).failures;
if (failure === undefined) throw new Error('the walks have not found the fault');

test('a failure that walks find is shown by the shortest sequence, and shows each time', () => {
  const steps = ['create', 'publish', 'un-publish'].flatMap((step) => [`request-type.${step}`, `request-type.${step}`]);
  expect([failure.clause, failure.sequence.map((line) => line.split(/ {2,}/)[0])]).toEqual([
    'gov.request-type.un-publish',
    ['given', ...steps],
  ]);
  expect(failing.judgement.flakes).toEqual([]);
});

test.each<[string, readonly string[], string]>([
  ['same', [FAULT], 'gov.request-type.un-publish, expected state DISABLED, received status 200, ACTIVE'],
  ['fixed', [], 'gov.request-type.un-publish holds where it did not'],
  ['changed', ['gov-publish-not-kept'], 'gov.request-type.publish, expected state ACTIVE, received status 200, DRAFT'],
])('its token says %s when it is driven again', async (what, faults, words) => {
  const token = readReplayToken(failure.replay, specs.digest);
  const again = await run({ faults, only: token, selection: token.selection });
  const { replayed } = replayedIn(assembled(again), token, { specs, events: again.events });
  expect(replayed).toMatchObject({ what, words });
});

const CLAUSE = 'authn.errors.e0000004.summary';

/** One request, which this clause is judged by, and again as often as it takes; the fault is on as `isOn` says of each. */
async function refused(isOn: (ordinal: number) => boolean, repeats = DEFAULT_REPEATS): Promise<Report> {
  let signIns = 0;
  const selection = { clauses: CLAUSE };
  const done = await run({
    selection,
    pick: ({ id }) => id === 'probe/unknown-user',
    repeats,
    meddle: ({ url }) => (url.endsWith('/api/v1/authn') && isOn((signIns += 1)) ? ['authn-refused-with-other-summary'] : []),
  });
  return assembled(done, selection);
}

test.each<[string, (ordinal: number) => boolean, unknown]>([
  ['never', () => false, ['conformant', 0, 'pass', []]],
  ['each time', () => true, ['violations', 1, 'fail', [['deterministic', 3, 3, 0.438, 1]]]],
  ['once', (ordinal) => ordinal === 1, ['violations', 1, 'fail', [['intermittent', 1, 3, 0.061, 0.792]]]],
  ['every other time', (ordinal) => ordinal % 2 === 1, ['violations', 1, 'fail', [['intermittent', 2, 3, 0.208, 0.939]]]],
])('a target that fails %s: one counterexample is a violation, and the report tells how often it shows', async (_how, isOn, outcome) => {
  const { outcome: word, exitCode, clauses, failures, flaky } = await refused(isOn);
  const shown = failures.map(({ recurrence }) => Object.values(recurrence ?? {}));
  expect([word, exitCode, clauses[0]?.verdict, shown]).toEqual(outcome);
  expect(flaky).toEqual([]);
});

test('a failing case is driven again as often as the run is told', async () => {
  expect((await refused((ordinal) => ordinal === 1, 9)).failures.map(({ recurrence }) => recurrence)).toEqual([
    { kind: 'intermittent', failed: 1, runs: 10, low: 0.018, high: 0.404 },
  ]);
  expect((await refused(() => true, 0)).failures.map(({ recurrence }) => recurrence?.kind)).toEqual(['not-repeated']);
});
