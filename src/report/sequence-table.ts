import type { ExchangeEvent, TraceEvent } from '../trace/events.ts';
import type { Shown } from './leading-to.ts';
import { pathOf, sequenceSteps } from './sequence-steps.ts';
import type { SequenceStep } from './sequence-steps.ts';

/** What was done up to what a finding shows, a line for each step: who (where several callers are at it), what, the answer, the request. */
export function sequenceTable(events: readonly TraceEvent[], shown: Shown, answer: (exchange: ExchangeEvent) => string): string[] {
  return aligned(sequenceSteps(events, shown).map((step) => [...(step.caller === undefined ? [] : [step.caller]), ...rowOf(step, answer)]));
}

function rowOf(step: SequenceStep, answer: (exchange: ExchangeEvent) => string): readonly string[] {
  if (step.kind !== 'exchange') return [step.kind, '', step.words];
  const { purpose, exchange } = step;
  // What is longest comes last.
  return [purpose, answer(exchange), requestOf(exchange)];
}

/** Method and address; and the body, with its type where it is not JSON, as far as that fits into a table. */
function requestOf({ request: { method, url, headers, body } }: ExchangeEvent): string {
  const type = String(headers['content-type'] ?? JSON_TYPE);
  const text = typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body);
  const cut = text.length > MOST_OF_BODY ? `${text.slice(0, MOST_OF_BODY - 1)}…` : text;
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
