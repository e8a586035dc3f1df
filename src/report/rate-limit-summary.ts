import type { Report } from '../model/types.ts';
import { loadLayout, type LoadLayoutOptions } from './load-layout.ts';
import type { RateLimitFindings } from './rate-limit-page.ts';
import { duration } from './text.ts';
import { renderTimeline } from './timeline-text.ts';

const LABEL_WIDTH = 14;

/** What a person reads in the terminal when a probe has ended: the plot, what limiter it is and why, violations, what stayed open. */
export function renderRateLimitSummary(report: Report, findings: RateLimitFindings, options: LoadLayoutOptions): string {
  const { paint, room, heading, row, files } = loadLayout(report, options, LABEL_WIDTH);
  const lines = [
    '',
    renderTimeline(findings.timeline, { width: room, color: options.color }),
    ...heading,
    '',
    ...row('limiter', findings.conclusion),
    ...findings.evidence.flatMap((text, index) => row(index === 0 ? 'because' : '', text)),
    '',
    ...findings.violations.flatMap(({ clause, expected, received, count }) => [
      paint('red', `✗ ${clause}${count > 1 ? ` (${count} times)` : ''}`),
      ...row('  expected', expected),
      ...row('  received', received),
    ]),
    ...findings.open.flatMap(({ clause, reason }) => [paint('yellow', `? ${clause}`), ...row('  not shown', reason)]),
    ...(findings.violations.length + findings.open.length === 0 ? [] : ['']),
    ...findings.observations.flatMap(({ about, value }, index) =>
      row(index === 0 ? 'observed' : '', `${about.replace('limiter/', '')}: ${typeof value === 'string' ? value : JSON.stringify(value)}`),
    ),
    ...row('requests', `${report.requests.sent} sent in ${duration(report.durationMs)}`),
    '',
    ...files,
  ];
  return `${lines.map((text) => text.trimEnd()).join('\n')}\n`;
}
