import type { Report } from '../model/types.ts';
import type { TraceEvent } from '../trace/events.ts';
import { writeAllureResults } from './allure-results.ts';
import { renderAnnotations } from './annotations.ts';
import { renderHar } from './har.ts';
import { reportText } from './json.ts';
import { renderJUnit } from './junit.ts';
import type { Plot } from './load-plots.ts';
import { renderMarkdown } from './markdown.ts';
import { renderOtel } from './otel.ts';
import { renderPage } from './page/page.ts';
import { renderSummary } from './summary.ts';

/** What the reports tell: the verdicts, and what happened. */
export interface ReportedRun {
  readonly report: Report;
  readonly events: readonly TraceEvent[];
  /** drawings that a probe has left in its folder */
  readonly plots?: readonly Plot[];
}

/** A report: one text, or a folder of files. */
export type Renderer = {
  /** where every run leaves it; the others are made when they are asked for */
  readonly name?: string;
} & ({ readonly render: (run: ReportedRun) => string } | { readonly writeInto: (folder: string, run: ReportedRun) => void });

const ALL = {
  // First: without the verdicts there is nothing to show.
  json: { name: 'report.json', render: ({ report }) => reportText(report) },
  markdown: { name: 'summary.md', render: ({ report }) => renderMarkdown(report) },
  html: { name: 'report.html', render: ({ report, events, plots = [] }) => renderPage(report, events, plots) },
  junit: { name: 'junit.xml', render: ({ report, events }) => renderJUnit(report, events) },
  github: { name: 'annotations.txt', render: ({ report }) => renderAnnotations(report) },
  allure: { name: 'allure-results', writeInto: (folder, { report }) => writeAllureResults(folder, report) },
  summary: { render: ({ report }) => renderSummary(report, { color: false, width: 100 }) },
  har: { render: ({ report, events }) => renderHar(report, events) },
  otel: { render: ({ report, events }) => renderOtel(report, events) },
} satisfies Readonly<Record<string, Renderer>>;

export type RendererName = keyof typeof ALL;

/** Every report of a run, by the name that `--reporter` takes. */
export const RENDERERS: Readonly<Record<RendererName, Renderer>> = ALL;

export function isRendererName(name: string): name is RendererName {
  return Object.hasOwn(ALL, name);
}
