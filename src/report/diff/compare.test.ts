import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ClauseChange, ClauseResult, Comparison, FlakyFailure, Latency, Report, WaivedFailure } from '../../model/types.ts';
import { metaValidator } from '../../model/meta-schemas.ts';
import { sampleClause, sampleFailure, sampleReport } from '../report-fixtures.ts';
import { compareReports } from './compare.ts';
import { exitCodeAgainst, FAIL_ON } from './rule.ts';
import { renderComparison } from './text.ts';

const WORDS = { expected: 'a', received: 'b', exchanges: [1], sequence: [], replay: '' };
const flaky = (clause: string): FlakyFailure => ({ clause, check: 'response', failed: 1, runs: 3, ...WORDS });
const waived = (clause: string): WaivedFailure => ({
  clause,
  check: 'response',
  ...WORDS,
  reason: 'known',
  owner: 'id@acme.test',
  link: 'https://acme.test/1',
  expires: '2030-12-31',
});

type Kind = 'pass' | 'fail' | 'waived' | 'flaky' | 'inconclusive';

/** A run in which one clause stands so. */
function run(kind: Kind, clause: Partial<ClauseResult> = {}, about: Partial<Report> = {}): Report {
  const verdict = kind === 'waived' ? 'fail' : kind === 'flaky' ? 'inconclusive' : kind;
  const id = clause.id ?? 'authn.a';
  return sampleReport([sampleClause(id, { verdict, ...(kind === 'waived' ? { waived: true } : {}), ...clause })], {
    failures: kind === 'fail' ? [sampleFailure(id, 'cluster')] : [],
    flaky: kind === 'flaky' ? [flaky(id)] : [],
    waived: kind === 'waived' ? [waived(id)] : [],
    ...about,
  });
}

/** Where the changes of a comparison stand, and the exit code. */
function resultOf({ clauses, suite, exitCode }: Comparison): readonly unknown[] {
  const kinds: readonly [string, readonly ClauseChange[]][] = Object.entries({ ...clauses, ...suite });
  return [...kinds.flatMap(([kind, list]) => list.map(({ clause, before, after }) => `${kind}: ${clause} ${before} → ${after}`)), exitCode];
}

const OTHER_SUITE: Partial<Report> = { specs: { digest: 'sha256:01', clauses: 1 } };

test.each<[Kind, Kind, readonly unknown[]]>([
  ['pass', 'pass', [0]],
  ['fail', 'fail', [0]],
  ['inconclusive', 'inconclusive', [0]],
  ['pass', 'fail', ['newlyFailing: authn.a pass → fail', 1]],
  ['inconclusive', 'fail', ['newlyFailing: authn.a inconclusive → fail', 1]],
  ['fail', 'pass', ['newlyPassing: authn.a fail → pass', 0]],
  ['waived', 'pass', ['newlyPassing: authn.a waived → pass', 0]],
  ['pass', 'flaky', ['flaky: authn.a pass → flaky', 0]],
  ['flaky', 'fail', ['flaky: authn.a flaky → fail', 0]],
  ['flaky', 'pass', ['newlyPassing: authn.a flaky → pass', 0]],
  ['pass', 'inconclusive', ['noLongerJudged: authn.a pass → inconclusive', 3]],
  ['fail', 'inconclusive', ['noLongerJudged: authn.a fail → inconclusive', 3]],
  ['inconclusive', 'pass', ['newlyJudged: authn.a inconclusive → pass', 0]],
  ['pass', 'waived', ['waivers: authn.a pass → waived', 0]],
  ['waived', 'fail', ['waivers: authn.a waived → fail', 0]],
])('a clause that goes from %s to %s', (before, after, changes) => {
  expect(resultOf(compareReports(run(before), run(after)))).toEqual(changes);
});

test('a clause that fails for one more check is told, though it failed before', () => {
  const failures = [sampleFailure('authn.a', 'one'), sampleFailure('authn.a', 'one', { check: 'read-back' })];
  const { clauses, exitCode } = compareReports(run('fail'), run('fail', {}, { failures }));
  expect([clauses.failsOtherwise.map(({ clause, checks }) => [clause, checks]), exitCode]).toEqual([[['authn.a', ['read-back']]], 0]);
});

