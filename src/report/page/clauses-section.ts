import type { ClauseResult, Report } from '../../model/types.ts';
import { plural } from '../defects.ts';
import { markup, NOTHING, type Markup } from './markup.ts';
import { badge, displayedVerdict, WORDS, type DisplayedVerdict } from './verdicts.ts';
import { excerpt, jsonExcerpt } from '../excerpt.ts';
import { grouped } from '../../model/grouped.ts';

/** Every clause with its verdict, to be searched: also what was not judged, and why. */
export function clausesSection(report: Report): Markup {
  const { clauses } = report;
  if (clauses.length === 0) return NOTHING;
  const verdicts = ORDER.filter((shown) => clauses.some((clause) => displayedVerdict(clause) === shown));
  const documents = [...new Set(clauses.map(({ document }) => document))];
  const count = (shown: DisplayedVerdict): number => clauses.filter((clause) => displayedVerdict(clause) === shown).length;
  return markup`<p class="muted">Every clause of the documents in this run, with the reason if it was not judged.</p>
    <form id="filter" role="search" aria-label="Clauses">
      <label class="wide"
        >Search <input type="search" name="text" autocomplete="off" spellcheck="false" placeholder="id, statement, section, reason"
      /></label>
      <label
        >Verdict
        <select name="verdict">
          <option value="">all</option>
          ${verdicts.map((shown) => markup`<option value="${shown}">${WORDS[shown]} (${count(shown)})</option>`)}
        </select></label
      >
      <label
        >Document
        <select name="document">
          <option value="">all</option>
          ${documents.map((document) => markup`<option>${document}</option>`)}
        </select></label
      >
    </form>
    <p id="found" role="status" aria-live="polite">${plural(clauses.length, 'clause')}</p>
    <ol class="clauses">
      ${clauses.map(clauseMarkup)}
    </ol>`;
}

const ORDER: readonly DisplayedVerdict[] = ['fail', 'error', 'inconclusive', 'waived', 'pass', 'skipped', 'null'];

function clauseMarkup(clause: ClauseResult): Markup {
  const { id, document, section, says, basis, exchanges } = clause;
  const why = whyNot(clause);
  return markup`<li id="clause-${id}" data-verdict="${displayedVerdict(clause)}" data-document="${document}">
    ${badge(displayedVerdict(clause))}
    <div>
      <code>${id}</code>${says === undefined ? NOTHING : markup`<p>${says}</p>`}${why === '' ? NOTHING : markup`<p class="why">${why}</p>`}
      <p class="muted">
        ${document},
        ${section}${basis === 'documented' ? '' : `; ${basis}`}${exchanges.length === 0 ? '' : `; evidence: exchange ${exchanges.join(', ')}`}
      </p>
    </div>
  </li> `;
}

/** Why there is no verdict, or none of the target. */
function whyNot({ verdict, status, reason, blame, waived }: ClauseResult): string {
  if (waived === true) return 'waived: known violation';
  if (verdict === 'pass' || verdict === 'fail') return '';
  if (reason !== undefined) return blame === undefined ? reason : `${blame}: ${reason}`;
  if (status === 'informative') return 'informative: no response can contradict it';
  return status === 'unspecified' ? 'unspecified: undocumented behaviour' : '';
}

/** Clauses, and values of one of them, that the page shows. */
const CLAUSES = 400;
const VALUES = 12;

/** Undocumented behaviour by clause: recorded, never judged. */
export function observationSection({ observations, clauses }: Report): Markup {
  if (observations.length === 0) return NOTHING;
  const says = new Map(clauses.map((clause) => [clause.id, clause.says ?? '']));
  const groups = grouped(observations, ({ clause }) => clause);
  const shown = [...groups].slice(0, CLAUSES);
  return markup`<details class="card">
      <summary>
        ${plural(observations.length, 'undocumented behaviour')} of ${plural(groups.size, 'clause')}: recorded, compared between runs, never judged
      </summary>
      <dl class="observed">
        ${shown.map(
          ([clause, own]) =>
            markup`<div>
              <dt><code>${clause}</code>${(says.get(clause) ?? '') === '' ? NOTHING : markup`<br />${says.get(clause) ?? ''}`}</dt>
              <dd>
                <ul>
                  ${own.slice(0, VALUES).map(({ about, value }) => markup`<li><b>${about}</b> ${valueText(value)}</li>`)}${own.length > VALUES ? markup`<li>… and ${own.length - VALUES} more in report.json</li>` : NOTHING}
                </ul>
              </dd>
            </div>`,
        )}
      </dl>
      ${groups.size > shown.length ? markup`<p>… and ${plural(groups.size - shown.length, 'more clause')} in report.json.</p>` : NOTHING}
    </details>`;
}

function valueText(value: unknown): string {
  return typeof value === 'string' ? excerpt(value, 400) : jsonExcerpt(value, 400);
}
