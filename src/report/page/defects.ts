import type { ClauseResult, Failure, Report } from '../../model/types.ts';
import type { TraceEvent, ExchangeEvent, RequestMessage, ResponseMessage } from '../../trace/events.ts';
import { excerpt, brief, jsonExcerpt } from '../excerpt.ts';
import { defectsOf, plural, type Defect } from '../defects.ts';
import { recurrenceText } from '../recurrence.ts';
import { sequenceSteps, pathOf, type FewSteps, type SequenceStep } from '../sequence-steps.ts';
import { replayCommand } from '../steps.ts';
import { markup, join, NOTHING, type Markup } from './markup.ts';

/** What stays usable in a browser: defects told in full, those told in a line, consequences of one, characters of evidence. */
const IN_FULL = 60;
const IN_SHORT = 500;
const CONSEQUENCES = 500;
const EVIDENCE = 4_000_000;
const TEXT = 2_000;
/** Steps of one sequence that the page shows; the trace has all of it. */
const STEPS = 40;

/** Sequence, exchanges and script of failures, each once however many failures they show; put into the page when they are opened. */
interface EvidenceStore {
  /** answers the id of the template; undefined where the page is full */
  readonly idOf: (failure: Failure) => string | undefined;
  readonly templates: () => Markup;
}

function evidenceStore(events: readonly TraceEvent[]): EvidenceStore {
  const ids = new Map<string, string>();
  const templates: Markup[] = [];
  let size = 0;
  return {
    idOf(failure) {
      const key = JSON.stringify([failure.exchanges, failure.curl]);
      const known = ids.get(key);
      if (known !== undefined || size > EVIDENCE) return known;
      const id = `evidence-${templates.length + 1}`;
      const template = markup`<template id="${id}">${evidence(failure, events)}</template> `;
      size += template.html.length;
      ids.set(key, id);
      templates.push(template);
      return id;
    },
    templates: () => join(templates),
  };
}

function evidence({ exchanges, sequence, curl }: Failure, events: readonly TraceEvent[]): Markup {
  const steps = exchanges.length === 0 ? undefined : sequenceSteps(events, { exchanges }, STEPS);
  const diagram = steps === undefined || steps.first.length === 0 ? sequenceInWords(sequence) : sequenceDiagram(steps, exchanges);
  const script =
    curl === ''
      ? NOTHING
      : markup`<details class="script">
          <summary>curl script</summary>
          ${copied('Copy script', curl, 30_000)}
        </details>`;
  return markup`<div class="evidence">${diagram}${script}</div>`;
}

function copied(label: string, text: string, limit = TEXT): Markup {
  return markup`<div class="copy">
    <pre>${excerpt(text, limit)}</pre>
    <button type="button" data-copy>${label}</button>
  </div>`;
}

/** The failures by presumed root cause: the cause in full, what follows from it folded beneath. */
export function defectSection(report: Report, events: readonly TraceEvent[]): Markup {
  const defects = defectsOf(report);
  if (defects.length === 0) return NOTHING;
  const store = evidenceStore(events);
  const clauses = new Map(report.clauses.map((clause) => [clause.id, clause]));
  const told = defects
    .slice(0, IN_FULL)
    .map((defect, index) => inFull(defect, index + 1, { clauses, store, report, open: defects.length <= 3 }));
  const rest = defects.slice(IN_FULL, IN_FULL + IN_SHORT);
  const more = defects.length - IN_FULL - rest.length;
  const short =
    rest.length === 0
      ? NOTHING
      : markup`<details class="card">
          <summary>${plural(rest.length, 'more defect')}</summary>
          <ol class="short" start="${IN_FULL + 1}">
            ${rest.map(({ name, cause, consequences }) => markup`<li><b>${name}</b> <code>${cause.clause}</code>${consequences.length === 0 ? NOTHING : markup` and ${plural(consequences.length, 'consequence')}`}</li>`)}
          </ol>
        </details>`;
  return markup`${told}${short}${more > 0 ? markup`<p>${plural(more, 'more defect')} in report.json.</p>` : NOTHING} ${store.templates()}`;
}