test('what another suite has changed is not the target’s doing', () => {
  const next = (kind: Kind, clause: Partial<ClauseResult> = {}, about: Partial<Report> = {}): readonly unknown[] =>
    resultOf(compareReports(run('pass', { says: 'as it was' }), run(kind, { says: 'as it was', ...clause }, { ...OTHER_SUITE, ...about })));
  expect({
    target: next('fail'),
    reworded: next('fail', { says: 'something else' }),
    newCheck: next('fail', {}, { failures: [sampleFailure('authn.a', 'one', { check: 'brand-new' })] }),
    newClause: next('fail', { id: 'authn.b' }),
  }).toEqual({
    target: ['newlyFailing: authn.a pass → fail', 1],
    reworded: ['judgedOtherwise: authn.a pass → fail', 0],
    newCheck: ['judgedOtherwise: authn.a pass → fail', 0],
    newClause: ['added: authn.b absent → fail', 'removed: authn.a pass → absent', 0],
  });
});

test('what a filter left out is neither new nor gone', () => {
  const narrowed = run('pass', { id: 'authn.b' }, { selection: { clauses: 'authn.b' } });
  const { suite, notCompared } = compareReports(run('pass'), narrowed);
  const other = compareReports(run('pass'), { ...narrowed, ...OTHER_SUITE });
  expect([suite, notCompared, resultOf(other), other.notCompared]).toEqual([
    { added: [], removed: [], judgedOtherwise: [] },
    2,
    ['added: authn.b absent → pass', 0],
    1,
  ]);
});

test('what the earlier run did not look at it does not excuse', () => {
  const elsewhere = run('pass', { id: 'gov.a' }, { selection: { documents: ['governance'] } });
  expect(resultOf(compareReports(elsewhere, run('fail')))).toEqual(['newlyFailing: authn.a absent → fail', 1]);
  expect(resultOf(compareReports(elsewhere, run('pass')))).toEqual([0]);
});

test('what is seen otherwise where the documents are silent', () => {
  const observing = (...values: readonly (readonly [string, unknown])[]): Partial<Report> => ({
    observations: values.map(([about, value]) => ({ about, clause: 'authn.a', value })),
  });
  const drift = (before: Partial<Report>, after: Partial<Report>): unknown =>
    compareReports(run('pass', {}, before), run('pass', {}, after)).observations.map(({ about, before: was, after: is }) => [
      about,
      was,
      is,
    ]);
  const was = observing(['key', 'status 401'], ['path', 404]);
  expect([
    drift(was, observing(['path', 404], ['key', 'status 401'])),
    drift(was, observing(['key', 'status 403'], ['path', 404])),
    drift(was, observing(['key', 'status 401'], ['key', 'status 403'], ['path', 404])),
    drift(was, observing(['key', 'status 401'])),
    // With another seed other requests are sent.
    drift(was, { seed: 7, ...observing(['key', 'status 401'], ['key', 'status 403']) }),
    drift(was, { seed: 7, ...observing(['key', 'status 403']) }),
  ]).toEqual([
    [],
    [['key', ['status 401'], ['status 403']]],
    [['key', ['status 401'], ['status 401', 'status 403']]],
    [['path', [404], []]],
    [],
    [['key', ['status 401'], ['status 403']]],
  ]);
});

test('latency is out of its band only where median and 90th percentile of enough answers agree, and have moved apart', () => {
  const took = (p50: number, p90: number, samples = 20): Partial<Report> => {
    const latency: Latency[] = [{ document: 'authentication', operation: 'authenticate', samples, p50, p90 }];
    return { latency };
  };
  const out = (before: Partial<Report>, after: Partial<Report>): unknown =>
    compareReports(run('pass', {}, before), run('pass', {}, after)).latency.map(({ direction }) => direction);
  expect([
    out(took(20, 30), took(29, 46)),
    out(took(20, 30), took(31, 46)),
    out(took(20, 30), took(31, 44)),
    out(took(20, 30), took(13, 19)),
    out(took(1, 2), took(5, 6)),
    out(took(20, 30, 19), took(200, 400)),
    out({}, took(20, 30)),
  ]).toEqual([[], ['slower'], [], ['faster'], [], [], []]);
  // What the same target has shown on a busy machine: the tail is longer, and most answers are as before.
  expect([out(took(4.8, 15.8, 309), took(10.2, 47, 309)), out(took(2.7, 15.1, 197), took(13.4, 31.9, 197))]).toEqual([[], []]);
});

