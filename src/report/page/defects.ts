import type { ClauseResult, Failure, Report } from '../../model/types.ts';
import type { ResponseMessage, TraceEvent } from '../../trace/events.ts';
import { excerpt } from '../excerpt.ts';
import { defectsOf, plural, type Defect } from '../defects.ts';
import { recurrenceText } from '../recurrence.ts';
import { sequenceSteps, pathOf, type FewSteps, type SequenceStep } from '../sequence-steps.ts';
import { replayCommand } from '../steps.ts';
import { exchangeLinks } from './exchanges.ts';
import { packed, type Packed } from './fragments.ts';
import { markup, join, NOTHING, type Markup } from './markup.ts';

/** What stays usable in a browser: defects told in full, those told in a line, consequences of one, characters of evidence. */
const IN_FULL = 60;
const IN_SHORT = 500;
const CONSEQUENCES = 500;
const EVIDENCE = 600_000;
const TEXT = 2_000;
/** Steps of one sequence that the page shows; the trace has all of it. */
const STEPS = 40;

/** Sequence and script of failures, each once however many failures they show; put into the page when they are opened. */
interface EvidenceStore {
  /** the name of the part */
  readonly idOf: (failure: Failure) => string;
  readonly packs: () => Packed;
}

function evidenceStore(events: readonly TraceEvent[]): EvidenceStore {
  const numbers = new Map<string, number>();
  const own: Failure[] = [];
  return {
    idOf(failure) {
      const key = JSON.stringify([failure.exchanges, failure.curl]);
      const number = numbers.get(key) ?? own.push(failure) - 1;
      numbers.set(key, number);
      return `evidence-${number}`;
    },
    packs: () =>
      packed(
        'evidence',
        own.map((failure, number) => [number, evidence(failure, events)] as const),
        EVIDENCE,
      ),
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

export function copied(label: string, text: string, limit = TEXT): Markup {
  return markup`<div class="copy">
    <pre tabindex="0">${excerpt(text, limit)}</pre>
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
            ${rest.map(({ title, cause, consequences }, index) => markup`<li id="defect-${IN_FULL + index + 1}"><b>${title}</b> <code>${cause.clause}</code>${consequences.length === 0 ? NOTHING : markup` and ${plural(consequences.length, 'consequence')}`}</li>`)}
          </ol>
        </details>`;
  return markup`${told}${short}${more > 0 ? markup`<p>${plural(more, 'more defect')} in report.json.</p>` : NOTHING} ${store.packs().markup}`;
}

interface Telling {
  readonly clauses: ReadonlyMap<string, ClauseResult>;
  readonly store: EvidenceStore;
  readonly report: Report;
  readonly open: boolean;
}

function inFull({ name, title, cause, consequences }: Defect, number: number, telling: Telling): Markup {
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
  return markup`<details class="card defect" id="defect-${number}" ${{ html: telling.open ? ' open' : '' }}>
    <summary><span class="number">${number}</span> <b>${title}</b>${count}</summary>
    ${failureBody(cause, telling)}${following}
    <details class="internals">
      <summary>Internal names</summary>
      <p>root cause <code>${name}</code>, check <code>${cause.check}</code></p>
    </details>
  </details> `;
}

function failureBody(failure: Failure, { clauses, store, report }: Telling): Markup {
  const { clause: id, basis, expected, received, exchanges, replay, recurrence } = failure;
  const clause = clauses.get(id);
  const row = (label: string, value: Markup): Markup =>
    markup`<div>
      <dt>${label}</dt>
      <dd>${value}</dd>
    </div>`;
  return markup`<dl class="beside">
      <div>
        <dt>expected${basis === undefined || basis === 'documented' ? '' : ` (${basis})`}</dt>
        <dd class="expected">${excerpt(expected, TEXT)}</dd>
      </div>
      <div>
        <dt>received</dt>
        <dd class="received">${excerpt(received, TEXT)}</dd>
      </div>
    </dl>
    <dl class="failure">
      ${clause?.says === undefined ? NOTHING : row('statement', markup`${clause.says}`)}
      ${row(
        'clause',
        markup`<a href="#clause-${id}"><code>${id}</code></a
          >${clause === undefined ? NOTHING : markup`<br />${clause.document}, ${clause.section}`}`,
      )}
      ${recurrence === undefined ? NOTHING : row('reruns', markup`${recurrenceText(recurrence)}`)}
      ${exchanges.length === 0 ? NOTHING : row('evidence', markup`exchange ${exchangeLinks(exchanges.slice(-8))}`)}
      ${replay === '' ? NOTHING : row('replay', copied('Copy command', replayCommand(report, replay)))}
    </dl>
    <details class="show" data-part="${store.idOf(failure)}"><summary>Sequence, exchanges and curl script</summary></details>`;
}

/** Characters of a purpose or state that a step shows. */
const FIELD = 300;

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
    <details data-part="exchange-${exchange.seq}">
      <summary>
        <span class="to">${caller}<b>${request.method} ${excerpt(pathOf(request.url), 160)}</b> <i>${excerpt(purpose, FIELD)}</i></span
        ><span class="back">${answer}</span>
      </summary>
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

/** The steps in words alone, where no exchange shows what is wrong. */
export function sequenceInWords(sequence: readonly string[]): Markup {
  return sequence.length === 0
    ? NOTHING
    : markup`<ol class="words">
        ${join(sequence.map((step) => markup`<li>${step}</li>`))}
      </ol>`;
}
