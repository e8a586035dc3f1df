import { UNUSUAL_KINDS } from '../cell.ts';
import type { Result } from '../series.ts';
import { alarmsIn, DOCUMENT, few } from './part.ts';
import type { Order, PartResult } from './part.ts';

/** Limiters that no model is of, and that do what they say: nothing of that is a failure. */
export async function unusual(order: Order): Promise<PartResult> {
  const { seed, all, say, tell } = order;
  const runs = few(order);
  say(`limiters that no model is of, ${runs} of each`);
  const missed: string[] = [];
  const every: Result[] = [];
  for (const [kind, results] of await all(
    UNUSUAL_KINDS.map((kind) => [kind, { document: DOCUMENT, kind, from: 0, runs, seed }] as const),
  )) {
    every.push(...results);
    const alarms = alarmsIn(results);
    tell(alarms, 'false alarm of a limiter that no model is of');
    say(`  ${kind.padEnd(16)} false alarms ${alarms.length} of ${runs}, called ${calledOf(results)}`);
    if (alarms.length > 0) missed.push(`${kind} false alarms`);
  }
  return { missed, figure: `limiters that no model is of: ${alarmsIn(every).length} of ${every.length} false alarms` };
}

/** What they were taken for, each kind with its number. */
function calledOf(results: readonly Result[]): string {
  const counts = new Map<string, number>();
  for (const { found } of results) {
    const kind = found.split(' ')[0] ?? '';
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts].map(([kind, count]) => `${kind} ${count}`).join(', ');
}
