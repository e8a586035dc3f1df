import { expect, test } from 'vitest';
import { createBreaker } from './engine.ts';
import { bottleneckOf } from './generator-health.ts';
import { createLatencyHistogram, loadHistograms, NO_LATENCY } from './histogram.ts';
import { NotSendable, prepareRequest } from './prepared-request.ts';

test('what would break its connection is not sendable', () => {
  const request = { url: 'http://door.example.test/x', headers: {}, body: undefined } as const;
  expect(() => prepareRequest({ ...request, method: 'HEAD' })).toThrow(
    new NotSendable('HEAD /x: an answer without its body cannot be told from one that is late'),
  );
  expect(() => prepareRequest({ ...request, method: 'GET', headers: { 'x-a': '1\r\nx-b: 2' } })).toThrow(
    new NotSendable('GET /x: the header x-a has a line break'),
  );
});

test('half of a hundred answers in a row trip the breaker, fewer do not', () => {
  const trips = (statuses: readonly number[]): number => {
    const { sees } = createBreaker();
    return statuses.findIndex((status) => sees(status));
  };
  const third = Array.from({ length: 3000 }, (_, index) => (index % 3 === 0 ? 500 : 429));
  expect([trips(third), trips([...third, ...Array.from({ length: 60 }, () => 503)]), trips(Array.from({ length: 60 }, () => 500))]).toEqual(
    [-1, 3024, 49],
  );
});

test('latencies are kept in microseconds, to 0.1 %', async () => {
  await loadHistograms();
  const histogram = createLatencyHistogram();
  for (let index = 1; index <= 10_000; index++) histogram.record(index / 100);
  const { count, max, ...quantiles } = histogram.summary();
  const truth = { p50: 50, p75: 75, p90: 90, p95: 95, p99: 99, p999: 99.9 };
  expect([count, max, Object.keys(quantiles)]).toEqual([10_000, 100, Object.keys(truth)]);
  for (const [name, value] of Object.entries(truth)) expect(Reflect.get(quantiles, name) / value).toBeCloseTo(1, 2);
  histogram.reset();
  expect(histogram.summary()).toEqual(NO_LATENCY);
  histogram.close();
});

test('a generator that was the bottleneck says how', () => {
  expect([bottleneckOf(3, 0.5, 1), bottleneckOf(21.04, 0.97, 35)]).toEqual([
    [],
    [
      'one request in a hundred was sent 35.0 ms late or more (at most 20)',
      'the event loop was 21.0 ms late one time in a hundred (at most 20)',
      "the generator's thread was at work 97 % of the time (at most 90)",
    ],
  ]);
});
