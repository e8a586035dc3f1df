import { createHash } from 'node:crypto';

/** Another in each run of the tests, which prints it; that of TEST_SEED where it is given (vitest.config.ts). */
export const SEED = Number(process.env['TEST_SEED']);

const ALL = process.env['TEST_CASES'] === 'all';

/**
 * So many cases of a table that is too long for each run, at least one of each kind, drawn by the seed, in their order: over many runs all
 * of them are tried. All of them at once with TEST_CASES=all.
 */
export function draw<Case>(count: number, table: readonly Case[], kindOf?: (one: Case) => string): readonly Case[] {
  return ALL ? table : drawnBy(SEED, count, table, kindOf);
}

export function drawnBy<Case>(
  seed: number,
  count: number,
  table: readonly Case[],
  kindOf: (one: Case) => string = () => '',
): readonly Case[] {
  const rankOf = (index: number): string => createHash('sha256').update(`${seed} ${index}`).digest('hex');
  const shuffled = table.map((one, index) => ({ one, index, rank: rankOf(index) })).toSorted((a, b) => (a.rank < b.rank ? -1 : 1));
  const ofEachKind = new Map(shuffled.toReversed().map((drawn) => [kindOf(drawn.one), drawn]));
  const first = new Set(ofEachKind.values());
  return [...first, ...shuffled.filter((drawn) => !first.has(drawn))]
    .slice(0, Math.max(count, first.size))
    .toSorted((a, b) => a.index - b.index)
    .map(({ one }) => one);
}

/** How many cases of its own a property draws by the seed; more of them with TEST_CASES=all. */
export function cases(all: number, some: number): number {
  return ALL ? all : some;
}
