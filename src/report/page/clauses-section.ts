import type { ClauseResult, Report } from '../../model/types.ts';
import { defectsOf, plural } from '../defects.ts';
import { evidenceLinks } from './exchanges.ts';
import { packed } from './fragments.ts';
import { markup, NOTHING, type Markup } from './markup.ts';
import { badge, displayedVerdict, WORDS, type DisplayedVerdict } from './verdicts.ts';
import { excerpt, jsonExcerpt } from '../excerpt.ts';
import { grouped } from '../../model/grouped.ts';

/** Every clause with its verdict by document and feature, folded; those that nothing can contradict stand apart. */
export function clausesSection(report: Report): Markup {
  const { clauses } = report;
  if (clauses.length === 0) return NOTHING;
  const defects = new Map<string, number>();
  for (const [index, { cause, consequences }] of defectsOf(report).entries())
    for (const { clause } of [cause, ...consequences]) if (!defects.has(clause)) defects.set(clause, index + 1);
  const places: Places = { defects, numbers: new Map(clauses.map(({ id }, index) => [id, index])) };
  const judged = clauses.filter(isJudged);
  const verdicts = BY_GRAVITY.filter((shown) => clauses.some((clause) => displayedVerdict(clause) === shown));
  const count = (shown: DisplayedVerdict): number => clauses.filter((clause) => displayedVerdict(clause) === shown).length;
  const documents = [...new Set(clauses.map(({ document }) => document))];
  const features = [...new Set(clauses.map(featureOf))].toSorted();
  const families = [...new Set(clauses.flatMap(({ families: own = [] }) => own))].toSorted();
  return markup`<p class="muted">${countsText(clauses)}</p>
    <form id="filter" class="bar" role="search" aria-label="Clauses">
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
      ${choice('Document', 'document', documents)}${choice('Feature', 'feature', features)}${families.length === 0 ? NOTHING : choice('Family', 'family', families)}
      <label
        >Order
        <select name="order">
          <option value="document">as in the document</option>
          <option value="worst">worst first</option>
        </select></label
      >
      <span id="found" role="status" aria-live="polite">${plural(clauses.length, 'clause')}</span>
    </form>
    ${documents.map((document) =>
      groupList(
        document,
        featureOf,
        judged.filter((clause) => clause.document === document),
        places,
      ),
    )}
    ${groupList(
      'Informative or unspecified: no check judges them',
      ({ document }) => document,
      clauses.filter((clause) => !isJudged(clause)),
      places,
    )}`;
}

/** What the ledger holds beside what the headline counts. */
function countsText(clauses: readonly ClauseResult[]): string {
  const declared = clauses.filter((clause) => isJudged(clause) && clause.basis === 'declared').length;
  const unjudged = clauses.filter((clause) => !isJudged(clause)).length;
  return [
    `${plural(clauses.length - declared - unjudged, 'clause')} of the documents`,
    ...(declared === 0 ? [] : [`${plural(declared, 'declaration')} of the profile`]),
    ...(unjudged === 0 ? [] : [`${unjudged} that no check judges`]),
  ].join(', ');
}

/** Where the page tells more of a clause, by its id. */
interface Places {
  readonly defects: ReadonlyMap<string, number>;
  readonly numbers: ReadonlyMap<string, number>;
}

function isJudged({ verdict }: ClauseResult): boolean {
  return verdict !== null;
}

function featureOf({ feature, id }: ClauseResult): string {
  return feature ?? id.split('.').slice(0, 2).join('.');
}

function choice(label: string, name: string, options: readonly string[]): Markup {
  return markup`<label
    >${label}
    <select name="${name}">
      <option value="">all</option>
      ${options.map((option) => markup`<option>${option}</option>`)}
    </select></label
  >`;
}

const BY_GRAVITY: readonly DisplayedVerdict[] = ['fail', 'error', 'inconclusive', 'waived', 'pass', 'skipped', 'null'];

function groupList(title: string, nameOf: (clause: ClauseResult) => string, clauses: readonly ClauseResult[], places: Places): Markup {
  if (clauses.length === 0) return NOTHING;
  return markup`<h3>${title}</h3>
    <div class="groups">
      ${[...grouped(clauses, nameOf)].map(([name, own], place) => groupMarkup(name, own, place, places))}
    </div>`;
}