interface Telling {
  readonly clauses: ReadonlyMap<string, ClauseResult>;
  readonly store: EvidenceStore;
  readonly report: Report;
  readonly open: boolean;
}

function inFull({ name, cause, consequences }: Defect, number: number, telling: Telling): Markup {
  const rest = consequences.length - CONSEQUENCES;
  const following =
    consequences.length === 0
      ? NOTHING
      : markup`<details class="consequences">
          <summary>${plural(consequences.length, 'consequence')}</summary>
          ${consequences.slice(0, CONSEQUENCES).map(
            (failure) =>
              markup`<details class="consequence">
                <summary><code>${failure.clause}</code></summary>
                ${failureBody(failure, telling)}
              </details>`,
          )}${rest > 0 ? markup`<p>… and ${rest} more in report.json.</p>` : NOTHING}
        </details>`;
  const count = consequences.length === 0 ? NOTHING : markup` <span class="muted">${plural(consequences.length, 'consequence')}</span>`;
  return markup`<details class="card defect" ${{ html: telling.open ? ' open' : '' }}>
    <summary><span class="number">${number}</span> <b>${name}</b>${count}<br /><code>${cause.clause}</code></summary>
    ${failureBody(cause, telling)}${following}
  </details> `;
}

function failureBody(failure: Failure, { clauses, store, report }: Telling): Markup {
  const { clause: id, check, basis, expected, received, exchanges, replay, recurrence } = failure;
  const clause = clauses.get(id);
  const evidenceId = store.idOf(failure);
  const row = (label: string, value: Markup): Markup =>
    markup`<div>
      <dt>${label}</dt>
      <dd>${value}</dd>
    </div>`;
  return markup`<dl class="failure">
      ${row(
        'clause',
        markup`<a href="#clause-${id}"><code>${id}</code></a
          >${clause === undefined ? NOTHING : markup`<br />${clause.document}, ${clause.section}`}`,
      )}
      ${clause?.says === undefined ? NOTHING : row('statement', markup`${clause.says}`)}
      ${row('expected', markup`<span class="expected">${excerpt(expected, TEXT)}</span>${basis === undefined || basis === 'documented' ? NOTHING : markup` (${basis})`}`)}
      ${row('received', markup`<span class="received">${excerpt(received, TEXT)}</span>`)}
      ${recurrence === undefined ? NOTHING : row('reruns', markup`${recurrenceText(recurrence)}`)}
      ${row('check', markup`<code>${check}</code>`)}
      ${exchanges.length === 0 ? NOTHING : row('evidence', markup`exchange ${exchanges.slice(-8).join(', ')}`)}
      ${replay === '' ? NOTHING : row('replay', copied('Copy command', replayCommand(report, replay)))}
    </dl>
    ${
      evidenceId === undefined
        ? markup`<p class="muted">This page is full: see trace.ndjson for the exchanges and report.json for the curl script.</p>`
        : markup`<details class="show" data-evidence="${evidenceId}"><summary>Sequence, exchanges and curl script</summary></details>`
    }`;
}

/** What the page shows of an exchange, in characters, and how many of its header fields; the trace has all of it. */
const BODY = 3_000;
const FIELD = 300;
const FIELDS = 60;

/**
 * A sequence as a diagram: what Assay sends goes from its line to the target's, the answer comes back. A step opens to its exchange.
 * `shown` are the exchanges that show the failure.
 */
function sequenceDiagram({ first, left, last }: FewSteps, shown: readonly number[]): Markup {
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
  const answer = response === undefined ? `no response: ${failure?.kind ?? 'unknown'}` : `${response.status}${gist(response)}`;
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
    ? `no response: ${failure?.kind ?? 'unknown'}, ${excerpt(failure?.detail ?? '', FIELD)}`
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
function sequenceInWords(sequence: readonly string[]): Markup {
  return sequence.length === 0
    ? NOTHING
    : markup`<ol class="words">
        ${join(sequence.map((step) => markup`<li>${step}</li>`))}
      </ol>`;
}
