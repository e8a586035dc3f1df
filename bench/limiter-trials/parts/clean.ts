import { permittedRequests } from '../series.ts';
import type { Result } from '../series.ts';
import { alarmsIn, DOCUMENT, percent, PERIODIC, rightIn } from './part.ts';
import type { Order, PartResult } from './part.ts';

const GOAL = 0.99;
/** Of a window that weighs the one before. */
const WEIGHED_GOAL = 0.85;

/** Limiters that do what they say. */
export async function clean(order: Order): Promise<PartResult> {
  const { runs, seed, all, say } = order;
  say(`clean probes, ${runs} of each kind, seed ${seed}`);
  const missed: string[] = [];
  const every: Result[] = [];
  for (const [kind, results] of await all(PERIODIC.map((kind) => [kind, { document: DOCUMENT, kind, from: 0, runs, seed }] as const))) {
    every.push(...results);
    const tally = tallyOf(results);
    say(`  ${kind.padEnd(16)} ${inWords(tally, kind.startsWith('fixed') ? 2 : 1)}`);
    missed.push(...missedBy(tally, kind));
    order.tell(
      results.filter(({ isRight }) => !isRight),
      'not classified',
    );
    order.tell(tally.inexact, 'inexact');
    order.tell(tally.over, 'too many requests');
    order.tell(tally.alarms, 'false alarm');
  }
  const { right, over, inexact, alarms } = tallyOf(every);
  return {
    missed,
    figure:
      `${right.length} of ${every.length} clean probes classified, limit or period inexact ${inexact.length}, ` +
      `${over.length} beyond their requests, ${alarms.length} false alarms`,
  };
}

interface Tally {
  readonly results: readonly Result[];
  readonly right: readonly Result[];
  readonly inexact: readonly Result[];
  /** more requests than a probe should take; what a bucket gives back while it is being emptied has to be used as well */
  readonly over: readonly Result[];
  readonly alarms: readonly Result[];
}

function tallyOf(results: readonly Result[]): Tally {
  const right = rightIn(results);
  return {
    results,
    right,
    inexact: right.filter(({ isExact }) => !isExact),
    over: results.filter(({ cell, requests, refilled }) => requests - refilled > permittedRequests(cell)),
    alarms: alarmsIn(results),
  };
}

/** @param windows how many times the limit is used up */
function inWords({ results, right, inexact, over, alarms }: Tally, windows: 1 | 2): string {
  const extra = results.map(({ cell, requests, refilled }) => requests - refilled - windows * cell.limit);
  const most = Math.max(...results.map(({ refilled }) => refilled));
  const refill = most === 0 ? '' : ` (not counted: up to ${most} for what came back meanwhile)`;
  return (
    `right ${right.length} of ${results.length} (${percent(right.length, results.length)}), limit or period inexact ${inexact.length}, ` +
    `requests ${windows === 2 ? '2L' : 'L'} + ${median(extra)}, at most + ${Math.max(...extra)}${refill}, over the bound ${over.length}, ` +
    `${median(results.map(({ lasted }) => lasted)).toFixed(2)} periods, false alarms ${alarms.length}`
  );
}

function missedBy({ results, right, inexact, over, alarms }: Tally, kind: string): readonly string[] {
  const goal = kind === 'sliding-counter' ? WEIGHED_GOAL : GOAL;
  return [
    ...(right.length < goal * results.length ? [`${kind} classified`] : []),
    ...(inexact.length > 0 ? [`${kind} limit and period`] : []),
    ...(over.length > 0 ? [`${kind} requests`] : []),
    ...(alarms.length > 0 ? [`${kind} false alarms`] : []),
  ];
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}
