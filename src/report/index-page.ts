import type { Report } from '../model/types.ts';
import { plural } from './defects.ts';
import { outcomeText } from './outcome.ts';
import { htmlPage } from './page/html-page.ts';
import { markup } from './page/markup.ts';
import { tableMarkup } from './page/table.ts';
import { requestsSent } from './tally.ts';
import { duration } from './text.ts';

/** A run of a folder of runs: its report, or why it cannot be read. */
export interface IndexedRun {
  /** name of its folder */
  readonly name: string;
  readonly report: Report | undefined;
  readonly unreadable?: string;
}

/** The runs of a folder as a page that leads to the page of each, latest first. */
export function indexPage(runs: readonly IndexedRun[]): string {
  const startedAt = ({ report }: IndexedRun): string => report?.startedAt ?? '';
  const latestFirst = runs.toSorted((one, other) => (startedAt(one) < startedAt(other) ? 1 : -1));
  const targets = new Set(runs.flatMap(({ report }) => (report === undefined ? [] : [report.target.name])));
  return htmlPage({
    title: 'Runs',
    header: markup`<h1>Runs</h1>
      <p class="reason">${plural(runs.length, 'run')} of ${plural(targets.size, 'target')}, latest first</p>`,
    sections: [
      {
        id: 'runs',
        title: 'Runs',
        content: tableMarkup({
          title: 'Each run leads to its report',
          head: ['run', 'target', 'started', 'outcome', 'judged', 'failed', 'inconclusive', 'requests', 'time', 'result'],
          rows: latestFirst.map(row),
          isFolded: false,
        }),
      },
    ],
  });
}

function row({ name, report, unreadable = '' }: IndexedRun) {
  const link = markup`<a href="${encodeURIComponent(name)}/report.html">${name}</a>`;
  if (report === undefined) return [name, '', '', 'unreadable', '', '', '', '', '', unreadable];
  const { target, startedAt, summary, durationMs } = report;
  const { passed, failed, inconclusive, error } = summary.clauses;
  const { heading, why } = outcomeText(report);
  return [
    link,
    target.name,
    startedAt.slice(0, 16).replace('T', ' '),
    markup`<b class="${report.outcome}">${heading}</b>`,
    String(passed + failed),
    String(failed),
    String(inconclusive + error),
    requestsSent(report).toLocaleString('en-US'),
    duration(report.load?.durationMs ?? durationMs),
    why,
  ];
}
