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
  return [purposeOf(event), answer(event), requestOf(event)];
}

/** The transition that is taken or tried, what an operation does not foresee, or the operation alone. */
function purposeOf({ place: { row, at }, operation }: ExchangeEvent): string {
  if (at === 'credential') return 'credential';
  if (at.startsWith('readBack/')) return 'read back';
  const [kind, name = ''] = row.split(/:(.*)/s);
  if (kind === 'transition') return name;
  if (kind === 'stray') return `${name}, not allowed in ${at.replace(/\/\d+$/, '')}`;
  const called = operation ?? at.replace('steps/', 'step ');
  return kind === 'negative' && !at.startsWith('prepare/') ? `${called}: ${at}` : called;
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

function pathOf(url: string): string {
  if (!URL.canParse(url)) return url;
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
}

/** Cases of a walk are numbered from 1, its callers are A, B, C. */
function callerOf(id: string): string {
  return `caller ${String.fromCodePoint(64 + Number(id.split('/').at(-1)))}`;
}

/** Columns as wide as their widest entry; the last one is as it is. */
function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_cell, column) =>
    Math.max(...rows.map((row) => (column < row.length - 1 ? (row[column] ?? '').length : 0))),
  );
  return rows.map((row) => row.map((cell, column) => (column < row.length - 1 ? cell.padEnd(widths[column] ?? 0) : cell)).join('  '));
}
