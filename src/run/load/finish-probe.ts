import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DocumentName, Report } from '../../model/types.ts';
import type { Judgement } from '../../judge/judgement.ts';
import type { ProbeEvidence } from '../../load/limiter/judge/probe-evidence.ts';
import { conclusion, evidence } from '../../load/limiter/explain.ts';
import { rateLimitPage, type RateLimitFindings } from '../../report/rate-limit-page.ts';
import { timelineSvg } from '../../report/timeline-svg.ts';
import { publish } from '../write-files.ts';
import type { ReportedRun } from '../../report/renderers.ts';
import { writeReports, type WrittenFile } from '../write-reports.ts';
import { summaryOf, type LoadSummary } from './load-summary.ts';
import { middle } from '../../load/limiter/span.ts';
import { timelineOf, type Timeline } from '../../report/timeline.ts';

export interface FinishedProbe {
  readonly report: Report;
  readonly summary: LoadSummary;
  /** undefined where the probe sent nothing */
  readonly findings: RateLimitFindings | undefined;
  readonly files: readonly WrittenFile[];
}

/** Writes everything that a probe leaves in its folder. `seen` is undefined where it sent nothing. Throws RunError. */
export function finishProbe(
  folder: string,
  document: DocumentName,
  { report, events }: ReportedRun,
  judgement: Judgement,
  seen: ProbeEvidence | undefined,
): FinishedProbe {
  const file = (name: string): string => join(folder, name);
  const summary = summaryOf({ report, samples: seen?.samples ?? [], classification: seen?.classification, findings: judgement.findings });
  const findings = seen === undefined ? undefined : findingsOf(document, report, summary, seen);
  publish(folder, (stage) => {
    writeFileSync(join(stage, 'load.json'), `${JSON.stringify(summary, undefined, 2)}\n`);
    if (findings === undefined) return;
    writeFileSync(join(stage, 'rate-limit.html'), rateLimitPage(findings));
    writeFileSync(join(stage, 'rate-limit.svg'), timelineSvg(findings.timeline));
  });
  const drawn = [
    { about: 'timeline', path: file('rate-limit.html') },
    { about: 'timeline', path: file('rate-limit.svg') },
  ];
  const files = [
    ...(findings === undefined ? [] : drawn),
    { about: 'figures', path: file('load.json') },
    ...writeReports(folder, { report, events }),
  ];
  return { report, summary, findings, files };
}

function findingsOf(document: DocumentName, report: Report, { violations }: LoadSummary, seen: ProbeEvidence): RateLimitFindings {
  return {
    target: report.target.name,
    document,
    conclusion: conclusion(seen.classification),
    evidence: evidence(seen),
    violations,
    open: report.clauses.flatMap(({ id, verdict, reason = '' }) => (verdict === 'inconclusive' ? [{ clause: id, reason }] : [])),
    observations: report.observations.filter(({ about }) => about.startsWith('limiter/')),
    timeline: timelineOfProbe(seen),
  };
}

/** The probed subject's requests as a plot shows them: on the harness's clock, from the first request on. */
export function timelineOfProbe({ own, facts }: ProbeEvidence): Timeline {
  const begun = own[0]?.sentMs ?? 0;
  const ahead = facts.offset === undefined ? 0 : middle(facts.offset);
  return timelineOf(
    own.map(({ sentMs, status, remaining, limit, reset }) => ({
      atMs: sentMs - begun,
      status,
      remaining,
      limit,
      resetMs: reset === undefined ? undefined : reset.seconds * 1000 - ahead - begun,
    })),
  );
}
