import type { Measured } from './measure.ts';

/** What was measured, in one line. */
export function inFigures(all: readonly Measured[], { known, walks }: { readonly known: number; readonly walks: number }): string {
  const count = (is: (one: Measured) => boolean): number => all.filter(is).length;
  const ratios = all.flatMap(({ lengths }) => (lengths === undefined ? [] : [lengths.found / lengths.shortest]));
  const spent = all.flatMap((one) => one.spent);
  const replayed = all.flatMap((one) => one.replayed ?? []);
  return [
    `${all.length} of ${known} sequence faults: ${count(({ by }) => by === 'walk')} shown by ${walks} walks, ${count(({ by }) => by === 'case')} by a case, ${count(({ by }) => by === undefined)} by nothing, ${count(({ flaky }) => flaky)} not again`,
    `found ÷ shortest sequence median ${middle(ratios).toFixed(1)}, worst ${most(ratios).toFixed(1)}, of ${ratios.length} paths`,
    `requests to shorten median ${middle(spent)}, most ${most(spent)}`,
    `replayed by token ${replayed.filter(({ same }) => same).length} of ${replayed.length} the same, without the fault ${replayed.filter(({ fixed }) => fixed).length} of ${replayed.length} fixed`,
  ].join('; ');
}

/** So many of them, evenly spread, in their order; all where there are no more. */
export function spread<Item>(items: readonly Item[], count: number): readonly Item[] {
  const chosen = new Set(Array.from({ length: count }, (_none, index) => Math.floor((index * items.length) / count)));
  return items.filter((_item, index) => chosen.has(index));
}

function middle(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

function most(numbers: readonly number[]): number {
  return Math.max(0, ...numbers);
}
