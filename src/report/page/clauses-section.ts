import type { ClauseResult, Report } from '../../model/types.ts';
import { plural } from '../defects.ts';
import { markup, NOTHING } from './markup.ts';
import type { Markup } from './markup.ts';
import { badge, displayedVerdict, WORDS } from './verdicts.ts';
import type { DisplayedVerdict } from './verdicts.ts';

/** Every clause with its verdict, to be searched: also what was not judged, and why. */
export function clausesSection(report: Report): Markup {
  const { clauses } = report;
  if (clauses.length === 0) return NOTHING;
  const verdicts = ORDER.filter((shown) => clauses.some((clause) => displayedVerdict(clause) === shown));
  const documents = [...new Set(clauses.map(({ document }) => document))];
  const count = (shown: DisplayedVerdict): number => clauses.filter((clause) => displayedVerdict(clause) === shown).length;
  return markup`<section id="clauses">
    <h2>Clauses</h2>
    <p class="muted">Every clause of every document that the run looked at; what was not judged says why.</p>
    <form id="filter" role="search" aria-label="Clauses">
      <label class="wide"
        >Search <input type="search" name="text" autocomplete="off" spellcheck="false" placeholder="id, words, section, reason"
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
    </ol>
  </section>`;
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
        ${section}${basis === 'documented' ? '' : `; ${basis}`}${exchanges.length === 0 ? '' : `; exchange ${exchanges.join(', ')}`}
      </p>
    </div>
  </li> `;
}

/** Why there is no verdict, or none of the target. */
function whyNot({ verdict, status, reason, blame, waived }: ClauseResult): string {
  if (waived === true) return 'waived: a known deviation';
  if (verdict === 'pass' || verdict === 'fail') return '';
  if (reason !== undefined) return blame === undefined ? reason : `${blame}: ${reason}`;
  if (status === 'informative') return 'informative: no answer could contradict it';
  return status === 'unspecified' ? 'the document leaves it open' : '';
}
