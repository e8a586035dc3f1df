import type { Given } from '../model/types.ts';
import { contextKey, isOpen, startsOf, type Transition } from './transition-system.ts';

/** A sequence of transitions from the initial state, under one provider state. */
export interface Path {
  readonly given: Given | undefined;
  readonly transitions: readonly Transition[];
}

/** A tour, and the transitions that no path can reach. */
export interface Tour {
  readonly paths: readonly Path[];
  readonly unreachable: readonly Transition[];
}

/**
 * Takes every transition at least once in few requests: again and again the cheapest way to a transition not yet
 * taken, ways over other open ones preferred, then onwards for as long as something open follows.
 * `goals` must be taken; `transitions` may be used on the way.
 */
export function planTour(transitions: readonly Transition[], goals: readonly Transition[] = transitions): Tour {
  const open = new Set(goals);
  const paths: Path[] = [];
  const unreachable: Transition[] = [];
  for (const goal of goals) {
    if (!open.has(goal)) continue;
    const way = cheapestWay(goal, transitions, open);
    if (way === undefined) {
      open.delete(goal);
      unreachable.push(goal);
      continue;
    }
    const path = extend(way, transitions, open);
    for (const transition of path.transitions) open.delete(transition);
    paths.push(path);
  }
  return { paths, unreachable };
}

function extend(path: Path, transitions: readonly Transition[], open: ReadonlySet<Transition>): Path {
  const taken = new Set(path.transitions);
  const next = transitions.find((candidate) => open.has(candidate) && !taken.has(candidate) && follows(candidate, path));
  return next === undefined ? path : extend({ ...path, transitions: [...path.transitions, next] }, transitions, open);
}

function follows(candidate: Transition, { given, transitions }: Path): boolean {
  return candidate.machine === transitions[0]?.machine && isOpen(candidate, transitions.at(-1)?.continues, given);
}

/** Cheapest path that ends with the goal; a transition still open costs a little less, so that it is preferred. */
export function cheapestWay(
  goal: Transition,
  transitions: readonly Transition[],
  open: ReadonlySet<Transition> = new Set(),
): Path | undefined {
  const machine = transitions.filter(({ machine: other }) => other === goal.machine);
  const cost = (transition: Transition): number => transition.weight - (open.has(transition) ? 0.01 : 0);
  let best: { path: Path; cost: number } | undefined;
  let frontier = starts(goal, machine).map((path) => ({ path, cost: sum(path.transitions, cost) }));
  // Breadth by length: paths without repeated states are shorter than the number of transitions.
  for (let length = 0; length <= machine.length && frontier.length > 0; length++) {
    for (const candidate of frontier) {
      if (candidate.path.transitions.at(-1) === goal && candidate.cost < (best?.cost ?? Infinity)) best = candidate;
    }
    frontier = cheapestByState(
      frontier.flatMap(({ path, cost: soFar }) =>
        machine
          .filter((next) => !path.transitions.includes(next) && follows(next, path))
          .map((next) => ({ path: { ...path, transitions: [...path.transitions, next] }, cost: soFar + cost(next) })),
      ),
      goal,
    );
  }
  return best?.path;
}

function starts(goal: Transition, machine: readonly Transition[]): readonly Path[] {
  return startsOf(machine)
    .map(({ given, first }) => ({ given, transitions: [first] }))
    .filter(({ transitions: [first] }) => first === goal || first?.continues !== undefined);
}

function cheapestByState<Candidate extends { path: Path; cost: number }>(candidates: readonly Candidate[], goal: Transition): Candidate[] {
  const kept = new Map<string, Candidate>();
  for (const candidate of candidates) {
    const last = candidate.path.transitions.at(-1);
    const key = `${contextKey(candidate.path.given)} ${last === goal ? 'goal' : last?.continues}`;
    const rival = kept.get(key);
    if (rival === undefined || candidate.cost < rival.cost) kept.set(key, candidate);
  }
  return [...kept.values()];
}

function sum(transitions: readonly Transition[], cost: (transition: Transition) => number): number {
  return transitions.reduce((total, transition) => total + cost(transition), 0);
}

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
