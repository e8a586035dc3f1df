import { expect, test } from 'vitest';
import type { Finding } from '../judge/finding.ts';
import { DOOR_TOUR } from '../judge/judge-fixtures.ts';
import type { TraceEvent } from '../trace/events.ts';
import { sampleCase, sampleExchange, sampleIntent, type SampleExchange } from '../trace/trace-fixtures.ts';
import { drivenWith, precedingSteps } from '../report/preceding-steps.ts';
import { sequenceTable } from '../report/sequence-table.ts';
import { positionOf } from './shorten.ts';
import { failingCases } from './rerun-failures.ts';

const failed = (seq: number, check = 'shut'): Finding => ({
  check,
  clauses: ['doors.shut'],
  verdict: 'fail',
  basis: 'documented',
  exchanges: [seq],
});

/** A walk of two callers, who take turns: 5 and 7 are A's, 6 is B's. */
const walk: readonly TraceEvent[] = ['walk/1/1', 'walk/1/2'].flatMap((id, index) =>
  sampleCase(
    { case: id, first: 5 + index, walk: { id: 'walk/1', code: '[]' } },
    sampleExchange({ row: 'transition:open', at: 'trigger/0' }),
  ),
);
const [again] = sampleCase({ case: 'walk/1/1', first: 7 }, sampleExchange({ row: 'transition:open', at: 'readBack/0' })).slice(1);
const events: readonly TraceEvent[] = [...DOOR_TOUR, ...walk, ...(again === undefined ? [] : [again])];

test('each failing check is followed up in the shortest case that shows it, each case once', () => {
  const failing = failingCases(events, [failed(7), failed(3), failed(1, 'open'), failed(6, 'open'), failed(4, 'read')]);
  expect(failing.map(({ case: id, findings }) => [id, findings.map(({ exchanges }) => exchanges)])).toEqual([
    ['walk/1/1', [[7]]],
    ['tour/door/1', [[1], [4]]],
  ]);
});

test('what was driven together has led to it together', () => {
  expect([
    precedingSteps(events, failed(7)).map(({ seq }) => seq),
    [...drivenWith(events, 'walk/1/2')].toSorted(),
    [...drivenWith(events, 'tour/door/1')],
  ]).toEqual([[5, 6, 7], ['walk/1/1', 'walk/1/2'], ['tour/door/1']]);
});

test('a table of several callers says whose step it is', () => {
  expect(sequenceTable(events, failed(7), ({ response }) => String(response?.status))).toEqual([
    'caller A  open       200  GET /api/doors/1',
    'caller B  open       200  GET /api/doors/1',
    'caller A  read back  200  GET /api/doors/1',
  ]);
});

test('a step is told by what it does, and a request by what is odd about it', () => {
  const tokenParts = (row: string, at: string, request: SampleExchange['request'] = {}): readonly string[] =>
    sequenceTable(sampleCase({}, sampleExchange({ row, at, operation: 'open', request })), failed(1), () => '400');
  const json = { 'content-type': 'application/json' };
  expect([
    tokenParts('stray:shut', 'gone/0'),
    tokenParts('negative:open', 'id/huge', { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'x'.repeat(80) }),
    tokenParts('probe:look', 'steps/1', { method: 'POST', headers: json, body: { a: 1 } }),
  ]).toEqual([
    ['shut, not allowed in gone  400  GET /api/doors/1'],
    [`open: id/huge  400  POST /api/doors/1 text/plain ${'x'.repeat(59)}…`],
    ['open  400  POST /api/doors/1 {"a":1}'],
  ]);
});

test('the spot of a failure is its sequence, and the moves that were taken by then', () => {
  const spots = [1, 2, 3, 4].map((seq) => positionOf(events, failed(seq)).moves);
  expect([spots, positionOf(events, failed(6)).sequence, positionOf(events, failed(5)).sequence]).toEqual([[1, 1, 2, 2], 1, 0]);
});

test('what prepares a move is part of it', () => {
  const step = (transition: string, at: string): TraceEvent => sampleExchange({ row: `transition:${transition}`, at });
  const prepared = sampleCase(
    {},
    step('open', 'trigger/0'),
    sampleIntent('door', 'open', 'start'),
    step('open', 'trigger/1'),
    step('shut', 'trigger/0'),
  );
  expect([1, 2, 3].map((seq) => positionOf(prepared, failed(seq)).moves)).toEqual([1, 1, 2]);
});
