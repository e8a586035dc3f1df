import type { ExchangeEvent, RequestMessage, ResponseMessage } from '../../trace/events.ts';
import { pathOf } from '../sequence-steps.ts';
import type { SequenceStep } from '../sequence-steps.ts';
import { cut, markup, join, NOTHING } from './markup.ts';
import type { Markup } from './markup.ts';

/** Steps of one sequence, and characters of one body, that the page shows; the trace has all of it. */
const STEPS = 40;
const BODY = 3_000;

/**
 * A sequence as a diagram: what Assay sends goes from its line to the target's, the answer comes back. A step opens to its exchange.
 * `shown` are the exchanges that show the failure.
 */
export function sequenceDiagram(steps: readonly SequenceStep[], shown: readonly number[]): Markup {
  const left = Math.max(0, steps.length - STEPS);
  const kept = left === 0 ? steps : [...steps.slice(0, 3), ...steps.slice(3 + left)];
  const rows = kept.map((step, index) => {
    const gap = left > 0 && index === 3 ? markup`<li class="note">… ${left} more steps, in trace.ndjson …</li>` : NOTHING;
    return markup`${gap}${stepMarkup(step, shown)}`;
  });
  return markup`<div class="sequence">
    <p class="lines" aria-hidden="true"><span>Assay</span><span>target</span></p>
    <ol>
      ${rows}
    </ol>
  </div>`;
}

function stepMarkup(step: SequenceStep, shown: readonly number[]): Markup {
  const caller = step.caller === undefined ? NOTHING : markup`<span class="caller">${step.caller}</span> `;
  if (step.kind !== 'exchange') return markup`<li class="note">${caller}${step.kind} <b>${step.words}</b></li>`;
  const { exchange, purpose } = step;
  const { request, response, failure } = exchange;
  const answer = response === undefined ? `no answer: ${failure?.kind ?? 'unknown'}` : `${response.status}${gist(response)}`;
  return markup`<li class="${shown.includes(exchange.seq) ? 'exchange shows' : 'exchange'}">
    <details>
      <summary>
        <span class="to">${caller}<b>${request.method} ${cut(pathOf(request.url), 160)}</b> <i>${purpose}</i></span
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
  return told === undefined ? '' : ` ${cut(told, 60)}`;
}

function exchangeMarkup({ seq, request, response, failure, durationMs }: ExchangeEvent): Markup {
  return markup`<div class="exchange-text">
    <p class="muted">exchange ${seq}, ${Math.round(durationMs)} ms</p>
    <pre>${messageText(`${request.method} ${request.url}`, request)}</pre>
    <pre>
${
  response === undefined
    ? `no answer: ${failure?.kind ?? 'unknown'}, ${failure?.detail ?? ''}`
    : messageText(String(response.status), response)
}</pre>
  </div>`;
}

function messageText(first: string, { headers, body, text }: RequestMessage | ResponseMessage): string {
  const fields = Object.entries(headers).flatMap(([name, value]) =>
    (typeof value === 'string' ? [value] : value).map((one) => `${name}: ${cut(one, 300)}`),
  );
  const content = body === undefined ? (text ?? '') : JSON.stringify(body, undefined, 2);
  return [first, ...fields, ...(content === '' ? [] : ['', cut(content, BODY)])].join('\n');
}

/** The steps in words alone, where no exchange shows what is wrong. */
export function sequenceInWords(sequence: readonly string[]): Markup {
  return sequence.length === 0
    ? NOTHING
    : markup`<ol class="words">
        ${join(sequence.map((step) => markup`<li>${step}</li>`))}
      </ol>`;
}
