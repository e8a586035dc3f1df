import type { ExchangeEvent, TraceEvent } from '../trace/events.ts';
import { drivenWith } from './leading-to.ts';
import type { Shown } from './leading-to.ts';

/** What was done up to what a finding shows, a line for each step: who (where several callers are at it), what, the answer, the request. */
export function sequenceTable(
  events: readonly TraceEvent[],
  { exchanges, case: own }: Shown,
  answer: (exchange: ExchangeEvent) => string,
): string[] {
  const last = exchanges.at(-1);
  const shown = events.find((event) => event.type === 'exchange' && event.seq === last);
  const together = drivenWith(events, shown?.type === 'exchange' ? shown.case : own);
  const rows: (readonly string[])[] = [];
  for (const event of events) {
    if (!('case' in event) || event.case === undefined || !together.has(event.case)) continue;
    const row = rowOf(event, answer);
    if (row !== undefined) rows.push(together.size > 1 ? [callerOf(event.case), ...row] : row);
    if (event.type === 'exchange' && event.seq === last) break;
  }
  return aligned(rows);
}

function rowOf(event: TraceEvent, answer: (exchange: ExchangeEvent) => string): readonly string[] | undefined {
  if (event.type === 'state') return ['given', '', event.state];
  if (event.type === 'act') return ['act', '', event.act];
  if (event.type === 'clock') return ['clock', '', `goes on by ${event.advance}`];
  if (event.type !== 'exchange') return undefined;
  // What is longest comes last.
  return [purposeOf(event), answer(event), `${event.request.method} ${pathOf(event.request.url)}`];
}

/** The transition that is taken, or the step of a probe. */
function purposeOf({ place: { row, at }, step }: ExchangeEvent): string {
  if (at === 'credential') return 'credential';
  if (at.startsWith('readBack/')) return 'read back';
  return row.startsWith('transition:') ? row.replace('transition:', '') : (step ?? at.replace('steps/', 'step '));
}

function pathOf(url: string): string {
  if (!URL.canParse(url)) return url;
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
}

/** Cases of a walk are numbered from 1, its callers are A, B, C. */
function callerOf(id: string): string {
  return String.fromCodePoint(64 + Number(id.split('/').at(-1)));
}

/** Columns as wide as their widest entry; the last one is as it is. */
function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_cell, column) =>
    Math.max(...rows.map((row) => (column < row.length - 1 ? (row[column] ?? '').length : 0))),
  );
  return rows.map((row) => row.map((cell, column) => (column < row.length - 1 ? cell.padEnd(widths[column] ?? 0) : cell)).join('  '));
}
