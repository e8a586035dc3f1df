import { renderPage } from '../../src/report/page/page.ts';
import { rateLimitPage } from '../../src/report/rate-limit-page.ts';
import { sampleReport } from '../../src/report/report-fixtures.ts';
import { timelineOf } from '../../src/report/timeline.ts';
import { pastRun } from '../../src/report/trend/past-run.ts';
import { trendPage } from '../../src/report/trend/trend-page.ts';
import { sampleLoad } from './filled-schema.ts';
import { HOSTILE, hostileReport } from './hostile-report.ts';

/** A page of each kind, by name. */
export function writtenPages(): Readonly<Record<string, string>> {
  const { report, events } = hostileReport();
  const point = { atMs: 10, status: 200, remaining: 9, limit: 10, resetMs: 900 };
  return {
    run: renderPage(report, events),
    load: renderPage(sampleReport([], { load: sampleLoad() }), []),
    probe: rateLimitPage({
      target: HOSTILE,
      document: 'governance',
      conclusion: 'token bucket',
      evidence: [HOSTILE],
      violations: [{ clause: 'gov.limits.reset', expected: 'a reset', received: HOSTILE, count: 3 }],
      open: [{ clause: 'gov.limits.retry', reason: HOSTILE }],
      observations: [{ about: 'limiter/kind', value: { text: HOSTILE } }],
      timeline: timelineOf([point, { ...point, atMs: 950, status: 429, remaining: 0 }]),
    }),
    trend: trendPage([pastRun(report), pastRun(sampleReport([], { target: { name: 'acme', claims: [] } }))]),
  };
}
