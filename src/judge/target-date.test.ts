import { expect, test } from 'vitest';
import type { TraceEvent } from '../trace/events.ts';
import { sampleExchange } from '../trace/trace-fixtures.ts';
import { indexTrace } from './evidence.ts';
import { targetDate } from './target-date.ts';

const NOON = Date.UTC(2030, 0, 1, 12);
const HOUR = 3_600_000;
const dated = (seq: number, hours: number, sentAt = NOON): TraceEvent =>
  sampleExchange({ seq, sentAt, response: { headers: { date: new Date(NOON + hours * HOUR).toUTCString() } } });
const turned = (advance: string, hours: number): TraceEvent => ({
  type: 'clock',
  case: '',
  advance,
  now: new Date(NOON + hours * HOUR).toISOString(),
});

/** The exchanges whose Date tells the time of the target. */
function telling(...events: readonly TraceEvent[]): readonly number[] {
  const evidence = indexTrace(events);
  const exchanges = events.filter((event) => event.type === 'exchange');
  return exchanges.filter((exchange) => !Number.isNaN(targetDate(evidence, exchange))).map(({ seq }) => seq);
}

test.each<[string, readonly number[], readonly TraceEvent[]]>([
  ['no clock was turned', [1], [dated(1, 500)]],
  ['it goes with the clock that was turned', [1, 2], [dated(1, 0), turned('PT5H', 5), dated(2, 5)]],
  ['the turned clock goes on by itself', [1, 2], [dated(1, 0), turned('PT5H', 5), dated(2, 7, NOON + 2 * HOUR)]],
  ['the turned clock stands still', [1, 2], [dated(1, 0), turned('PT5H', 5), dated(2, 5, NOON + 2 * HOUR)]],
  ['a proxy in front has another clock', [], [dated(1, 24), turned('PT5H', 5), dated(2, 24)]],
  ['a proxy in front has had the same clock before it was turned', [1], [dated(1, 0), turned('PT5H', 5), dated(2, 0)]],
  ['two were under way while it was turned', [1, 2], [turned('PT5H', 5), dated(1, 9), dated(2, 5), turned('PT4H', 9)]],
  ['its turn is no duration', [1], [turned('soon', 5), dated(1, 5), dated(2, 0), turned('soon', 5)]],
])('a Date tells the time of the target, where %s: %j', (_what, wanted, events) => {
  expect(telling(...events)).toEqual(wanted);
});
