import { expect, test } from 'vitest';
import type { LoadEvent } from '../model/types.ts';
import { sampleReport } from './report-fixtures.ts';
import { loadPlots } from './load-plots.ts';
import { renderLatency } from './latency-text.ts';
import { renderLoadProgress } from './load-progress.ts';
import { drift, renderLoadText } from './load-text.ts';

type Slice = LoadEvent['slices'][number];

function slice(second: number, about: Partial<Slice> = {}): Slice {
  const byClass = { '2xx': 100, '3xx': 0, '4xx': 0, '5xx': 0 };
  const base = { answered: 100, byClass, limited: 0, unanswered: 0, violations: 0, p50: 5, p99: 20, max: 30 };
  return { fromMs: second * 1000, lengthMs: 1000, ...base, ...about };
}

const SLICES = [slice(0), slice(1, { p99: 40, violations: 2 }), slice(2), slice(3)];

const LOAD: LoadEvent = {
  type: 'load',
  case: 'load',
  model: 'open',
  rate: 100,
  connections: 4,
  end: 'server-errors',
  why: 'half of the last 100 requests were answered with server errors (5xx), or not at all',
  accounts: {
    scheduled: 410,
    sent: 404,
    neverSent: 6,
    answered: 400,
    timedOut: 1,
    lost: 3,
    lostBy: { reset: 3 },
    byStatus: { 200: 398, 503: 2 },
    bytes: 800,
  },
  judged: 400,
  violating: 2,
  rejudgeable: 104,
  violations: [{ check: 'response', clauses: ['pam.limits.header-limit'], count: 2, kept: 2 }],
  latencyMs: { count: 401, p50: 5, p90: 12.34, p99: 40, p999: 120, max: 1000 },
  coordinatedOmission: 'corrected',
  throughput: 100,
  durationMs: 4000,
  slices: SLICES,
  generator: {
    eventLoopDelayMs: { p50: 0, p99: 25, max: 30 },
    processorShare: 0.4,
    sendLagMs: { count: 404, p50: 1, p90: 1, p99: 2, p999: 3, max: 3 },
    bottleneck: ['the event loop was 25.0 ms late one time in a hundred (at most 20)'],
  },
  thresholds: [{ expression: 'p99<30ms', measured: 40, held: false }],
};

test('what a load came to, in the terminal', () => {
  const because = 'the load ended early: half of the last 100 requests were answered with server errors (5xx), or not at all';
  const report = sampleReport([], { outcome: 'inconclusive', exitCode: 3, load: LOAD, inconclusive: { because, blame: 'target' } });
  const text = renderLoadText(report, LOAD, { color: false, width: 100, files: [{ about: 'figures', path: '/tmp/load.json' }] });
  expect(text.slice(text.indexOf('INCONCLUSIVE'))).toMatchInlineSnapshot(`
    "INCONCLUSIVE  the load ended early: half of the last 100 requests were answered with server errors
                  (5xx), or not at all; 404 requests in 4.0 s, 100 responses a second, p99 40 ms;
                  figures invalid; exit code 3

    load        open model, 100 requests a second, over 4 connections, 4.0 s; ended: server-errors, half
                of the last 100 requests were answered with server errors (5xx), or not at all
    throughput  100 responses a second
    latency     p50 5.00 ms, p90 12.3 ms, p99 40.0 ms, p99.9 120 ms, max 1000 ms (from when each was
                due)
    requests    410 due = 404 sent + 6 never sent; 404 sent = 400 answered + 1 timed out + 3 lost (reset
                3)
    statuses    200: 398, 503: 2
    judged      400 responses, 2 contradict a clause; 104 exchanges are in the trace and can be judged
                again, the others not

    ? p99<30ms  (40 ms, and the generator was the bottleneck)

    figures     /tmp/load.json
    "
  `);
});

test('latency over time: as text, and as a drawing that needs nothing else', () => {
  expect(renderLatency(SLICES, { width: 60, color: false })).toMatchInlineSnapshot(`
    "40.0 ms │            █████████████
            │            █████████████
            │            █████████████
            │            █████████████
            │██████████████████████████████████████████████████
            │██████████████████████████████████████████████████
            │██████████████████████████████████████████████████
       0 ms ┤██████████████████████████████████████████████████
                         ✗✗✗✗✗✗✗✗✗✗✗✗✗  violations, errors
             0 s                                          4.0 s
    "
  `);
  const plots = loadPlots(LOAD);
  expect(plots.map(({ name, svg }) => [name, svg.match(/<poly(?:line|gon)/g)?.length, svg.match(/<circle/g)?.length ?? 0])).toEqual([
    ['throughput', 2, 1],
    ['latency', 2, 0],
    ['statuses', 6, 0],
  ]);
  for (const { title, svg } of [...plots, ...loadPlots({ ...LOAD, slices: [] })]) {
    expect([/https?:\/\/(?!www\.w3\.org\/2000\/svg)/.test(svg), /NaN|Infinity/.test(svg), svg.includes(`>${title}<`)]).toEqual([
      false,
      false,
      true,
    ]);
    expect(svg).toMatch(/>time in s<[^]*>(?:responses a second|latency in ms|share of requests in %)</);
  }
});

test('progress says rate, latency, statuses and violations; off a terminal ten times', () => {
  const now = { slice: slice(0), accounts: LOAD.accounts, violations: 2, durationMs: 10_000 };
  const plain = { tty: false, color: false, width: 100 };
  expect([renderLoadProgress(now, plain), renderLoadProgress({ ...now, durationMs: 60_000 }, plain)]).toEqual([
    '1.0 s of 10.0 s  100/s  p50 5.00 ms, p99 20.0 ms  200: 398, 503: 2  4 unanswered  2 violating\n',
    '',
  ]);
  expect(renderLoadProgress(now, { ...plain, tty: true, width: 20 })).toBe('\r\u001b[2K1.0 s of 10.0 s  100');
});

test('what changes over a long load is told', () => {
  const long = Array.from({ length: 40 }, (_, second) => slice(second, { p99: second < 20 ? 20 : 50 }));
  expect([drift(long), drift(SLICES), drift(long.slice(0, 20))]).toEqual([
    ['p99 went from 20.0 ms in the first quarter of the time to 50.0 ms in the last'],
    [],
    [],
  ]);
});
