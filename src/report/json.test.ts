import { expect, test } from 'vitest';
import { sampleClause, sampleFailure, sampleReport } from './report-fixtures.ts';
import { reportText } from './json.ts';

const report = sampleReport([sampleClause('authn.a.b', { verdict: 'fail', blame: 'target' })], {
  outcome: 'violations',
  exitCode: 1,
  failures: [sampleFailure('authn.a.b', 'authenticate /status')],
  observations: [{ about: 'skip', clause: 'authn.skip', value: { z: 1, a: [{ y: 1, b: 2 }] } }],
  environment: { node: '20', arch: 'x64' },
});

test('what is written reads back as the report', () => {
  expect(JSON.parse(reportText(report))).toEqual(report);
});

test('the same report gives the same bytes, in whatever order its members were made', () => {
  const shuffled = Object.fromEntries(Object.entries(report).toReversed());
  expect(reportText({ ...report, ...shuffled })).toBe(reportText(report));
  const text = reportText({ ...sampleReport([]), environment: { b: 1, a: { d: 1, c: 2 } } });
  expect([Object.keys(JSON.parse(text)).slice(0, 3), text.slice(text.indexOf('"environment"'))]).toEqual([
    ['schemaVersion', 'tool', 'specs'],
    '"environment": {\n    "a": {\n      "c": 2,\n      "d": 1\n    },\n    "b": 1\n  }\n}\n',
  ]);
});

test('a report that the schema refuses is not written, and every finding is told', () => {
  const broken = { ...report, durationMs: Number.NaN, exitCode: 1.5, extra: true };
  expect(() => reportText(broken)).toThrow(
    [
      'report.json/extra: must not be there; found true',
      'report.json/durationMs: must be number; found null',
      'report.json/exitCode: must be integer; found 1.5',
      'This is a defect of the harness: the run stands in trace.ndjson and can be judged again.',
    ].join('\n'),
  );
});
