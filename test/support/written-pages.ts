import { compareReports } from '../../src/report/diff/compare.ts';
import { comparisonPage, differentialPage } from '../../src/report/diff/comparison-page.ts';
import { verificationPage } from '../../src/report/certificate/verification-page.ts';
import { indexPage } from '../../src/report/index-page.ts';
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
    diff: comparisonPage(compareReports(sampleReport(report.clauses.map((clause) => ({ ...clause, verdict: 'pass' }))), report)),
    differential: differentialPage({
      schemaVersion: 1,
      seed: 1,
      target: { name: HOSTILE, run: 'out/target', outcome: 'violations' },
      against: { name: 'other', run: 'out/against', outcome: 'conformant' },
      clauses: [{ clause: 'authn.a', says: HOSTILE, target: 'fail', against: 'pass', targetReason: HOSTILE }],
      observations: [{ clause: 'authn.b', about: HOSTILE, target: [HOSTILE], against: [] }],
      answers: [
        {
          document: 'authentication',
          operations: ['authenticate'],
          about: HOSTILE,
          target: '200',
          against: HOSTILE,
          times: 2,
          exchanges: [1, 2],
        },
      ],
      notCompared: [],
      exitCode: 1,
    }),
    certificate: verificationPage('out', {
      verified: false,
      exitCode: 1,
      identity: 'not checked',
      keyId: null,
      files: 8,
      rejudged: 571,
      rederived: 7,
      signedOnly: ['diff.json'],
      flaws: [{ file: HOSTILE, what: HOSTILE }],
      unchecked: ['the signer: no key was given'],
      proves: { signature: 'nothing', rejudging: 'the verdicts follow from the trace', neither: 'that the trace is true' },
    }),
    index: indexPage([
      { name: `a/"${HOSTILE}`, report },
      { name: 'second', report: sampleReport([]) },
      { name: 'broken', report: undefined, unreadable: HOSTILE },
    ]),
    trend: trendPage([pastRun(report), pastRun(sampleReport([], { target: { name: 'acme', claims: [] } }))]),
  };
}
