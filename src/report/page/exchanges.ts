import type { Report } from '../../model/types.ts';
import type { ExchangeEvent, RequestMessage, ResponseMessage, TraceEvent } from '../../trace/events.ts';
import { brief, excerpt, jsonExcerpt } from '../excerpt.ts';
import { plural } from '../defects.ts';
import { numbersIn } from '../ranges.ts';
import { packed } from './fragments.ts';
import { join, markup, NOTHING, type Markup } from './markup.ts';

/** Characters of all packed exchanges: the whole page stays within 3 MB. */
const ROOM = 2_000_000;

export interface ExchangeStore {
  /** the dialog and the packs */
  readonly content: Markup;
  /** chooses an exchange by its number */
  readonly section: Markup;
}

/** Every exchange of a run, to be opened from wherever its number stands; what does not fit is in the trace, and the cited ones come first. */
export function exchangeStore(report: Report, events: readonly TraceEvent[]): ExchangeStore {
  const exchanges = [
    ...new Map(events.flatMap((event) => (event.type === 'exchange' ? [[event.seq, event] as const] : []))).values(),
  ].toSorted((one, other) => one.seq - other.seq);
  const [first, last] = [exchanges[0], exchanges.at(-1)];
  if (first === undefined || last === undefined) return { content: NOTHING, section: NOTHING };
  const cited = citations(report, new Set(exchanges.map(({ seq }) => seq)));
  const pack = (some: readonly ExchangeEvent[]) => packed('exchange', inOrder(some, cited), ROOM);
  let held = pack(exchanges);
  if (held.count < exchanges.length) held = pack(exchanges.filter(({ seq }) => cited.has(seq)));
  return {
    content: markup`<dialog id="viewer" aria-labelledby="viewed">
        <form method="dialog"><button>Close</button></form>
        <h2 id="viewed"></h2>
        <div></div></dialog
      >${held.markup}`,
    section: markup`<p class="muted">
        ${plural(exchanges.length, 'exchange')} on
        record${held.count < exchanges.length ? `, ${held.count.toLocaleString('en-US')} of them in this page` : ''}. Each number in this page
        opens its exchange.
      </p>
      <form id="jump">
        <label>Exchange <input name="number" type="number" min="${first.seq}" max="${last.seq}" value="${first.seq}" required /></label>
        <button>Open</button>
      </form>`,
  };
}

function* inOrder(
  exchanges: readonly ExchangeEvent[],
  cited: ReadonlyMap<number, readonly string[]>,
): Generator<readonly [number, Markup]> {
  for (const [index, exchange] of exchanges.entries()) {
    const neighbours = [exchanges[index - 1]?.seq, exchanges[index + 1]?.seq];
    yield [exchange.seq, exchangeMarkup(exchange, cited.get(exchange.seq) ?? [], neighbours)];
  }
}

/** The clauses whose checks looked at an exchange. */
function citations({ clauses, failures }: Report, known: ReadonlySet<number>): ReadonlyMap<number, readonly string[]> {
  const cited = new Map<number, Set<string>>();
  const note = (id: string, exchanges: Iterable<number>): void => {
    for (const seq of exchanges) cited.set(seq, (cited.get(seq) ?? new Set()).add(id));
  };
  for (const { id, exchanges, allExchanges } of clauses) note(id, allExchanges === undefined ? exchanges : numbersIn(allExchanges, known));
  for (const { clause, exchanges } of failures) note(clause, exchanges.slice(-8));
  return new Map([...cited].map(([seq, ids]) => [seq, [...ids]]));
}

/** Links to exchanges behind the word for them. */
export function evidenceLinks(numbers: readonly number[]): Markup {
  return markup`${numbers.length === 1 ? 'exchange' : 'exchanges'} ${exchangeLinks(numbers)}`;
}

/** Links to exchanges; of many the first ones. */
export function exchangeLinks(numbers: readonly number[], most = 10): Markup {
  const links = numbers.slice(0, most).map((seq, index) => markup`${index === 0 ? '' : ', '}<a href="#exchange-${seq}">${seq}</a>`);
  return markup`${join(links)}${numbers.length > most ? ` and ${plural(numbers.length - most, 'other')}` : ''}`;
}

/** What the page shows of an exchange, in characters, and how many of its header fields; the trace has all of it. */
const BODY = 3_000;
const FIELD = 300;
const FIELDS = 60;
const CLAUSES = 40;

function exchangeMarkup(exchange: ExchangeEvent, cited: readonly string[], [before, after]: readonly (number | undefined)[]): Markup {
  const { sentAt, durationMs, purpose, document, operation, place, case: owner } = exchange;
  const { request, response } = exchangeTexts(exchange);
  const link = (seq: number | undefined, word: string): Markup =>
    seq === undefined ? NOTHING : markup` <a class="step" href="#exchange-${seq}">${word}</a>`;
  const clauses = cited.slice(0, CLAUSES).map((id) => markup`<li><a href="#clause-${id}"><code>${id}</code></a></li>`);
  return markup`<div class="exchange-text">
    <p class="muted">
      ${document}, ${operation ?? 'no operation of the document'}, ${purpose}; ${momentText(sentAt)}, ${Math.round(durationMs)} ms;
      case ${excerpt(owner, FIELD)}, ${place.row} ${place.at}${link(before, `← previous (${before})`)}${link(after, `next (${after}) →`)}
    </p>
    <pre tabindex="0" aria-label="request">${request}</pre>
    <pre tabindex="0" aria-label="response">${response}</pre>
    ${cited.length === 0 ? NOTHING : markup`<p>Evidence of ${plural(cited.length, 'clause')}:</p><ul class="cited">${clauses}</ul>`}
  </div>`;
}

/** Both messages, as far as a report shows them. */
export function exchangeTexts({ request, response, failure }: ExchangeEvent): { readonly request: string; readonly response: string } {
  return {
    request: messageText(`${request.method} ${request.url}`, request),
    response:
      response === undefined
        ? `no response: ${failure?.kind ?? 'unknown'}, ${excerpt(failure?.detail ?? '', FIELD)}`
        : messageText(String(response.status), response),
  };
}

/** No date holds any number that a stored trace may have. */
function momentText(at: number): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? String(at) : date.toISOString();
}

function messageText(first: string, { headers, body, text, bytes = Infinity }: RequestMessage | ResponseMessage): string {
  const fields = Object.entries(headers).flatMap(([name, value]) =>
    (typeof value === 'string' ? [value] : value).map((one) => `${brief(name, FIELD)}: ${excerpt(one, FIELD)}`),
  );
  const more = fields.length - FIELDS;
  const whole = bytes < BODY / 2 && body !== undefined ? JSON.stringify(body, undefined, 2) : undefined;
  const content = whole ?? (body === undefined ? excerpt(text ?? '', BODY) : jsonExcerpt(body, BODY, 2));
  return [
    excerpt(first, BODY),
    ...fields.slice(0, FIELDS),
    ...(more > 0 ? [`… and ${more} more fields`] : []),
    ...(content === '' ? [] : ['', content]),
  ].join('\n');
}
