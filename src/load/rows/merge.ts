import type { AnswerRow } from '../../model/types.ts';
import { middle } from '../limiter/span.ts';
import type { RowGenerator } from './generators.ts';
import { rowLines, type RowLine } from './row-lines.ts';

/** An answer in the order of all generators. */
export interface MergedRow {
  /** which of the generators */
  readonly generator: number;
  readonly row: AnswerRow;
  /** when it was answered: on the target's clock where there are several generators, else on the generator's own */
  readonly atMs: number;
}

interface Head {
  readonly rows: Iterator<RowLine, undefined>;
  readonly name: string;
  readonly index: number;
  /** added to the generator's clock */
  readonly ahead: number;
  next: MergedRow | undefined;
}

/** The answers of all generators as they came, one by one: no more than one of each generator is in memory. */
export function* merged(generators: readonly RowGenerator[]): Generator<MergedRow> {
  const heads = generators.map(({ part, name, ahead }, index): Head => {
    const isAlone = generators.length === 1 || ahead === undefined;
    return { rows: rowLines(part), name, index, ahead: isAlone ? 0 : middle(ahead), next: undefined };
  });
  for (const head of heads) advance(head);
  for (;;) {
    let earliest: Head | undefined;
    for (const head of heads) {
      if (head.next !== undefined && (earliest?.next === undefined || head.next.atMs < earliest.next.atMs)) earliest = head;
    }
    if (earliest?.next === undefined) return;
    yield earliest.next;
    advance(earliest);
  }
}

/** A file may hold rows of others in between. */
function advance(head: Head): void {
  for (let found = head.rows.next(); found.done !== true; found = head.rows.next()) {
    const { row } = found.value;
    if (row.kind !== 'answer' || row.generator !== head.name) continue;
    head.next = { generator: head.index, row, atMs: row.sentAt + row.durationMs + head.ahead };
    return;
  }
  head.next = undefined;
}
