import type { AnswerRow } from '../../model/types.ts';
import type { RowGenerator } from './generators.ts';
import type { MergedRow } from './merge.ts';

/** The first answers of one subject of a rate limit, for the classifier. */
export interface LimitSlice {
  /** who is counted, as far as the rows tell */
  readonly subject: string;
  readonly rows: readonly { readonly generator: number; readonly row: AnswerRow }[];
}

/** Enough for a limit of some hundreds and its return. */
const MOST_ROWS = 400;
const MOST_SUBJECTS = 4;

/**
 * Keeps what a classifier can use. A subject is one request of one generator: whatever a limit counts by, these requests share it. Where the operator has named what it
 * counts by, all generators share it.
 */
export function watchSubjects(generators: readonly RowGenerator[]) {
  const kept = new Map<string, { generator: number; row: AnswerRow }[]>();
  return {
    sees: ({ generator, row }: MergedRow): void => {
      const { key, generator: name } = generators[generator]?.begin ?? { generator: '' };
      const subject = `${key ?? name} ${row.request}`;
      const rows = kept.get(subject);
      if (rows !== undefined) {
        if (rows.length < MOST_ROWS) rows.push({ generator, row });
      } else if (kept.size < MOST_SUBJECTS) kept.set(subject, [{ generator, row }]);
    },
    /** the longest first */
    slices: (): readonly LimitSlice[] =>
      [...kept].map(([subject, rows]) => ({ subject, rows })).toSorted((one, other) => other.rows.length - one.rows.length),
  };
}
