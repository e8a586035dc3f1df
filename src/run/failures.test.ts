import { expect, test } from 'vitest';
import type { Finding } from '../judge/finding.ts';
import { DOOR_TOUR } from '../judge/judge-fixtures.ts';
import type { TraceEvent } from '../trace/events.ts';
import { sampleCase, sampleExchange } from '../trace/trace-fixtures.ts';
import { failuresOf, type FailureContext } from './failures.ts';
import { readReplayToken } from './replay.ts';

const context: FailureContext = {
  events: DOOR_TOUR,
  seed: 42,
  specsDigest: '0123456789abcdef',
  target: { name: 'doors', digest: 'fedcba9876543210' },
  selection: {},
  answer: ({ response }) => String(response?.status),
  embedded: false,
  counts: () => true,
};
const finding = (about: Partial<Finding> = {}): Finding => ({
  check: 'transition/shut',
  clauses: ['doors.transitions.shut'],
  verdict: 'fail',
  basis: 'documented',
  exchanges: [3],
  case: 'tour/door/1',
  expected: 'state SHUT',
  received: 'status 200, OPEN',
  blame: 'target',
  ...about,
});

test('a failure says what was done up to where it shows, and how to see it again', () => {
  const [failure, ...others] = failuresOf(context, [finding()]);
  if (failure === undefined) throw new Error('no failure');
  const { replay, curl, cluster, ...rest } = failure;
  expect([rest, others]).toEqual([
    {
      clause: 'doors.transitions.shut',
      check: 'transition/shut',
      basis: 'documented',
      expected: 'state SHUT',
      received: 'status 200, OPEN',
      recurrence: { kind: 'not-repeated', failed: 1, runs: 1, low: 0.207, high: 1 },
      exchanges: [3],
      sequence: [
        'given           a shut door',
        'open       200  GET /api/doors/1',
        'read back  200  GET /api/doors/1',
        'shut       200  GET /api/doors/1',
      ],
    },
    [],
  ]);
  expect(readReplayToken(replay, context.specsDigest)).toEqual({
    seed: 42,
    case: 'tour/door/1',
    clause: 'doors.transitions.shut',
    check: 'transition/shut',
    specs: '0123456789ab',
    target: 'doors',
    profile: 'fedcba987654',
    selection: {},
  });
  expect([curl.includes('https://doors.example.test/api/doors/1'), cluster]).not.toEqual([false, '']);
});

