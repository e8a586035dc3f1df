import fc from 'fast-check';
import { expect, test } from 'vitest';
import { systemOf, transitionSystem } from './plan-fixtures.ts';
import { planTour, lowerBound, type Path, type Tour } from './tour.ts';
import { contextKey, type Transition } from './transition-system.ts';

/** Every way to be in a state: by each provider state of each transition from the start, then by whatever it allows. */
function reachable(system: readonly Transition[]): ReadonlySet<Transition> {
  const starts = system.filter(({ from }) => from === 'start');
  const contexts = new Set(starts.flatMap(({ row: { given = [] } }) => (given.length === 0 ? [''] : given.map(contextKey))));
  const found = new Set<Transition>();
  for (const context of contexts) {
    const allowed = system.filter((one) => allows(one, context));
    const taken = new Set(
      allowed.filter(
        (one) =>
          one.from === 'start' &&
          (context !== '' || (one.row.given ?? []).length === 0) &&
          (context === '' || (one.row.given ?? []).length > 0),
      ),
    );
    for (let before = -1; before !== taken.size;) {
      before = taken.size;
      const states = new Set([...taken].map(({ continues }) => continues));
      for (const one of allowed) if (states.has(one.from)) taken.add(one);
    }
    for (const one of taken) found.add(one);
  }
  return found;
}

function allows({ row: { given = [] } }: Transition, context: string): boolean {
  return given.length === 0 || given.some((one) => contextKey(one) === context);
}

function coveredBy({ paths }: Tour): ReadonlySet<Transition> {
  return new Set(paths.flatMap(({ transitions }) => transitions));
}

function requests({ paths }: Tour): number {
  return paths.reduce((sum, { transitions }) => sum + transitions.reduce((own, { weight }) => own + weight, 0), 0);
}

/** What is wrong with a path; nothing where it can be driven as it stands. */
function flaws({ given, transitions }: Path): readonly string[] {
  const [first, ...rest] = transitions;
  if (first === undefined) return ['empty'];
  const own = first.row.given ?? [];
  return [
    ...(first.from === 'start' ? [] : [`begins in ${first.from}`]),
    ...((own.length === 0 ? given === undefined : own.some((one) => one === given))
      ? []
      : ['is not under a provider state of its first transition']),
    ...rest.flatMap((one, index) =>
      transitions[index]?.continues === one.from ? [] : [`${one.id} does not begin where ${transitions[index]?.id} ends`],
    ),
    ...rest.flatMap((one) => (allows(one, contextKey(given)) ? [] : [`${one.id} needs another provider state`])),
  ];
}

test('a tour takes every transition that can be reached and names the others', () => {
  fc.assert(
    fc.property(transitionSystem, (system) => {
      const tour = planTour(system);
      const able = reachable(system);
      expect(coveredBy(tour)).toEqual(able);
      expect(tour.unreachable).toEqual(system.filter((one) => !able.has(one)));
    }),
  );
});

test('each path is connected from the initial state, and its provider states agree', () => {
  fc.assert(
    fc.property(transitionSystem, (system) => {
      expect(planTour(system).paths.flatMap(flaws)).toEqual([]);
    }),
  );
});

test('each path takes a transition that no path before it took', () => {
  fc.assert(
    fc.property(transitionSystem, (system) => {
      const before = new Set<Transition>();
      for (const { transitions } of planTour(system).paths) {
        expect(transitions.some((one) => !before.has(one))).toBe(true);
        for (const one of transitions) before.add(one);
      }
    }),
  );
});

test('no tour is cheaper than the lower bound of what it takes', () => {
  fc.assert(
    fc.property(transitionSystem, (system) => {
      const tour = planTour(system);
      expect(requests(tour)).toBeGreaterThanOrEqual(lowerBound([...coveredBy(tour)]));
    }),
  );
});

test('goals are taken, over other transitions where need be', () => {
  fc.assert(
    fc.property(transitionSystem, fc.func(fc.boolean()), (system, wanted) => {
      const goals = system.filter(({ id }) => wanted(id));
      const tour = planTour(system, goals);
      const able = reachable(system);
      expect(goals.filter((goal) => !coveredBy(tour).has(goal))).toEqual(goals.filter((goal) => !able.has(goal)));
      expect(requests(tour)).toBeGreaterThanOrEqual(
        lowerBound(
          goals.filter((goal) => able.has(goal)),
          system,
        ),
      );
      expect(tour.paths.flatMap(flaws)).toEqual([]);
    }),
  );
});

const step = { call: 'go' };
const chain = systemOf([
  { id: 'in', clauses: ['doors.any'], from: 'start', to: 'A', trigger: [step] },
  { id: 'on', clauses: ['doors.any'], from: 'A', to: 'B', trigger: [step] },
  { id: 'back', clauses: ['doors.any'], from: 'B', to: 'A', trigger: [step] },
  { id: 'out', clauses: ['doors.any'], from: 'A', to: { gone: 404 }, trigger: [step] },
]);

test('a chain is one path in table order', () => {
  expect(planTour(chain).paths.map(({ transitions }) => transitions.map(({ id }) => id))).toEqual([['in', 'on', 'back', 'out']]);
});

test('a goal alone is reached in the fewest requests', () => {
  expect(planTour(chain, chain.slice(3)).paths.map(({ transitions }) => transitions.map(({ id }) => id))).toEqual([['in', 'out']]);
});
