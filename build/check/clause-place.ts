import type { ClauseSource } from '../../src/model/types.ts';
import type { Unit } from './units.ts';

/** What a clause's source points to: the unit, and the text there (a sentence where it names one, else the whole unit). */
export interface Place {
  readonly unit: Unit;
  readonly text: string;
}

/** The place that a source names, or in words why there is none. */
export function placeOf(source: ClauseSource, units: readonly Unit[]): Place | string {
  const position = positionOf(source);
  if (position === undefined) return "exactly one of 'heading', 'line', 'item' and 'row' must be given";
  const section = units.filter((unit) => unit.section === source.section);
  if (section.length === 0) return `no section '${source.section}'`;
  const unit = section.find(
    ({ kind, ordinal, table }) => kind === position.kind && ordinal === position.ordinal && table === position.table,
  );
  if (unit === undefined)
    return `no ${position.kind} ${position.ordinal}${position.table > 1 ? ` in table ${position.table}` : ''} in '${source.section}'`;
  const text = source.sentence === undefined ? unit.text : unit.sentences[source.sentence - 1];
  return text === undefined ? `no sentence ${source.sentence} there, only ${unit.sentences.length}` : { unit, text };
}

function positionOf({ heading, line, item, row, table }: ClauseSource): Pick<Unit, 'kind' | 'ordinal' | 'table'> | undefined {
  if ([heading, line, item, row].filter((one) => one !== undefined).length !== 1) return undefined;
  if (line !== undefined) return { kind: 'line', ordinal: line, table: 0 };
  if (item !== undefined) return { kind: 'item', ordinal: item, table: 0 };
  return row === undefined ? { kind: 'heading', ordinal: 0, table: 0 } : { kind: 'row', ordinal: row, table: table ?? 1 };
}