test('the script of a run on the embedded mock says what to start before it', () => {
  const scripts = [true, false].map((embedded) => failuresOf({ ...context, embedded }, [finding()])[0]?.curl ?? '');
  expect(scripts.map((script) => script.split('\n')[2])).toEqual([
    expect.stringMatching(/^# The run's embedded mock has ended\. .* start 'assay mock' .*set the addresses below\.$/),
    'set -eu',
  ]);
});

test('only its own case led to it, and only up to it', () => {
  const later = sampleCase(
    { case: 'probe/later', first: 5 },
    sampleExchange({ request: { url: 'https://doors.example.test/api/doors/9' }, response: { status: 404 } }),
    sampleExchange(),
  );
  const [failure] = failuresOf({ ...context, events: [...DOOR_TOUR, ...later] }, [finding({ exchanges: [5], case: 'probe/later' })]);
  expect(failure?.sequence).toEqual(['step 0  404  GET /api/doors/9']);
  expect([failure?.curl.includes('/doors/9'), failure?.curl.includes('/doors/1')]).toEqual([true, false]);
});

test('the first finding of a check stands for all, each clause has a failure of its own', () => {
  const failures = failuresOf(context, [
    finding({ exchanges: [1] }),
    finding({ exchanges: [3] }),
    finding({ check: 'read-back/shut', clauses: ['doors.a', 'doors.b'] }),
  ]);
  expect(
    failures.map(({ clause, check, exchanges }) => [clause, check, exchanges]).toSorted((a, b) => String(a[0]).localeCompare(String(b[0]))),
  ).toEqual([
    ['doors.a', 'read-back/shut', [3]],
    ['doors.b', 'read-back/shut', [3]],
    ['doors.transitions.shut', 'transition/shut', [1]],
  ]);
});

test('clauses that do not count have no failure', () => {
  expect(
    failuresOf({ ...context, counts: (clause) => clause === 'doors.b' }, [finding({ clauses: ['doors.a', 'doors.b'] })]).map(
      ({ clause }) => clause,
    ),
  ).toEqual(['doors.b']);
});

const acted: readonly TraceEvent[] = sampleCase(
  {},
  { type: 'act', case: '', act: 'break the door', params: {}, done: true },
  { type: 'clock', case: '', advance: 'PT1H', now: '2030-01-01T01:00:00.000Z' },
  { type: 'emitted', case: '', place: { row: 'probe:look', at: 'steps/0' }, events: [] },
);

// What was done is found by way of the exchange that shows it, and here is none.
test('what an act failed to bring about is told with what was done', () => {
  const [failure] = failuresOf({ ...context, events: acted }, [finding({ exchanges: [], case: 'probe/look' })]);
  expect(failure?.sequence).toEqual(['act      break the door', 'clock    goes on by PT1H']);
});

test('of walks that show it after as many steps, the token is of the one that does least', () => {
  const walkOf = (id: string, first: number, steps: number): readonly TraceEvent[] =>
    sampleCase(
      { case: `${id}/1`, first, walk: { id, code: `["${id}"]` } },
      ...Array.from({ length: steps }, () => sampleExchange({ row: 'transition:shut', at: 'trigger/0' })),
    );
  const events = [...walkOf('walk/1', 1, 4), ...walkOf('walk/1/shorter', 5, 1)];
  const both = [finding({ exchanges: [1], case: 'walk/1/1' }), finding({ exchanges: [5], case: 'walk/1/shorter/1' })];
  const [failure, ...others] = failuresOf({ ...context, events }, both);
  expect([readReplayToken(failure?.replay ?? '', context.specsDigest).walk, others]).toEqual(['["walk/1/shorter"]', []]);
});

test('of equally long sequences, the one that was made simpler last is driven again', () => {
  const of = 'tour/door/1';
  const driven = (name: string, again?: { readonly of: string; readonly to: 'shorten' | 'repeat' }): readonly TraceEvent[] => [
    ...sampleCase(
      {
        case: name,
        kind: 'walk',
        first: seqs.next().value ?? 0,
        walk: { id: name, code: `code of ${name}` },
        ...(again === undefined ? {} : { again }),
      },
      sampleExchange({ row: 'transition:shut', at: 'trigger/0' }),
    ),
  ];
  const seqs = [1, 2, 3, 4, 5].values();
  const events = [
    ...driven('first'),
    ...driven('shorter', { of, to: 'shorten' }),
    ...driven('simpler', { of, to: 'shorten' }),
    ...driven('again', { of, to: 'repeat' }),
    ...driven('other'),
  ];
  const findings = ['first', 'shorter', 'simpler', 'again', 'other'].map((name, index) => finding({ case: name, exchanges: [index + 1] }));
  const [failure] = failuresOf({ ...context, events }, findings);
  expect(readReplayToken(failure?.replay ?? '', context.specsDigest).walk).toBe('code of simpler');
});

test('a token names the operation that refuses the case alone, and is driven again as such', () => {
  const exchange = (status: number, seq: number): TraceEvent => sampleExchange({ operation: 'getDoor', response: { status }, seq });
  const events = [
    ...sampleCase({ case: 'tour/door/1', first: 1 }, exchange(401, 1)),
    ...sampleCase({ case: 'tour/door/2', first: 2 }, exchange(200, 2)),
  ];
  const [failure] = failuresOf({ ...context, events }, [finding({ case: 'tour/door/1', exchanges: [1] })]);
  expect(readReplayToken(failure?.replay ?? '', context.specsDigest).served).toEqual(['getDoor']);
});
