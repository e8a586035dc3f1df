import type fc from 'fast-check';
import { expectsLimit } from '../model/expects-limit.ts';
import type { DocumentSpec } from '../model/types.ts';
import type { Case } from './case.ts';
import { createSeededRandom, ownSeed, type SeededRandom } from './seeded-random.ts';
import { improperCase, type Improper } from './negative-data.ts';
import { requestsPlanned } from './steps.ts';
import { planTour } from './tour.ts';
import type { Transition } from './transition-system.ts';
import { shorterAnywhere, WalkArbitrary } from './walk-cuts.ts';
import { leastSeen, noVisits, randomPath, touchesOthers, type VisitCounts } from './walk-paths.ts';
import { planWalk, type PlannedWalk, type Sequence, type Walk } from './walk.ts';
import { walkCode, type WalkParts } from './walk-code.ts';

/** Requests that a probe may cost to be part of a walk, and objects that its provider state may hold. */
const MOST_REQUESTS = 12;
const MOST_OBJECTS = 25;
const MOST_SEQUENCES = 4;
const MOST_PICKS = 3;

/** So many walks over a document, which the seed decides: what has been seen least comes first. */
export function planWalks(spec: DocumentSpec, parts: WalkParts, count: number, seed: number): readonly PlannedWalk[] {
  const seen = noVisits();
  const draw = walkDrawer(spec, parts);
  return Array.from({ length: count }).flatMap((_none, index) => {
    const id = `walk/${spec.name}/${index + 1}`;
    const walk = draw(createSeededRandom(ownSeed(seed, id)), seen, id);
    return walk === undefined ? [] : [planWalk(id, walk, walkCode(walk))];
  });
}

/** Walks over a document as arbitraries of fast-check: each is drawn by itself, and shrinks to walks that do less. */
export function walksOver(spec: DocumentSpec, parts: WalkParts): fc.Arbitrary<Walk> {
  const draw = walkDrawer(spec, parts);
  const nothing: Walk = { document: spec.name, sequences: [], turns: [] };
  const drawn = (seed: number): Walk => {
    const own = noVisits();
    // Nothing goes first: each walk is drawn as if everything had been seen as often.
    const seen: VisitCounts = { ...own, times: (name) => 1 + own.times(name) };
    return draw(createSeededRandom(seed), seen, `walk/${spec.name}`) ?? nothing;
  };
  return new WalkArbitrary(drawn, (walk) => shorterAnywhere(walk, parts.transitions));
}

/** Draws a walk; undefined where the document has nothing to walk over. */
function walkDrawer(spec: DocumentSpec, parts: WalkParts): (random: SeededRandom, seen: VisitCounts, id: string) => Walk | undefined {
  const all: WalkParts = { ...parts, transitions: reachable(parts.transitions) };
  const apart: WalkParts = {
    transitions: reachable(parts.transitions.filter(({ row }) => ![...row.trigger, ...(row.readBack ?? [])].some(touchesOthers))),
    probes: parts.probes.filter((probe) => fits(spec, probe)),
    improper: parts.improper.filter((one) => fits(spec, improperCase(spec.name, one, []))),
  };
  return (random, seen, id) => {
    const sequences = sequencesOf(random, all, apart, seen, id);
    if (sequences.length === 0) return undefined;
    const unordered: Walk = { document: spec.name, sequences, turns: [] };
    const lengths = planWalk(id, unordered, '').cases.map(({ steps }) => steps.length);
    return { ...unordered, turns: turnsOf(random, lengths) };
  };
}

function reachable(transitions: readonly Transition[]): readonly Transition[] {
  const { unreachable } = planTour(transitions);
  return transitions.filter((transition) => !unreachable.includes(transition));
}

