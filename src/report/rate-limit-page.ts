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
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(`Rate limit of ${target}, ${document}`)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${escaped(`Rate limit of ${target}, ${document}`)}</h1>
<p class="conclusion">${escaped(conclusion)}</p>
${list(evidence)}
<h2>Remaining over time</h2>
${timelineSvg(timeline)}
${table(
  'Violations',
  ['clause', 'expected', 'received', 'times'],
  violations.map(({ clause, expected, received, count }) => [clause, expected, received, String(count)]),
)}
${table(
  'Not shown',
  ['clause', 'why'],
  open.map(({ clause, reason }) => [clause, reason]),
)}
${table(
  'Where the document is silent',
  ['about', 'seen'],
  observations.map(({ about, value }) => [about, typeof value === 'string' ? value : JSON.stringify(value)]),
)}
</body>
</html>
`;
}

const STYLE = [
  ':root{color-scheme:light dark}',
  'body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}',
  '.conclusion{font-size:1.2rem;font-weight:600}',
  'table{border-collapse:collapse;width:100%}',
  'th,td{text-align:left;vertical-align:top;padding:.3rem .6rem .3rem 0;border-bottom:1px solid #8884}',
].join('');

function list(items: readonly string[]): string {
  return `<ul>\n${items.map((item) => `<li>${escaped(item)}</li>`).join('\n')}\n</ul>`;
}

function table(title: string, head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const cells = (kind: 'th' | 'td', row: readonly string[]): string =>
    `<tr>${row.map((cell) => `<${kind}>${escaped(cell)}</${kind}>`).join('')}</tr>`;
  return [`<h2>${escaped(title)}</h2>`, '<table>', cells('th', head), ...rows.map((row) => cells('td', row)), '</table>'].join('\n');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
