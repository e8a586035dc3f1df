import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PastRun } from '../../model/types.ts';
import { metaValidator } from '../../model/meta-schemas.ts';
import { sampleClause, sampleFailure, sampleReport } from '../report-fixtures.ts';
import { failingSince, merged, pastRun } from './past-run.ts';
import { trendPage } from './trend-page.ts';
import { renderTrend, sparkline } from './trend-text.ts';

/** A run of a night of January 2030 in which these clauses failed. */
function night(day: number, failing: readonly string[], target = 'acme'): PastRun {
  const ids = ['authn.a', 'authn.b', 'authn.c'];
  return pastRun(
    sampleReport(
      ids.map((id) => sampleClause(id, { verdict: failing.includes(id) ? 'fail' : 'pass' })),
      {
        target: { name: target, claims: [] },
        startedAt: `2030-01-${String(day).padStart(2, '0')}T03:00:00.000Z`,
        failures: failing.map((id) => sampleFailure(id, id)),
        outcome: failing.length === 0 ? 'conformant' : 'violations',
        latency: [{ document: 'authentication', operation: 'authenticate', samples: 20, p50: day, p90: 2 * day }],
      },
    ),
  );
}

test('a run in a history is what its schema says', () => {
  const validate = metaValidator<PastRun>('history');
  expect([validate(night(1, ['authn.a'])), validate.errors]).toEqual([true, null]);
});

test('what is waived is no failure, and what is only declared counts where it is broken', () => {
  const { clauses, failing, waived } = pastRun(
    sampleReport([
      sampleClause('authn.a', { verdict: 'fail', waived: true }),
      sampleClause('authn.b', { verdict: 'fail', status: 'unspecified', basis: 'declared' }),
      sampleClause('authn.c', { verdict: 'pass', status: 'unspecified', basis: 'declared' }),
      sampleClause('authn.d', { verdict: null, status: 'informative' }),
    ]),
  );
  expect([clauses, failing, waived]).toEqual([
    { passed: 0, failed: 1, waived: 1, inconclusive: 0, skipped: 0, error: 0 },
    ['authn.b'],
    ['authn.a'],
  ]);
});

test('runs are kept once and in order, however they are added', () => {
  const runs = [1, 2, 3, 4].map((day) => night(day, [], day === 3 ? 'other' : 'acme'));
  const whole = merged([], runs);
  expect(whole.map(({ target, startedAt }) => `${target} ${startedAt.slice(8, 10)}`)).toEqual([
    'acme 01',
    'acme 02',
    'acme 04',
    'other 03',
  ]);
  fc.assert(
    fc.property(fc.array(fc.shuffledSubarray(runs)), (batches) => {
      const added = batches.reduce<readonly PastRun[]>(merged, []);
      expect(merged(added, runs)).toEqual(whole);
      expect(merged(whole, added)).toEqual(whole);
    }),
  );
});

test('what came and went since the run before', () => {
  const before = night(1, ['authn.a']);
  expect([undefined, before, night(2, []), night(2, ['authn.b', 'authn.c'])].map((then) => failingSince(before, then))).toEqual([
    '',
    '',
    '+1',
    '+1 −2',
  ]);
});

test('a curve goes from the least to the most', () => {
  expect([sparkline([0, 1, 2, 4, 7]), sparkline([3, 3]), sparkline([])]).toEqual(['▁▂▃▅█', '▁▁', '']);
});

test('a history in the terminal', () => {
  const history = merged([], [night(1, []), night(2, ['authn.a', 'authn.b']), night(3, ['authn.b']), night(1, [], 'other')]);
  expect(renderTrend(history, false)).toMatchInlineSnapshot(`
    "acme  3 runs, 2030-01-01 to 2030-01-03
      passed        █▁▅  2, 1 to 3
      failed        ▁█▅  1, 0 to 2
      flaky         ▁▁▁  0, 0 to 0
      latency       ▁▅█  3 ms, 1 to 3

      run               outcome     passed  failed  since  waived  not judged  flaky  observed  requests  time   assay
      2030-01-01 03:00  conformant  3       0              0       0           0      0         415       3.2 s  0.1.0
      2030-01-02 03:00  violations  1       2       +2     0       0           0      0         415       3.2 s  0.1.0
      2030-01-03 03:00  violations  2       1       −1     0       0           0      0         415       3.2 s  0.1.0

    other  1 run, 2030-01-01 to 2030-01-01
      passed        ▁  3, 3 to 3
      failed        ▁  0, 0 to 0
      flaky         ▁  0, 0 to 0
      latency       ▁  1 ms, 1 to 1

      run               outcome     passed  failed  since  waived  not judged  flaky  observed  requests  time   assay
      2030-01-01 03:00  conformant  3       0              0       0           0      0         415       3.2 s  0.1.0
    "
  `);
});

test('a history on a page: a bar and a row for each run, and nothing from elsewhere', () => {
  const html = trendPage([night(1, []), night(2, ['authn.a'], 'acme'), night(1, [], '<b>"other"</b>')]);
  const drawn = [...html.matchAll(/base64,([^"]+)/g)].map(([, svg = '']) => Buffer.from(svg, 'base64').toString()).join('');
  expect({
    bars: drawn.match(/<rect class="whole"/g)?.length,
    failed: drawn.match(/<rect class="failed" x="[^"]+" y="[^"]+" width=/g)?.length,
    rows: html.match(/<th scope="row">/g)?.length,
    escaped: html.includes('<h2>&lt;b&gt;&quot;other&quot;&lt;/b&gt;</h2>'),
    raw: html.includes('<b>') || drawn.includes('<b>'),
    elsewhere: (html + drawn).replaceAll('http://www.w3.org/2000/svg', '').match(/https?:|src="(?!data:)|@import/g),
  }).toEqual({ bars: 3, failed: 3, rows: 3, escaped: true, raw: false, elsewhere: null });
});
