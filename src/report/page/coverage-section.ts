import { grouped } from '../../model/grouped.ts';
import type { Report, TransitionResult } from '../../model/types.ts';
import type { TraceEvent } from '../../trace/events.ts';
import { evidenceLinks } from './exchanges.ts';
import { markup, NOTHING, type Markup } from './markup.ts';
import { stateDiagram } from './state-diagram.ts';
import { tableMarkup } from './table.ts';
import { badge } from './verdicts.ts';

/** Coverage by oracle family, with the places that could not be exercised. */
export function familySection({ families = [] }: Report): Markup {
  return tableMarkup({
    title: 'Oracle families',
    head: ['family', 'places', 'planned', 'exercised', 'passed', 'not exercisable'],
    rows: families.map(({ name, places, planned, exercised, passed, notExercisable }) => [
      name,
      ...[places, planned, exercised, passed].map(String),
      notExercisable.map(({ place, lacks }) => `${place}: ${lacks}`).join('; '),
    ]),
  });
}

/** The state tables: transition coverage, the diagram, each row with the exchanges that took it. */
export function stateSection(transitions: readonly TransitionResult[], events: readonly TraceEvent[]): Markup {
  const machines = grouped(transitions, ({ document, machine }) => `${document}: ${machine}`);
  if (machines.size === 0) return NOTHING;
  const taken = exchangesByTransition(events);
  return markup`<h3>State tables</h3>
    <p class="muted">
      An arrow has the colour of the worst verdict among its rows, and how often the run exercised them. It leads to the exchanges.
    </p>
    <p class="legend">${(['pass', 'fail', 'inconclusive', 'skipped'] as const).map((verdict) => markup`${badge(verdict)} `)}</p>
    ${[...machines].map(([name, rows]) => {
      const exercised = rows.filter(({ times }) => times > 0).length;
      return markup`<details class="card machine">
        <summary>
          <b>${name}</b> <span class="muted">transition coverage ${exercised} of ${rows.length} (${Math.floor((100 * exercised) / rows.length)} %)</span>
        </summary>
        ${stateDiagram(name, rows, (row) => `#${rowId(row)}`)}
        <ol class="rows">
          ${rows
            .toSorted((one, other) => arrowOf(one).localeCompare(arrowOf(other)))
            .map((row) => {
              const { id, from, to, times, readBack = 0, verdict } = row;
              const exchanges = taken.get(keyOf(row)) ?? [];
              return markup`<li id="${rowId(row)}">
                ${badge(verdict ?? 'null')}
                <div>
                  <p>${from} → ${to}</p>
                  <p class="muted">
                    <code>${id}</code> exercised ${times}×${readBack === 0 ? '' : `, read back ${readBack}×`}${exchanges.length === 0 ? NOTHING : markup`; ${evidenceLinks(exchanges)}`}
                  </p>
                </div>
              </li>`;
            })}
        </ol>
      </details>`;
    })}`;
}

function arrowOf({ from, to }: TransitionResult): string {
  return `${from} → ${to}`;
}

function rowId({ document, machine, id }: TransitionResult): string {
  return `transition-${document}-${machine}-${id}`;
}

function keyOf({ document, id }: { readonly document: string; readonly id: string }): string {
  return `${document} ${id}`;
}

/** The exchanges in which a case took each transition. */
function exchangesByTransition(events: readonly TraceEvent[]): ReadonlyMap<string, readonly number[]> {
  const taken = new Map<string, number[]>();
  for (const event of events) {
    if (event.type !== 'exchange') continue;
    const [kind, id] = event.place.row.split(/:(.*)/s);
    if (kind !== 'transition' || id === undefined || !event.place.at.startsWith('trigger/')) continue;
    const key = keyOf({ document: event.document, id });
    taken.set(key, [...(taken.get(key) ?? []), event.seq]);
  }
  return taken;
}
