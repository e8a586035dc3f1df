import type { Result } from '../series.ts';
import { alarmsIn, few, isWrongKind, PERIODIC, DOCUMENT, rightIn } from './part.ts';
import type { Order, PartResult } from './part.ts';

const UNUSUAL = ['concurrency', 'none'] as const;

/** Limits of another sort, and limits that only refusals speak of. */
export async function others(order: Order): Promise<PartResult> {
  const { seed, all, say, tell } = order;
  const runs = few(order);
  say(`other limits, ${runs} of each`);
  const missed: string[] = [];
  for (const [kind, results] of await all(UNUSUAL.map((kind) => [kind, { document: DOCUMENT, kind, from: 0, runs, seed }] as const))) {
    tell(
      results.filter(({ isRight }) => !isRight),
      'not classified',
    );
    // What announces a limit and keeps to none is to fail.
    const alarms = kind === 'none' ? [] : alarmsIn(results);
    tell(alarms, 'false alarm');
    say(`  ${kind.padEnd(16)} right ${rightIn(results).length} of ${runs}, false alarms ${alarms.length}`);
    if (alarms.length > 0) missed.push(`${kind} false alarms`);
  }
  const every: Result[] = [];
  const silent = PERIODIC.map((kind) => [kind, { document: 'authentication', kind, from: 0, runs, seed }] as const);
  for (const [kind, results] of await all(silent)) {
    every.push(...results);
    const [wrong, alarms] = [results.filter(isWrongKind), alarmsIn(results)];
    tell(
      results.filter(({ isRight }) => !isRight),
      'headers on refusals only',
    );
    tell(alarms, 'false alarm with headers on refusals only');
    say(
      `  ${kind.padEnd(16)} headers on refusals only: right ${rightIn(results).length} of ${runs}, wrong ${wrong.length}, false alarms ${alarms.length}`,
    );
    if (wrong.length > 0) missed.push(`${kind} with headers on refusals only`);
    if (alarms.length > 0) missed.push(`${kind} false alarms with headers on refusals only`);
  }
  return {
    missed,
    figure:
      `with headers on refusals only ${rightIn(every).length} of ${every.length}, ` +
      `${every.filter(isWrongKind).length} taken for another kind, ${alarmsIn(every).length} false alarms`,
  };
}