/** One sequence that may touch everything, or several that keep to themselves; often several of one kind. */
function sequencesOf(random: SeededRandom, all: WalkParts, apart: WalkParts, seen: VisitCounts, name: string): readonly Sequence[] {
  const many = random.once(5) ? 1 : 1 + random.below(MOST_SEQUENCES);
  const only = many === 1 ? randomPath(random, all.transitions, seen, `${name}/1`) : undefined;
  if (only !== undefined) return [only];
  const first = randomSequence(random, apart, seen, `${name}/1`);
  if (first === undefined) return [];
  const alike = random.once(2);
  const others = Array.from({ length: many - 1 }).flatMap((_none, index) =>
    alike ? { ...first, name: `${name}/${index + 2}` } : (randomSequence(random, apart, seen, `${name}/${index + 2}`) ?? []),
  );
  return [first, ...others];
}

/** A path, a probe, or what an operation does not foresee; a document may not have all of them. */
function randomSequence(
  random: SeededRandom,
  { transitions, probes, improper }: WalkParts,
  seen: VisitCounts,
  name: string,
): Sequence | undefined {
  const kinds = [
    () => randomPath(random, transitions, seen, name),
    () => randomProbe(random, probes, seen, name),
    () => randomImproper(random, improper, seen, name),
  ];
  const first = random.pick([0, 1, 2], (kind) => [3, 2, 1][kind] ?? 0) ?? 0;
  for (const turn of kinds.keys()) {
    const sequence = kinds[(first + turn) % kinds.length]?.();
    if (sequence !== undefined) return sequence;
  }
  return undefined;
}

function randomProbe(random: SeededRandom, probes: readonly Case[], seen: VisitCounts, name: string): Sequence | undefined {
  const probe = random.pick(leastSeen(probes, seen));
  if (probe === undefined) return undefined;
  seen.add(probe.id);
  return { kind: 'probe', name, probe };
}

function randomImproper(random: SeededRandom, all: readonly Improper[], seen: VisitCounts, name: string): Sequence | undefined {
  const improper = random.pick(leastSeen(all, seen));
  if (improper === undefined) return undefined;
  seen.add(improper.id);
  const picks = Array.from({ length: 1 + random.below(MOST_PICKS) }).flatMap(() => {
    const pick = random.pick(
      leastSeen(
        improper.variations.map(({ at }) => ({ id: `${improper.id}/${at}`, at })),
        seen,
      ),
    );
    if (pick === undefined) return [];
    seen.add(pick.id);
    return [{ at: pick.at, seed: random.below(2 ** 31) }];
  });
  return picks.length === 0 ? undefined : { kind: 'improper', name, improper, picks };
}

/** A probe that costs little, prepares little and keeps to itself can be part of a walk. */
function fits(spec: DocumentSpec, { given, steps, size }: Case): boolean {
  const states = [...given, ...steps.flatMap(({ step }) => step.provide ?? [])];
  const controls = states.some(({ state }) => spec.providerStates.states.find(({ name }) => name === state)?.control === true);
  return (
    !steps.some(({ step }) => touchesOthers(step) || expectsLimit(spec, step)) &&
    !controls &&
    requestsPlanned(steps) <= MOST_REQUESTS &&
    (size?.objects ?? 0) <= MOST_OBJECTS
  );
}

/** Who comes when: one after the other, all at once, or as it falls. */
function turnsOf(random: SeededRandom, lengths: readonly number[]): readonly (readonly number[])[] {
  const left = [...lengths];
  const together = random.below(3);
  const turns: number[][] = [];
  for (let open = remaining(left); open.length > 0; open = remaining(left)) {
    const turn = together === 0 ? open : open.filter(() => random.once(together === 1 ? 2 : open.length));
    const chosen = turn.length > 0 ? turn : open.slice(0, 1);
    turns.push(chosen);
    for (const index of chosen) left[index] = (left[index] ?? 0) - 1;
  }
  return turns;
}

function remaining(left: readonly number[]): number[] {
  return left.flatMap((count, index) => (count > 0 ? [index] : []));
}
