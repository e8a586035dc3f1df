import { escaped, page, table } from './plain-page.ts';
import { PLOT_STYLE } from './plot-svg.ts';
import { timelineSvg } from './timeline-svg.ts';
import type { Timeline } from './timeline.ts';

/** What a probe of a rate limit found, for people. */
export interface RateLimitFindings {
  readonly target: string;
  readonly document: string;
  readonly conclusion: string;
  readonly evidence: readonly string[];
  readonly violations: readonly { readonly clause: string; readonly expected: string; readonly received: string; readonly count: number }[];
  readonly open: readonly { readonly clause: string; readonly reason: string }[];
  readonly observations: readonly { readonly about: string; readonly value: unknown }[];
  readonly timeline: Timeline;
}

/** The findings as one page that needs nothing else: plot, classification with its evidence, violations, what stayed open. */
export function rateLimitPage(findings: RateLimitFindings): string {
  const { target, document, conclusion, evidence, violations, open, observations, timeline } = findings;
  return page(
    `Rate limit of ${target}, ${document}`,
    [
      `<p class="conclusion">${escaped(conclusion)}</p>`,
      list(evidence),
      timelineSvg(timeline),
      table(
        'Violations',
        ['clause', 'expected', 'received', 'times'],
        violations.map(({ clause, expected, received, count }) => [clause, expected, received, String(count)]),
      ),
      table(
        'Not shown',
        ['clause', 'why'],
        open.map(({ clause, reason }) => [clause, reason]),
      ),
      table(
        'Where the document is silent',
        ['about', 'seen'],
        observations.map(({ about, value }) => [about, typeof value === 'string' ? value : JSON.stringify(value)]),
      ),
    ],
    [PLOT_STYLE],
  );
}

function list(items: readonly string[]): string {
  return `<ul>\n${items.map((item) => `<li>${escaped(item)}</li>`).join('\n')}\n</ul>`;
}
