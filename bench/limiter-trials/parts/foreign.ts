import { RHYTHMS } from '../foreign-use.ts';
import type { Result } from '../series.ts';
import { alarmsIn, DOCUMENT, few, isWrongKind, PERIODIC } from './part.ts';
import type { Order, PartResult } from './part.ts';

/** Limits that somebody else uses at the same time: nothing of that is the target's failure. */
export async function foreign(order: Order): Promise<PartResult> {
  const { seed, all, say, tell } = order;
  const runs = few(order);
  say(`somebody else uses the same allowance, ${runs} of each: ${RHYTHMS.join(', ')}`);
  const missed: string[] = [];
  const every: Result[] = [];
  const series = PERIODIC.flatMap((kind) =>
    RHYTHMS.map((rhythm) => [`${kind}, ${rhythm}`, { document: DOCUMENT, kind, from: 0, runs, seed, foreign: rhythm }] as const),
  );
  for (const [what, results] of await all(series)) {
    every.push(...results);
    const alarms = alarmsIn(results);
    tell(alarms, 'false alarm with foreign traffic');
    tell(results.filter(isWrongKind), 'taken for another kind with foreign traffic');
    say(
      `  ${what.padEnd(28)} false alarms ${alarms.length} of ${runs}, left open ${results.filter(({ isOpen }) => isOpen).length}, ` +
        `wrong kind ${results.filter(isWrongKind).length}`,
    );
    if (alarms.length > 0) missed.push(`${what}, with foreign traffic`);
  }
  const wrong = every.filter(isWrongKind).length;
  return {
    missed,
    figure: `with foreign traffic ${alarmsIn(every).length} of ${every.length} false alarms, ${wrong} taken for another kind`,
  };
}
