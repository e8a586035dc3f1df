import fc from 'fast-check';
import { cheapestWay } from './tour.ts';
import type { Transition } from './transition-system.ts';
import { walkCode } from './walk-code.ts';
import type { Move, PathSequence, Sequence, Walk } from './walk.ts';

/** Where in a walk something showed: in which sequence, after how many of its moves, and at which place of its row. */
export interface Spot {
  readonly sequence: number;
  readonly moves: number;
  readonly at: string | undefined;
}

/**
 * Walks that do less than this one and are legal by the model all the same, what leaves out most first: nothing after the spot; its
 * sequence alone; the cheapest way to it; no loop between two visits of a state; one sequence fewer; one after the other; no
 * optional parameters. Whether what was seen still shows is for the caller to find out.
 */
export function* shorterWalks(walk: Walk, spot: Spot, transitions: readonly Transition[]): Generator<Walk> {
  const { sequences, turns } = walk;
  const path = sequences[spot.sequence];
  const replaced = (shorter: Sequence): Walk => ({ ...walk, sequences: sequences.with(spot.sequence, shorter) });
  if (path?.kind === 'path' && (spot.moves < path.moves.length || (spot.moves === path.moves.length && path.stray !== undefined))) {
    const { stray: _stray, ...rest } = path;
    yield replaced({ ...rest, moves: path.moves.slice(0, spot.moves) });
  }
  if (path?.kind === 'improper' && path.picks.length > 1) {
    const picks = path.picks.filter(({ at }) => at === spot.at);
    if (picks.length > 0) yield replaced({ ...path, picks });
  }
  if (sequences.length > 1) yield only(walk, [spot.sequence]);
  if (path?.kind === 'path') for (const shorter of shorterPaths(path, transitions)) yield replaced(shorter);
  if (sequences.length > 2)
    for (const index of sequences.keys())
      if (index !== spot.sequence)
        yield only(
          walk,
          [...sequences.keys()].filter((other) => other !== index),
        );
  if (turns.some((turn) => turn.length > 1)) yield { ...walk, turns: turns.flatMap((turn) => turn.map((index) => [index])) };
  for (const [index, other] of sequences.entries()) {
    if (other.kind !== 'path') continue;
    if (index !== spot.sequence && other.moves.length > 1)
      yield { ...walk, sequences: sequences.with(index, { ...other, moves: other.moves.slice(0, -1) }) };
    if (other.moves.some(({ vary }) => vary !== undefined)) yield { ...walk, sequences: sequences.with(index, plain(other)) };
  }
}

/** Walks that a number of fast-check stands for, and that shrink to whatever is shorter than one that fails. */
export class WalkArbitrary extends fc.Arbitrary<Walk> {
  readonly #drawn: (seed: number) => Walk;
  readonly #shorter: (walk: Walk) => IterableIterator<Walk>;

  constructor(drawn: (seed: number) => Walk, shorter: (walk: Walk) => IterableIterator<Walk>) {
    super();
    this.#drawn = drawn;
    this.#shorter = shorter;
  }

  override generate(random: fc.Random): fc.Value<Walk> {
    return new fc.Value(this.#drawn(random.nextInt()), undefined);
  }

  override canShrinkWithoutContext(_value: unknown): _value is Walk {
    return false;
  }

  override shrink(walk: Walk): fc.Stream<fc.Value<Walk>> {
    return fc.stream(this.#shorter(walk)).map((shorter) => new fc.Value(shorter, undefined));
  }
}

/** Shorter walks for whoever does not know where in it something showed: at any of its moves. */
export function* shorterAnywhere(walk: Walk, transitions: readonly Transition[]): Generator<Walk> {
  const known = new Set([walkCode(walk)]);
  const spots = walk.sequences.flatMap((sequence, index): readonly Spot[] => {
    if (sequence.kind === 'improper') return sequence.picks.map(({ at }) => ({ sequence: index, moves: 1, at }));
    const moves = sequence.kind === 'path' ? sequence.moves : [undefined];
    return moves.map((_move, at) => ({ sequence: index, moves: at + 1, at: undefined }));
  });
  for (const spot of spots)
    for (const shorter of shorterWalks(walk, spot, transitions)) {
      const code = walkCode(shorter);
      if (!known.has(code)) yield shorter;
      known.add(code);
    }
}

/** The walk with these of its sequences only. */
function only({ document, sequences, turns }: Walk, kept: readonly number[]): Walk {
  const renamed = turns.map((turn) => turn.map((index) => kept.indexOf(index)).filter((index) => index >= 0));
  return {
    document,
    sequences: sequences.filter((_sequence, index) => kept.includes(index)),
    turns: kept.length === 1 ? [] : renamed.filter((turn) => turn.length > 0),
  };
}

function plain(path: PathSequence): PathSequence {
  return { ...path, moves: path.moves.map(({ transition }) => ({ transition, vary: undefined })) };
}

function* shorterPaths(path: PathSequence, transitions: readonly Transition[]): Generator<PathSequence> {
  const { moves } = path;
  const goal = moves.at(-1)?.transition;
  // One row may be taken from several states, and judged alike from each.
  const alike = transitions.filter((one) => one.machine === goal?.machine && one.row === goal.row && one !== goal);
  for (const end of goal === undefined ? [] : [goal, ...alike]) {
    const way = cheapestWay(end, transitions);
    if (way !== undefined && way.transitions.length < moves.length)
      yield { ...path, given: way.given, moves: way.transitions.map((transition): Move => ({ transition, vary: undefined })) };
  }
  for (const [from, to] of loops(moves)) yield { ...path, moves: [...moves.slice(0, from), ...moves.slice(to)] };
}

/** Where a path comes to a state in which it has been, longest ways round first. Beginning again is coming to the initial state. */
function loops(moves: readonly Move[]): readonly (readonly [number, number])[] {
  const states = moves.map(({ transition }) => transition.from);
  const pairs = states.flatMap((state, from) => states.flatMap((other, to) => (to > from && other === state ? [[from, to] as const] : [])));
  return pairs.toSorted(([a, b], [c, d]) => d - c - (b - a));
}