test('the user’s rule decides', () => {
  const before = run('pass', {}, { observations: [{ about: 'key', clause: 'authn.a', value: 1 }] });
  const after = run('flaky', {}, { observations: [{ about: 'key', clause: 'authn.a', value: 2 }], outcome: 'inconclusive', exitCode: 3 });
  const exits = ([[], ['newly-failing'], ['flaky'], ['observations', 'latency'], FAIL_ON] as const).map((failOn) => {
    const { tripped, exitCode } = compareReports(before, after, { failOn });
    return [tripped, exitCode];
  });
  expect(exits).toEqual([
    [[], 0],
    [[], 0],
    [['flaky'], 1],
    [['observations'], 1],
    [['flaky', 'observations'], 1],
  ]);
  expect(compareReports(run('pass'), run('pass', {}, { outcome: 'partial' })).exitCode).toBe(3);
});

const VIOLATED = { outcome: 'violations', exitCode: 1 } as const;
const OPEN = sampleClause('authn.b', { verdict: 'inconclusive' });

test.each<[string, Partial<Report>, number]>([
  ['anything where there is nothing', {}, 0],
  ['the rest of the run, which was cut short', { partial: 'it stopped after 1 violated clause (--bail 1)' }, 3],
  ['a flake', { flaky: [flaky('authn.b')] }, 3],
  ['a clause that is open', { clauses: [OPEN] }, 3],
  ['a clause that is open and waived', { clauses: [{ ...OPEN, waived: true }] }, 0],
  ['behaviour that no document describes, which is open', { clauses: [{ ...OPEN, status: 'unspecified' }] }, 0],
])('a violation that both runs have does not hide %s', (_what, about, exitCode) => {
  const [before, after] = [run('fail'), run('fail', {}, VIOLATED)];
  const whole = { ...after, ...about, clauses: [...after.clauses, ...(about.clauses ?? [])] };
  const comparison = compareReports({ ...before, clauses: [...before.clauses, ...(about.clauses ?? [])] }, whole);
  expect(exitCodeAgainst(comparison, whole)).toBe(exitCode);
});

test('a run that was cut short is none that a later one is held against in full, whatever it violates', () => {
  expect(compareReports(run('fail'), run('fail', {}, { ...VIOLATED, partial: 'it was interrupted' })).exitCode).toBe(3);
});

test('a comparison is what its schema says, and reads so', () => {
  const observations = [{ about: 'key', clause: 'authn.a', value: 'status 401' }];
  const comparison = compareReports(
    run('pass', {}, { observations }),
    run(
      'fail',
      { reason: 'expected 200; received 500' },
      { observations: [], replayFlags: '--fault f', outcome: 'violations', exitCode: 1 },
    ),
  );
  const validate = metaValidator<Comparison>('diff');
  expect([validate(JSON.parse(JSON.stringify(comparison))), validate.errors]).toEqual([true, null]);
  expect(renderComparison(comparison, { color: false, width: 100 })).toMatchInlineSnapshot(`
    "REGRESSION  mock: 1 newly failing, 1 drifted; --fail-on newly-failing; exit code 1

    ✗ newly failing: 1
      authn.a   pass → fail
        expected 200; received 500
        by response
        replay  assay run --fault f --replay r1.42.authn

    ≈ undocumented behaviour changed: 1
      authn.a   key
        status 401 → nothing

    suite     the same in both runs
    before    2030-01-02T03:04:05.000Z, seed 42, assay 0.1.0, conformant
    after     2030-01-02T03:04:05.000Z, seed 42, assay 0.1.0, violations
    "
  `);
});

test('a run does not differ from itself, and what newly fails one way newly passes the other way', () => {
  const verdicts = fc.array(fc.constantFrom<'pass' | 'fail'>('pass', 'fail'), { minLength: 5, maxLength: 5 });
  const stood = (all: readonly ('pass' | 'fail')[]): Report =>
    sampleReport(
      all.map((verdict, index) => sampleClause(`authn.${index}`, { verdict })),
      { failures: all.flatMap((verdict, index) => (verdict === 'fail' ? [sampleFailure(`authn.${index}`, 'one')] : [])) },
    );
  const ids = (changes: readonly ClauseChange[]): readonly string[] => changes.map(({ clause }) => clause);
  fc.assert(
    fc.property(verdicts, verdicts, (one, other) => {
      const [there, back] = [compareReports(stood(one), stood(other)), compareReports(stood(other), stood(one))];
      expect(resultOf(compareReports(stood(one), stood(one)))).toEqual([0]);
      expect(ids(there.clauses.newlyFailing)).toEqual(ids(back.clauses.newlyPassing));
      expect(ids(there.clauses.newlyPassing)).toEqual(ids(back.clauses.newlyFailing));
      expect(there.exitCode).toBe(there.clauses.newlyFailing.length > 0 ? 1 : 0);
    }),
  );
});
