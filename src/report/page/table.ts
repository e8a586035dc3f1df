import type { Plot } from '../load-plots.ts';
import type { Section } from './html-page.ts';
import { markup, NOTHING, type Markup } from './markup.ts';

export interface Table {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly (string | Markup)[])[];
  /** beneath its title; as it is, a table of many rows is folded */
  readonly isFolded?: boolean;
}

/** More rows than this are folded. */
const LONG = 30;

/** A table that scrolls where it is wider than the page; nothing where it has no rows. */
export function tableMarkup({ title, head, rows, isFolded = rows.length > LONG }: Table): Markup {
  if (rows.length === 0) return NOTHING;
  const content = markup`<div class="table" tabindex="0" role="group" aria-label="${title}">
    <table>
      <caption>
        <span>${title}</span>
      </caption>
      <thead>
        <tr>
          ${head.map((name) => markup`<th scope="col">${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            markup`<tr>
              ${row.map((cell, column) => (column === 0 ? markup`<th scope="row">${cell}</th>` : markup`<td>${cell}</td>`))}
            </tr> `,
        )}
      </tbody>
    </table>
  </div>`;
  return isFolded
    ? markup`<details class="card">
        <summary>${title}</summary>
        ${content}
      </details>`
    : content;
}

/** A section that is one table, unfolded; the caption of the table is the section's title unless told. */
export function tableSection(id: string, title: string, head: Table['head'], rows: Table['rows'], caption = title): Section {
  return { id, title, content: tableMarkup({ title: caption, head, rows, isFolded: false }) };
}

/** A picture as data: nothing in it can run. */
export function plotFigure({ title, svg }: Pick<Plot, 'title' | 'svg'>): Markup {
  return markup`<figure class="plot" tabindex="0">
    <img alt="${title}" src="data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}" />
    <figcaption>${title}</figcaption>
  </figure>`;
}
