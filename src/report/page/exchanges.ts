import type { ExchangeEvent, RequestMessage, ResponseMessage } from '../../trace/events.ts';
import { brief, excerpt, jsonExcerpt } from '../excerpt.ts';
import { pathOf } from '../sequence-steps.ts';
import type { FewSteps, SequenceStep } from '../sequence-steps.ts';
import { markup, join, NOTHING } from './markup.ts';
import type { Markup } from './markup.ts';

/** What the page shows of an exchange, in characters, and how many of its header fields; the trace has all of it. */
const BODY = 3_000;
const FIELD = 300;
const FIELDS = 60;

/**
 * A sequence as a diagram: what Assay sends goes from its line to the target's, the answer comes back. A step opens to its exchange.
 * `shown` are the exchanges that show the failure.
 */
export function sequenceDiagram({ first, left, last }: FewSteps, shown: readonly number[]): Markup {
  const gap = left > 0 ? markup`<li class="note">… ${left} more steps, in trace.ndjson …</li>` : NOTHING;
  const rows = [...first.map((step) => stepMarkup(step, shown)), gap, ...last.map((step) => stepMarkup(step, shown))];
  return markup`<div class="sequence">
    <p class="lines" aria-hidden="true"><span>Assay</span><span>target</span></p>
    <ol>
      ${rows}
    </ol>
  </div>`;
}

function stepMarkup(step: SequenceStep, shown: readonly number[]): Markup {
  const caller = step.caller === undefined ? NOTHING : markup`<span class="caller">${step.caller}</span> `;
  if (step.kind !== 'exchange') return markup`<li class="note">${caller}${step.kind} <b>${excerpt(step.words, FIELD)}</b></li>`;
  const { exchange, purpose } = step;
  const { request, response, failure } = exchange;
  const answer = response === undefined ? `no answer: ${failure?.kind ?? 'unknown'}` : `${response.status}${gist(response)}`;
  return markup`<li class="${shown.includes(exchange.seq) ? 'exchange shows' : 'exchange'}">
    <details>
      <summary>
        <span class="to">${caller}<b>${request.method} ${excerpt(pathOf(request.url), 160)}</b> <i>${excerpt(purpose, FIELD)}</i></span
        ><span class="back">${answer}</span>
      </summary>
      ${exchangeMarkup(exchange)}
    </details>
  </li>`;
}

/** What an answer says of itself at first sight. */
function gist({ body }: ResponseMessage): string {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return '';
  const values = ['status', 'errorCode', 'code', 'error'].map((key): unknown => Reflect.get(body, key));
  const told = values.find((value) => typeof value === 'string');
  return told === undefined ? '' : ` ${excerpt(told, 60)}`;
}

function exchangeMarkup({ seq, request, response, failure, durationMs }: ExchangeEvent): Markup {
  return markup`<div class="exchange-text">
    <p class="muted">exchange ${seq}, ${Math.round(durationMs)} ms</p>
    <pre>${messageText(`${request.method} ${request.url}`, request)}</pre>
    <pre>
${
  response === undefined
    ? `no answer: ${failure?.kind ?? 'unknown'}, ${excerpt(failure?.detail ?? '', FIELD)}`
    : messageText(String(response.status), response)
}</pre>
  </div>`;
}

function messageText(first: string, { headers, body, text }: RequestMessage | ResponseMessage): string {
  const fields = Object.entries(headers).flatMap(([name, value]) =>
    (typeof value === 'string' ? [value] : value).map((one) => `${brief(name, FIELD)}: ${excerpt(one, FIELD)}`),
  );
  const more = fields.length - FIELDS;
  const content = body === undefined ? excerpt(text ?? '', BODY) : jsonExcerpt(body, BODY, 2);
  return [
    excerpt(first, BODY),
    ...fields.slice(0, FIELDS),
    ...(more > 0 ? [`… and ${more} more fields`] : []),
    ...(content === '' ? [] : ['', content]),
  ].join('\n');
}

/** The steps in words alone, where no exchange shows what is wrong. */
export function sequenceInWords(sequence: readonly string[]): Markup {
  return sequence.length === 0
    ? NOTHING
    : markup`<ol class="words">
        ${join(sequence.map((step) => markup`<li>${step}</li>`))}
      </ol>`;
}
