import type { ExchangeEvent, TraceEvent } from '../trace/events.ts';
import { eventsAround, type FindingPlace } from './preceding-steps.ts';
import { defined } from '../model/defined.ts';
import type { RequestMessage, ResponseMessage } from '../model/types.ts';
import { jsonExcerpt } from './excerpt.ts';
import { visible } from './safe-text.ts';
import { duration, painter } from './text.ts';

/** One step of what led to a finding, in the order in which it was done. */
export type SequenceStep = { readonly caller: string | undefined } & (
  | { readonly kind: 'given' | 'act' | 'clock'; readonly words: string }
  | { readonly kind: 'exchange'; readonly purpose: string; readonly exchange: ExchangeEvent }
);

/** The first and the last steps of a sequence, and how many were left out between them. */
export interface FewSteps {
  readonly first: readonly SequenceStep[];
  readonly left: number;
  readonly last: readonly SequenceStep[];
}

/** What was done up to what a finding shows, at most so many steps of it; `caller` tells several apart that were at it together. */
export function sequenceSteps(events: readonly TraceEvent[], { exchanges, case: own }: FindingPlace, most: number): FewSteps {
  const deciding = exchanges.at(-1);
  const { cases: together, events: around } = eventsAround(events, { exchanges, ...defined({ case: own }) });
  const end = around.findIndex((event) => event.type === 'exchange' && event.seq === deciding);
  const done = (end < 0 ? around : around.slice(0, end + 1)).filter(({ type }) => STEPS.has(type));
  const left = Math.max(0, done.length - most);
  const stepsIn = (some: readonly TraceEvent[]): readonly SequenceStep[] =>
    some.flatMap((event) => stepOf(event, together.size > 1 && 'case' in event ? callerOf(event.case ?? '') : undefined) ?? []);
  return { first: stepsIn(done.slice(0, FIRST)), left, last: stepsIn(done.slice(FIRST + left)) };
}

const STEPS: ReadonlySet<TraceEvent['type']> = new Set(['state', 'act', 'clock', 'exchange']);
const FIRST = 3;

function stepOf(event: TraceEvent, caller: string | undefined): SequenceStep | undefined {
  if (event.type === 'state') return { kind: 'given', caller, words: event.state };
  if (event.type === 'act') return { kind: 'act', caller, words: event.act };
  if (event.type === 'clock') return { kind: 'clock', caller, words: `goes on by ${event.advance}` };
  return event.type === 'exchange' ? { kind: 'exchange', caller, purpose: purposeOf(event), exchange: event } : undefined;
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

/** Cases of a walk are numbered from 1, its callers are A, B, C. */
function callerOf(id: string): string {
  return `caller ${String.fromCodePoint(64 + Number(id.split('/').at(-1)))}`;
}

/** Path and query of a request. */
export function pathOf(url: string): string {
  if (!URL.canParse(url)) return url;
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
}

/** Characters of a body that are shown: a terminal holds no more. */
const MOST_OF_A_BODY = 20_000;

/** One exchange as a person reads it: what was sent, what came back, when, for what; secrets stand as pseudonyms. */
export function exchangeText(exchange: ExchangeEvent, color: boolean): string {
  const paint = painter(color);
  const { seq, document, operation, purpose, caller, request, response, failure, sentAt, durationMs } = exchange;
  const about = [document, operation ?? 'no operation of the document', purpose, ...(caller === undefined ? [] : [`caller ${caller}`])];
  return [
    paint('bold', `exchange ${seq}  ${about.join(', ')}`),
    `case     ${visible(exchange.case)}${exchange.step === undefined ? '' : `, step ${visible(exchange.step)}`}`,
    `sent     ${new Date(sentAt).toISOString()}, took ${duration(durationMs)}`,
    '',
    paint('bold', visible(`${request.method} ${request.url}`)),
    ...messageLines(request),
    '',
    ...(response === undefined ? [] : [paint('bold', String(response.status)), ...messageLines(response)]),
    ...(failure === undefined ? [] : [paint('bold', `no response: ${failure.kind}`), `  ${visible(failure.detail)}`]),
    '',
  ].join('\n');
}

function messageLines({ headers, body, text }: RequestMessage | ResponseMessage): readonly string[] {
  const fields = Object.entries(headers).flatMap(([name, value]) => [value].flat().map((one) => `${name}: ${one}`));
  const content = body === undefined ? text : jsonExcerpt(body, MOST_OF_A_BODY, 2);
  return [...fields, ...(content === undefined || content === '' ? [] : ['', ...content.split('\n')])].map((line) => `  ${visible(line)}`);
}
