import type { ExchangeEvent, TraceEvent } from '../trace/events.ts';
import { brief, jsonExcerpt } from './excerpt.ts';
import type { FindingPlace } from './preceding-steps.ts';
import { pathOf, sequenceSteps, type SequenceStep } from './sequence-steps.ts';

/** What was done up to what a finding shows, a line for each step: who (where several callers are at it), what, the answer, the request. */
export function sequenceTable(events: readonly TraceEvent[], shown: FindingPlace, answer: (exchange: ExchangeEvent) => string): string[] {
  const { first, left, last } = sequenceSteps(events, shown, STEPS);
  const rows = [...first, ...last].map((step) => [...(step.caller === undefined ? [] : [step.caller]), ...rowOf(step, answer)]);
  const lines = aligned(rows.map((row) => row.map((cell) => brief(cell, CELL))));
  return left === 0 ? lines : [...lines.slice(0, first.length), `… ${left} more steps, in trace.ndjson …`, ...lines.slice(first.length)];
}

/** What a report holds of one sequence: steps, and characters of a cell. */
const STEPS = 200;
const CELL = 500;

function rowOf(step: SequenceStep, answer: (exchange: ExchangeEvent) => string): readonly string[] {
  if (step.kind !== 'exchange') return [step.kind, '', step.words];
  const { purpose, exchange } = step;
  // What is longest comes last.
  return [purpose, answer(exchange), requestOf(exchange)];
}

/** Method and address; and the body, with its type where it is not JSON, as far as that fits into a table. */
function requestOf({ request: { method, url, headers, body } }: ExchangeEvent): string {
  const type = String(headers['content-type'] ?? JSON_TYPE);
  const cut = brief(typeof body === 'string' ? body : body === undefined ? '' : jsonExcerpt(body, 2 * MOST_OF_BODY), MOST_OF_BODY);
  return [method, pathOf(url), ...(type === JSON_TYPE || body === undefined ? [] : [type]), ...(cut === '' ? [] : [cut])].join(' ');
}

const JSON_TYPE = 'application/json';
const MOST_OF_BODY = 60;

/** Columns as wide as their widest entry; the last one is as it is. */
function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_cell, column) =>
    Math.max(...rows.map((row) => (column < row.length - 1 ? (row[column] ?? '').length : 0))),
  );
  return rows.map((row) => row.map((cell, column) => (column < row.length - 1 ? cell.padEnd(widths[column] ?? 0) : cell)).join('  '));
}
