import type { Report } from '../spec/types.ts';
import { outcomeText } from './outcome.ts';
import type { RateLimitFindings } from './rate-limit-page.ts';
import { duration, labelled, painter, visible } from './text.ts';
import { renderTimeline } from './timeline-text.ts';

export interface RateLimitSummaryOptions {
  readonly color: boolean;
  readonly width: number;
  readonly files: readonly { readonly about: string; readonly path: string }[];
}

const LABEL_WIDTH = 14;

/** What a person reads in the terminal when a probe has ended: the plot, what limiter it is and why, violations, what stayed open. */
export function renderRateLimitSummary(
  report: Report,
  findings: RateLimitFindings,
  { color, width, files }: RateLimitSummaryOptions,
): string {
  const paint = painter(color);
  const room = Math.max(60, Math.min(width, 120));
  const { heading, why } = outcomeText(report);
  const row = (label: string, text: string): readonly string[] =>
    labelled(label, visible(text), { indent: 0, labelWidth: LABEL_WIDTH, width: room, limit: 6 }, (word) => paint('dim', word));
  const lines = [
    '',
    renderTimeline(findings.timeline, { width: room, color }),
    ...labelled(
      heading,
      `${visible(why)}; exit code ${report.exitCode}`,
      { indent: 0, labelWidth: heading.length + 2, width: room },
      (label) => paint(['bold', report.outcome === 'conformant' ? 'green' : report.outcome === 'violations' ? 'red' : 'yellow'], label),
    ),
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
    ...files.flatMap(({ about, path }) =>
      labelled(about, path, { indent: 0, labelWidth: LABEL_WIDTH, width: 1000 }, (label) => paint('dim', label)),
    ),
  ];
  return `${lines.map((text) => text.trimEnd()).join('\n')}\n`;
}
