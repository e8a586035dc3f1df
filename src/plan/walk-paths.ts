import type { Given, Step } from '../model/types.ts';
import type { SeededRandom } from './seeded-random.ts';
import { cheapestWay, type Path } from './tour.ts';
import { contextKey, isOpen, type Transition } from './transition-system.ts';
import { endOf, type Move, type Sequence } from './walk.ts';

/** What walks have done so far, by name: they turn to what has been done least. */
export interface VisitCounts {
  times(name: string): number;
  add(name: string): void;
}

export function noVisits(): VisitCounts {
  const counts = new Map<string, number>();
  return {
    times: (name) => counts.get(name) ?? 0,
    add: (name) => void counts.set(name, (counts.get(name) ?? 0) + 1),
  };
}

/** Those that have been seen least. */
export function leastSeen<Named extends { readonly id: string }>(options: readonly Named[], seen: VisitCounts): readonly Named[] {
  const least = Math.min(...options.map(({ id }) => seen.times(id)));
  return options.filter(({ id }) => seen.times(id) === least);
}

/** Rarely seen options weigh more; those never seen most. */
function rarity(seen: VisitCounts, name: string): number {
  return 1 / (1 + seen.times(name)) ** 2;
}

const MOST_TRANSITIONS = 8;

/**
 * A random path: the cheapest way to a transition that has been seen least, and from there at each state one of the transitions that
 * are open, so that none is wasted. Where none is open, or the dice say so, it begins again under the same provider state, if nothing
 * on it has used that up, or ends. What must come of strays is tried first, once in each machine that says it. Undefined where nothing
 * leads to the transition. `name` is that of the sequence.
 */
export function randomPath(
  random: SeededRandom,
  transitions: readonly Transition[],
  seen: VisitCounts,
  name: string,
): Sequence | undefined {
  const rare = ({ id }: Transition): number => rarity(seen, id);
  const untried = transitions.filter((one) => judgesStrays(one) && seen.times(straysOf(one)) === 0);
  const goal = random.pick(untried.length > 0 ? untried : leastSeen(transitions, seen));
  const way = goal === undefined ? undefined : cheapestWay(goal, transitions);
  if (way === undefined) return undefined;
  const given = random.pick(contextsOf(way));
  const path = [...way.transitions];
  while (untried.length === 0 && path.length < MOST_TRANSITIONS) {
    const next = following(random, transitions, path, given, rare);
    if (next === undefined) break;
    path.push(next);
  }
  for (const { id } of path) seen.add(id);
  const moves = path.map((transition, vary): Move => ({ transition, vary }));
  const stray = untried.length > 0 || random.once(3) ? randomStray(random, transitions, moves, seen) : undefined;
  const last = path.at(-1);
  if (last !== undefined && judgesStrays(last)) seen.add(straysOf(last));
  return { kind: 'path', name, given, moves, ...(stray === undefined ? {} : { stray }) };
}

/** True where the machine says what must come of strays in the state to which the transition leads. */
function judgesStrays(transition: Transition): boolean {
  const state = endOf([{ transition, vary: undefined }]);
  return state !== undefined && transition.machine.strays?.some((row) => row.in.includes(state)) === true;
}

function straysOf({ machine }: Transition): string {
  return `strays of ${machine.id}`;
}

/** A transition of the machine whose calls no table allows in the state where a path ends; undefined where there is no such state. */
function randomStray(
  random: SeededRandom,
  transitions: readonly Transition[],
  moves: readonly Move[],
  seen: VisitCounts,
): Transition | undefined {
  const state = endOf(moves);
  const machine = moves.at(-1)?.transition.machine;
  if (state === undefined || machine === undefined) return undefined;
  const own = transitions.filter((one) => one.machine === machine && one.from !== machine.initial);
  const allowed = new Set(own.filter(({ from }) => from === state).map(callsOf));
  const strays = own.filter((one) => one.row.trigger.every(({ call }) => call !== undefined) && !allowed.has(callsOf(one)));
  const stray = random.pick(
    leastSeen(
      strays.map((transition) => ({ id: `${transition.id} in ${state}`, transition })),
      seen,
    ),
  );
  if (stray !== undefined) seen.add(stray.id);
  return stray?.transition;
}

function callsOf({ row }: Transition): string {
  return row.trigger.flatMap(({ call }) => call ?? []).join(' ');
}

/** The provider states under which all of a path can be taken. */
function contextsOf({ given, transitions: [first, ...later] }: Path): readonly (Given | undefined)[] {
  const able = (first?.row.given ?? []).filter((one) => later.every((transition) => isOpen(transition, transition.from, one)));
  return able.length === 0 ? [given] : able;
}

function following(
  random: SeededRandom,
  transitions: readonly Transition[],
  path: readonly Transition[],
  given: Given | undefined,
  weight: (transition: Transition) => number,
): Transition | undefined {
  const [first] = path;
  const own = transitions.filter((one) => one.machine === first?.machine && !(one.row.once === true && path.includes(one)));
  const open = own.filter((candidate) => isOpen(candidate, path.at(-1)?.continues, given));
  const onwards = random.once(open.length === 0 ? 1 : 6) ? undefined : random.pick(open, weight);
  if (onwards !== undefined) return onwards;
  const spent = path.some(({ row }) => row.keeps !== true);
  return spent || random.once(3)
    ? undefined
    : random.pick(
        own.filter((candidate) => beginsAgain(candidate, given)),
        weight,
      );
}

/** True where a sequence can begin with the transition, under this provider state and no other. */
function beginsAgain({ from, machine, row }: Transition, given: Given | undefined): boolean {
  return from === machine.initial && (row.given ?? []).some((one) => contextKey(one) === contextKey(given));
}

/** True where a step touches more than its own case: a job, a clock or an event log is everybody's. */
export function touchesOthers({ act, advance, until, with: args, expect = [] }: Step): boolean {
  const global = act !== undefined && !JSON.stringify(args ?? {}).includes('$');
  return global || advance !== undefined || until !== undefined || expect.some(({ events }) => events !== undefined);
}
