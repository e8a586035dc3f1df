import type { Report } from '../../model/types.ts';
import { excerpt } from '../excerpt.ts';
import type { Markup } from './markup.ts';
import { tableMarkup } from './table.ts';

/** What has a section, a ledger or a table of its own. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  'clauses',
  'transitions',
  'failures',
  'observations',
  'waived',
  'flaky',
  'leftovers',
  'latency',
  'families',
  'load',
]);

/** Every other value of `report.json`, by its name there. */
export function runData(report: Report): Markup {
  const { summary } = report;
  const counted = summary.transitions.documented === 0 ? { clauses: summary.clauses } : summary;
  const rows = Object.entries({ ...report, summary: counted }).flatMap(([name, value]) => (ELSEWHERE.has(name) ? [] : values(name, value)));
  return tableMarkup({ title: 'Every other value of report.json', head: ['name', 'value'], rows, isFolded: true });
}

/** Values of one object that the page shows; of what a target has sent there may be any number. */
const MOST = 400;

function values(name: string, value: unknown): readonly (readonly string[])[] {
  if (value === undefined) return [];
  if (typeof value !== 'object' || value === null)
    return [[name, typeof value === 'string' ? excerpt(value, 1000) : JSON.stringify(value)]];
  return Object.entries(value)
    .slice(0, MOST)
    .flatMap(([key, own]) => values(`${name}.${key}`, own))
    .slice(0, MOST);
}

/** Latency of each operation; a load has its own figures. */
export function latencyTable({ latency = [] }: Report): Markup {
  return tableMarkup({
    title: 'Latency by operation',
    head: ['document', 'operation', 'responses', 'median in ms', '90th percentile in ms'],
    rows: latency.map(({ document, operation, samples, p50, p90 }) => [document, operation, ...[samples, p50, p90].map(String)]),
    isFolded: true,
  });
}
