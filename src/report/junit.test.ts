import { expect, test } from 'vitest';
import { sampleClause, sampleExchange, sampleFailure, sampleReport } from './report-fixtures.ts';
import { renderJUnit } from './junit.ts';

test('a test case for each clause that there is to judge: what says nothing of the target is an error, not a failure', () => {
  const report = sampleReport(
    [
      sampleClause('authn.a.holds', { says: 'it holds' }),
      sampleClause('authn.a.fails', { verdict: 'fail', blame: 'target' }),
      sampleClause('authn.a.open', { verdict: 'inconclusive', blame: 'config', reason: 'services.key: unset', checks: [], exchanges: [] }),
      sampleClause('authn.a.unclaimed', { verdict: 'skipped', reason: 'not claimed' }),
      sampleClause('authn.a.waived', { verdict: 'fail', waived: true }),
      sampleClause('authn.a.informative', { verdict: null, status: 'informative' }),
    ],
    {
      outcome: 'violations',
      exitCode: 1,
      failures: [sampleFailure('authn.a.fails', 'authenticate /status')],
      partial: 'it was killed',
      replayFlags: "--target 'acme.yaml'",
    },
  );
  const about = (...values: readonly (readonly [string, string])[]): string =>
    values.map(([name, value]) => `        <property name="${name}" value="${value}"/>\n`).join('');
  const rest = (feature = 'authn.a'): string => about(['section', 'Transitions'], ['feature', feature]);
  const shown = about(['status', 'testable'], ['basis', 'documented'], ['checks', 'response'], ['exchanges', '1']);
  expect(renderJUnit(report)).toBe(
    `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="assay" tests="5" failures="1" errors="1" skipped="2" time="3.210">
  <testsuite name="authentication" timestamp="2030-01-02T03:04:05.000Z" tests="5" failures="1" errors="1" skipped="2">
    <properties>
      <property name="target" value="mock"/>
      <property name="tool" value="assay 0.1.0"/>
      <property name="seed" value="42"/>
      <property name="outcome" value="VIOLATIONS: mock: 3 clauses judged, 1 violated; only a part of the run: it was killed; exit code 1"/>
      <property name="partial" value="it was killed"/>
    </properties>
    <testcase classname="authentication" name="authn.a.holds">
      <properties>
${rest()}${about(['says', 'it holds'])}${shown}      </properties>
    </testcase>
    <testcase classname="authentication" name="authn.a.fails">
      <properties>
${rest()}${shown}      </properties>
      <failure type="response" message="expected status 200; received status 500">root cause  authenticate /status
expected    status 200
received    status 500
  1. a user whose password has expired
  2. authenticate
✗ 3. changePassword
assay run --target &#39;acme.yaml&#39; --replay r1.42.authn</failure>
    </testcase>
    <testcase classname="authentication" name="authn.a.open">
      <properties>
${rest()}${about(['status', 'testable'], ['basis', 'documented'])}      </properties>
      <error type="config" message="services.key: unset"/>
    </testcase>
    <testcase classname="authentication" name="authn.a.unclaimed">
      <properties>
${rest()}${shown}      </properties>
      <skipped message="not claimed"/>
    </testcase>
    <testcase classname="authentication" name="authn.a.waived">
      <properties>
${rest()}${shown}      </properties>
      <skipped message="waived: known violation"/>
    </testcase>
  </testsuite>
</testsuites>
`,
  );
});

test('what kept a run from judging, or has to be changed, is an error of its own: no CI takes an empty list for a green one', () => {
  const casesOf = (more: Parameters<typeof sampleReport>[1], clauses: Parameters<typeof sampleReport>[0] = []): readonly unknown[] => {
    const text = renderJUnit(sampleReport(clauses, more));
    const [, ...totals] = /<testsuites name="assay" tests="(\d+)" failures="(\d+)" errors="(\d+)"/.exec(text) ?? [];
    return [
      totals.join(' '),
      [...text.matchAll(/<testcase classname="assay" name="([^"]+)">\s+<error type="usage" message="([^"]+)"/g)].map(([, ...one]) => one),
    ];
  };
  const stopped = [{ key: 'services.authentication.baseUrl', message: 'acme.yaml:2:3  nobody answers', blame: 'config' as const }];
  const badWaivers = [{ at: 'waivers.yaml:2:5', problem: 'stale' as const, message: 'the waiver of a is stale' }];
  expect([
    casesOf({ outcome: 'usage', exitCode: 2, stopped }),
    casesOf({ outcome: 'usage', exitCode: 2, badWaivers }, [sampleClause('authn.a')]),
    casesOf({ outcome: 'inconclusive', exitCode: 3 }),
  ]).toEqual([
    ['1 0 1', [['configuration', 'acme.yaml:2:3  nobody answers']]],
    ['2 0 1', [['waivers', 'waivers.yaml:2:5  the waiver of a is stale']]],
    ['1 0 1', [['the run', expect.stringMatching(/^INCONCLUSIVE: mock: /)]]],
  ]);
});

test('what a target sends is text, and what XML cannot write is replaced', () => {
  const hostile = '</failure><x a="1">&\'\u0000\u{FFFF}\uD800\n😀';
  const report = sampleReport([sampleClause('authn.a.fails', { verdict: 'fail' })], {
    failures: [sampleFailure('authn.a.fails', 'c', { received: hostile, sequence: [], replay: '' })],
  });
  const [, attribute, text] = /<failure type="response" message="expected status 200; received ([^"]*)">([^<]*)<\/failure>/.exec(
    renderJUnit(report),
  ) ?? [''];
  const written = '&lt;/failure&gt;&lt;x a=&quot;1&quot;&gt;&amp;&#39;\\u0000\uFFFD\\ud800';
  expect([attribute, text]).toEqual([`${written}&#10;😀`, `root cause  c\nexpected    status 200\nreceived    ${written}\n😀`]);
});

test('a test case takes the time of the exchanges that its clause names', () => {
  const report = sampleReport([sampleClause('authn.a.b', { exchanges: [1, 3] }), sampleClause('authn.a.c', { exchanges: [9] })]);
  const events = [1, 2, 3].map((seq) => sampleExchange(seq, { durationMs: 250 }));
  expect(renderJUnit(report, events).match(/<testcase[^>]*>/g)).toEqual([
    '<testcase classname="authentication" name="authn.a.b" time="0.500">',
    '<testcase classname="authentication" name="authn.a.c">',
  ]);
});

test('no line of it is a command to a CI that prints it', () => {
  const received = 'status 200\n::error::forged\n##[error]forged';
  const report = sampleReport(
    [sampleClause('authn.a', { verdict: 'fail', blame: 'target' }), sampleClause('authn.b', { verdict: 'inconclusive', reason: received })],
    {
      failures: [{ ...sampleFailure('authn.a', 'authenticate'), received }],
    },
  );
  const text = renderJUnit(report).replaceAll('&#10;', '\n');
  expect([text.includes('forged'), /^::|##\[/m.test(text)]).toEqual([true, false]);
});
