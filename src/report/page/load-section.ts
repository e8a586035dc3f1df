import type { Report } from '../../model/types.ts';
import { loadPlots, type Plot } from '../load-plots.ts';
import { loadTables, whyInvalid, type LoadTable } from '../load-tables.ts';
import { markup, NOTHING, type Markup } from './markup.ts';

/** Stands above everything where the figures are not the target's. */
export function validity({ load }: Report): Markup {
  const invalid = load === undefined ? undefined : whyInvalid(load);
  return invalid === undefined ? NOTHING : markup`<p class="invalid" role="alert"><b>Figures invalid:</b> ${invalid}</p>`;
}

/** What a load came to: its plots, and every figure of the report in tables. */
export function loadSection(report: Report): Markup {
  if (report.load === undefined) return NOTHING;
  return markup`<section id="load">
    <h2>Load</h2>
    ${loadPlots(report.load).map(plotFigure)}${loadTables(report).map(tableMarkup)}
  </section>`;
}

/** A picture as data: nothing in it can run. */
export function plotFigure({ title, svg }: Plot): Markup {
  return markup`<figure class="plot" tabindex="0">
    <img alt="${title}" src="data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}" />
    <figcaption>${title}</figcaption>
  </figure>`;
}

/** More rows than this are folded. */
const LONG = 30;

function tableMarkup({ title, head, rows }: LoadTable): Markup {
  const content = markup`<div class="table" tabindex="0">
    <table>
      <caption>
        ${title}
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
  return rows.length > LONG
    ? markup`<details class="card">
        <summary>${title}</summary>
        ${content}
      </details>`
    : content;
}
