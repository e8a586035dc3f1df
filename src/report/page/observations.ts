import type { Report } from '../../model/types.ts';
import { excerpt, jsonExcerpt } from '../excerpt.ts';
import { plural } from '../defects.ts';
import { markup, NOTHING } from './markup.ts';
import type { Markup } from './markup.ts';

/** Clauses, and values of one of them, that the page shows. */
const CLAUSES = 400;
const VALUES = 12;

/** What was seen where the documents are silent, by clause: recorded, never judged. */
export function observationSection({ observations, clauses }: Report): Markup {
  if (observations.length === 0) return NOTHING;
  const says = new Map(clauses.map((clause) => [clause.id, clause.says ?? '']));
  const groups = new Map<string, Report['observations'][number][]>();
  for (const observation of observations) {
    const known = groups.get(observation.clause);
    if (known === undefined) groups.set(observation.clause, [observation]);
    else known.push(observation);
  }
  const shown = [...groups].slice(0, CLAUSES);
  return markup`<section id="observed">
    <h2>Observed where the documents are silent</h2>
    <details class="card">
      <summary>
        ${plural(observations.length, 'behaviour')} of ${plural(groups.size, 'clause')}: recorded, compared from run to run, never judged
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
    </details>
  </section>`;
}

function valueText(value: unknown): string {
  return typeof value === 'string' ? excerpt(value, 400) : jsonExcerpt(value, 400);
}
