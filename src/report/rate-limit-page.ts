import { htmlPage } from './page/html-page.ts';
import { markup } from './page/markup.ts';
import { plotFigure, tableMarkup } from './page/table.ts';
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

/** The findings as a page: plot, classification with its evidence, violations, what stayed open. */
export function rateLimitPage(findings: RateLimitFindings): string {
  const { target, document, conclusion, evidence, violations, open, observations, timeline } = findings;
  const title = `Rate limit of ${target}, ${document}`;
  const section = (id: string, name: string, head: readonly string[], rows: readonly (readonly string[])[]) => ({
    id,
    title: name,
    content: tableMarkup({ title: name, head, rows }),
  });
  return htmlPage({
    title,
    header: markup`<h1>${title}</h1>
      <p class="reason">${conclusion}</p>
      <ul>
        ${evidence.map((item) => markup`<li>${item}</li>`)}
      </ul>`,
    sections: [
      { id: 'timeline', title: 'Timeline', content: plotFigure({ title: 'Rate limit over time', svg: timelineSvg(timeline) }) },
      section(
        'violations',
        'Violations',
        ['clause', 'expected', 'received', 'times'],
        violations.map(({ clause, expected, received, count }) => [clause, expected, received, String(count)]),
      ),
      section(
        'open',
        'Inconclusive',
        ['clause', 'reason'],
        open.map(({ clause, reason }) => [clause, reason]),
      ),
      section(
        'observed',
        'Observed behaviour',
        ['about', 'value'],
        observations.map(({ about, value }) => [about, typeof value === 'string' ? value : JSON.stringify(value)]),
      ),
    ],
  });
}
