import type { Result } from '../series.ts';
import { alarmsIn, DOCUMENT, few, isWrongKind, PERIODIC } from './part.ts';
import type { Order, Told } from './part.ts';

/** Milliseconds between two operations of somebody else. */
const EVERY_MS = 400;

/** Limits that somebody else uses at the same time: nothing of that is the target's failure. */
export async function foreign(order: Order): Promise<Told> {
  const { seed, all, say, tell } = order;
  const runs = few(order);
  say(`somebody else uses the same allowance, ${runs} of each`);
  const missed: string[] = [];
  const every: Result[] = [];
  const series = PERIODIC.map((kind) => [kind, { document: DOCUMENT, kind, from: 0, runs, seed, foreignEveryMs: EVERY_MS }] as const);
  for (const [kind, results] of await all(series)) {
    every.push(...results);
    const alarms = alarmsIn(results);
    tell(alarms, 'false alarm with foreign traffic');
    say(
      `  ${kind.padEnd(16)} false alarms ${alarms.length} of ${runs}, left open ${results.filter(({ isOpen }) => isOpen).length}, ` +
        `wrong kind ${results.filter(isWrongKind).length}`,
    );
    if (alarms.length > 0) missed.push(`${kind} with foreign traffic`);
  }
  const wrong = every.filter(isWrongKind).length;
  return {
    missed,
    figure: `with foreign traffic ${alarmsIn(every).length} of ${every.length} false alarms, ${wrong} taken for another kind`,
  };
}