function groupMarkup(name: string, clauses: readonly ClauseResult[], place: number, places: Places): Markup {
  const shown = clauses.map(displayedVerdict);
  const worst = BY_GRAVITY.find((verdict) => shown.includes(verdict)) ?? 'null';
  const counts = BY_GRAVITY.flatMap((verdict) => {
    const count = shown.filter((one) => one === verdict).length;
    return count === 0 ? [] : [`${count} ${WORDS[verdict]}`];
  });
  return markup`<details class="group" data-place="${place}" data-worst="${BY_GRAVITY.indexOf(worst)}">
    <summary>${badge(worst)} <b>${name}</b> <span class="muted">${counts.join(', ')}</span></summary>
    <ol class="clauses">
      ${clauses.map((clause) => clauseMarkup(clause, places))}
    </ol>
  </details> `;
}

function clauseMarkup(clause: ClauseResult, { defects, numbers }: Places): Markup {
  const defect = defects.get(clause.id);
  const number = numbers.get(clause.id) ?? 0;
  const { id, document, section, says, basis, exchanges, furtherExchanges = 0, families = [], checks } = clause;
  const why = whyNot(clause);
  const leads = defect === undefined ? NOTHING : markup` <a href="#defect-${defect}">defect ${defect}</a>`;
  return markup`<li id="clause-${id}" data-verdict="${displayedVerdict(clause)}" data-document="${document}" data-feature="${featureOf(clause)}"${families.length === 0 ? NOTHING : markup` data-families="${families.join(', ')}"`}>
    ${badge(displayedVerdict(clause))}
    <div>
      ${says === undefined ? NOTHING : markup`<p>${says}</p>`}${why === '' ? NOTHING : markup`<p class="why">${why}</p>`}
      <p class="muted">
        <code>${id}</code> ${document},
        ${section}${basis === 'documented' ? '' : `; ${basis}`}${exchanges.length === 0 ? NOTHING : markup`; ${evidenceLinks(exchanges)}${furtherExchanges === 0 ? '' : ` and ${furtherExchanges} more`}`}${leads}
      </p>
      ${checks.length === 0 ? NOTHING : markup`<details class="muted" data-part="clause-${number}"><summary>${plural(checks.length, 'check')}</summary></details>`}
    </div>
  </li> `;
}

/** The checks of each clause, by its place in the report. */
export function clausePacks({ clauses }: Report): Markup {
  const parts = clauses.flatMap((clause, number) => (clause.checks.length === 0 ? [] : [[number, checksOf(clause)] as const]));
  return packed('clause', parts, CHECKS).markup;
}

const CHECKS = 300_000;

function checksOf({ checks, status, reason, furtherReasons = [], allExchanges }: ClauseResult): Markup {
  const reasons = [reason ?? [], furtherReasons].flat();
  return markup`<p class="muted">${[status, ...reasons].join('; ')}</p>
    <ul>
      ${checks.map((check) => markup`<li><code>${check}</code></li>`)}
    </ul>
    ${allExchanges === undefined ? NOTHING : markup`<p class="muted">all exchanges: ${allExchanges}</p>`}`;
}

/** Why there is no verdict, or none of the target. */
function whyNot({ verdict, status, reason, furtherReasons = [], blame, waived }: ClauseResult): string {
  if (waived === true) return 'waived: known violation';
  if (verdict === 'pass' || verdict === 'fail') return '';
  if (reason !== undefined) {
    const further = furtherReasons.length === 0 ? '' : `, and ${plural(furtherReasons.length, 'further reason')}`;
    return (blame === undefined ? reason : `${blame}: ${reason}`) + further;
  }
  if (status === 'informative') return 'informative: no response can contradict it';
  return status === 'unspecified' ? 'unspecified: undocumented behaviour' : '';
}

/** Clauses, and values of one of them, that the page shows. */
const CLAUSES = 400;
const VALUES = 12;

/** Undocumented behaviour by clause: recorded; what the profile declares of it is judged at its clause. */
export function observationSection({ observations, clauses }: Report): Markup {
  if (observations.length === 0) return NOTHING;
  const says = new Map(clauses.map((clause) => [clause.id, clause.says ?? '']));
  const groups = grouped(observations, ({ clause }) => clause);
  const shown = [...groups].slice(0, CLAUSES);
  return markup`<details class="card">
      <summary>
        ${plural(observations.length, 'undocumented behaviour')} of ${plural(groups.size, 'clause')}: recorded, compared between runs, judged only where the profile declares it
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
