import { expect, test } from 'vitest';
import { NO_LATENCY } from './engine/histogram.ts';
import { measure, type Measured } from './measure.ts';
import { demandOperations, holdAgainst, parseThreshold, type Measures } from './thresholds.ts';

test.each([
  ['p99<250ms', { metric: 'p99', operator: '<', bound: 250 }],
  [' P999 <= 1.5 s ', { metric: 'p99.9', operator: '<=', bound: 1500 }],
  ['p99.9<1s', { metric: 'p99.9', operator: '<', bound: 1000 }],
  ['listGroups : p95 < 200ms', { operation: 'listGroups', metric: 'p95', operator: '<', bound: 200 }],
  ['errors<0.1%', { metric: 'errors', operator: '<', bound: 0.001 }],
  ['limited=0%', { metric: 'limited', operator: '=', bound: 0 }],
  ['violations==0', { metric: 'violations', operator: '=', bound: 0 }],
  ['throughput>=500/s', { metric: 'throughput', operator: '>=', bound: 500 }],
] as const)('%s is read', (expression, expected) => {
  expect(parseThreshold(expression)).toEqual({ expression: expression.trim(), operation: undefined, ...expected });
});

test.each([
  ['p99', "threshold 'p99': expected METRIC OPERATOR NUMBER, such as p99<250ms, errors<0.1%, violations=0 or authenticate:p95<200ms"],
  [
    'p42<1ms',
    "threshold 'p42<1ms': expected one of p50, p75, p90, p95, p99, p99.9, max, errors, unanswered, limited, violations, throughput, found 'p42'",
  ],
  ['p99<250', "threshold 'p99<250': expected p99 in ms or s, found no unit"],
  ['errors<0.1', "threshold 'errors<0.1': expected errors in %, found no unit"],
  ['throughput>500', "threshold 'throughput>500': expected throughput in /s, found no unit"],
  ['violations<1%', "threshold 'violations<1%': expected violations in no unit, found '%'"],
  [
    'errors<-1%',
    "threshold 'errors<-1%': expected METRIC OPERATOR NUMBER, such as p99<250ms, errors<0.1%, violations=0 or authenticate:p95<200ms",
  ],
] as const)('%s is none, and named', (expression, message) => {
  expect(() => parseThreshold(expression)).toThrow(message);
});

test('each is held against its own measure', () => {
  const measures: Measures = {
    p50: 1,
    p75: 1,
    p90: 2,
    p95: 100,
    p99: 250,
    'p99.9': 300,
    max: 400,
    errors: 0.001,
    unanswered: 0.002,
    limited: 0.5,
    violations: 0,
    throughput: 499,
  };
  expect(holdAgainst(['p99<250ms', 'errors<=0.1%', 'violations=0', 'throughput>500/s'].map(parseThreshold), () => measures)).toEqual([
    { expression: 'p99<250ms', measured: 250, held: false },
    { expression: 'errors<=0.1%', measured: 0.001, held: true },
    { expression: 'violations=0', measured: 0, held: true },
    { expression: 'throughput>500/s', measured: 499, held: false },
  ]);
});

const EMPTY: Measured = {
  accounts: { scheduled: 0, sent: 0, neverSent: 0, answered: 0, timedOut: 0, lost: 0, lostBy: {}, byStatus: {}, bytes: 0, unservedMs: 0 },
  latencyMs: NO_LATENCY,
  throughput: 0,
  durationMs: 0,
  connections: 1,
  judged: 0,
  violating: 0,
  undocumented: 0,
};

test('what was not measured is neither held nor missed', () => {
  const nothing = measure(EMPTY);
  const expressions = ['p99<250ms', 'max>=0ms', 'errors<1%', 'unanswered=0%', 'limited=0%', 'violations=0', 'throughput>=0/s'];
  expect(holdAgainst(expressions.map(parseThreshold), () => nothing)).toEqual(
    expressions.map((expression) => ({ expression, measured: 0, held: false, unmeasured: true })),
  );
});

test('an operation is held to its own figures, and has to be one of the load', () => {
  const all = measure({ ...EMPTY, throughput: 5, accounts: { ...EMPTY.accounts, sent: 1 } });
  const thresholds = ['throughput>=5/s', 'listGroups:throughput>=5/s'].map(parseThreshold);
  expect(holdAgainst(thresholds, (operation) => (operation === undefined ? all : undefined))).toEqual([
    { expression: 'throughput>=5/s', measured: 5, held: true },
    { expression: 'listGroups:throughput>=5/s', measured: 0, held: false, unmeasured: true },
  ]);
  expect(() => demandOperations(thresholds, ['listGroups'])).not.toThrow();
  expect(() => demandOperations(thresholds, ['getGroup', 'issueToken'])).toThrow(
    "threshold 'listGroups:throughput>=5/s': expected an operation of the load, one of getGroup, issueToken, found 'listGroups'",
  );
});
