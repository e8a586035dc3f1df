import type { Report } from '../../model/types.ts';
import { loadPlots } from '../load-plots.ts';
import { loadTables, whyInvalid } from '../load-tables.ts';
import { markup, NOTHING, type Markup } from './markup.ts';
import { plotFigure, tableMarkup } from './table.ts';

/** Stands above everything where the figures are not the target's. */
export function validity({ load }: Report): Markup {
  const invalid = load === undefined ? undefined : whyInvalid(load);
  return invalid === undefined ? NOTHING : markup`<p class="invalid" role="alert"><b>Figures invalid:</b> ${invalid}</p>`;
}

/** What a load came to: its plots, and every figure of the report in tables. */
export function loadSection(report: Report): Markup {
  if (report.load === undefined) return NOTHING;
  return markup`${loadPlots(report.load).map(plotFigure)}${loadTables(report).map(tableMarkup)}`;
}
