import { expect, test } from 'vitest';
import { sampleExchange, type SampleExchange } from '../trace/trace-fixtures.ts';
import type { TraceEvent } from '../trace/events.ts';
import { spenderOfTime, withSpender } from './spent-budget.ts';

const quick = (sentAt: number): SampleExchange => ({ sentAt, durationMs: 10 });
const silent = (sentAt: number): SampleExchange => ({
  sentAt,
  durationMs: 2_000,
  response: undefined,
  failure: { kind: 'timeout', detail: 'no answer' },
});
const endless = (sentAt: number): SampleExchange => ({ ...silent(sentAt), failure: { kind: 'too-large', detail: 'more than is read' } });
const large = (sentAt: number): SampleExchange => ({ sentAt, durationMs: 20, response: { status: 200, bytes: 3_000_000 } });
const eventsOf = (...exchanges: readonly SampleExchange[]): readonly TraceEvent[] => exchanges.map((one) => sampleExchange(one));

test.each([
  ['nobody where each request was answered at once', [quick(0), quick(5_000), quick(10_000)], undefined],
  ['nobody where most of the time went elsewhere', [quick(0), quick(4_000), silent(8_000)], undefined],
  ['the network where requests were not answered', [quick(0), silent(10), silent(2_010), silent(4_010)], 'network'],
  ['the target where it sent more than is read', [quick(0), endless(10), silent(2_010), endless(4_010)], 'target'],
  ['the target where large answers took their time', [quick(0), large(10), large(3_000), quick(6_000)], 'target'],
])('the time of a run was spent by %s', (_whom, exchanges, blame) => {
  expect(spenderOfTime(eventsOf(...exchanges))?.blame).toBe(blame);
});

test('what the end of the time kept from being sent is blamed on its spender; other blocks stay', () => {
  const place = { row: 'probe:a', at: 'steps/0' };
  const over = {
    type: 'blocked',
    case: 'a',
    place,
    because: 'budget.duration (6 s) is over',
    blame: 'config',
    key: 'budget.duration',
  } as const;
  const used = { ...over, because: 'budget.requests (9) is used up', key: 'budget.requests' } as const;
  const exchanges = eventsOf(quick(0), silent(10), silent(2_010), silent(4_010));
  expect(withSpender([...exchanges, over, used]).slice(exchanges.length)).toEqual([
    { ...over, because: 'budget.duration (6 s) is over: requests without an answer took 6 s of 6 s', blame: 'network' },
    used,
  ]);
});
