import type { Transition } from './transition-system.ts';

/**
 * Fewest requests that can take every transition at least once, all sequences beginning in the initial state: each
 * transition's own requests, and for each state that is left more often than it is entered the cheapest way there.
 * `usable` are further transitions that may be used on the way. Provider states, budgets and clashes of conditions are ignored, so no tour can be cheaper.
 */
export function lowerBound(transitions: readonly Transition[], usable: readonly Transition[] = transitions): number {
  const machines = [...new Set(transitions.map(({ machine }) => machine))];
  return machines.reduce((sum, machine) => {
    const own = transitions.filter((transition) => transition.machine === machine);
    const ways = usable.filter((transition) => transition.machine === machine);
    return sum + machineBound(machine.initial, own, ways);
  }, 0);
}

function machineBound(initial: string, transitions: readonly Transition[], ways: readonly Transition[]): number {
  const base = transitions.reduce((sum, { weight }) => sum + weight, 0);
  const balance = new Map<string, number>();
  for (const { from, continues } of transitions) {
    balance.set(from, (balance.get(from) ?? 0) - 1);
    if (continues !== undefined) balance.set(continues, (balance.get(continues) ?? 0) + 1);
  }
  const suppliers = [initial, ...[...balance].filter(([, count]) => count > 0).map(([state]) => state)];
  const distance = distances(suppliers, ways);
  const detours = [...balance]
    .filter(([state, count]) => state !== initial && count < 0)
    .reduce((sum, [state, count]) => sum - count * (distance.get(state) ?? 0), 0);
  return base + detours;
}

/** Cheapest way in requests from any of the sources to each state (Bellman-Ford; the tables are small). */
function distances(sources: readonly string[], transitions: readonly Transition[]): ReadonlyMap<string, number> {
  const distance = new Map(sources.map((state) => [state, 0]));
  for (let changed = true; changed;) {
    changed = false;
    for (const { from, continues, weight } of transitions) {
      const start = distance.get(from);
      if (start === undefined || continues === undefined) continue;
      if (start + weight < (distance.get(continues) ?? Infinity)) {
        distance.set(continues, start + weight);
        changed = true;
      }
    }
  }
  return distance;
}
