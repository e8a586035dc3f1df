import type { Given } from '../../spec/types.ts';
import { isOpen, startsOf } from '../../plan/transition-system.ts';
import type { Transition } from '../../plan/transition-system.ts';
import type { Walk } from '../../plan/walk.ts';

/** Every path of so many transitions that ends with the goal, legal by the model; beginning again under the same provider state is. */
export function* pathsTo(goal: Transition, transitions: readonly Transition[], length: number): Generator<Walk> {
  const own = transitions.filter(({ machine }) => machine === goal.machine);
  for (const { given, first } of startsOf(own)) {
    for (const path of extensions([first], given, own, length)) {
      if (path.at(-1) !== goal) continue;
      const moves = path.map((transition) => ({ transition, vary: undefined }));
      yield { document: goal.document, sequences: [{ kind: 'path', name: 'shortest', given, moves }], turns: [] };
    }
  }
}

function* extensions(
  path: readonly Transition[],
  given: Given | undefined,
  own: readonly Transition[],
  length: number,
): Generator<readonly Transition[]> {
  if (path.length === length) {
    yield path;
    return;
  }
  const last = path.at(-1);
  const canRepeat = (one: Transition): boolean => one.row.once !== true || !path.includes(one);
  const next = own.filter((one) => isOpen(one, last?.continues, given) && canRepeat(one));
  const again = path.every(({ row }) => row.keeps === true) ? own.filter((one) => isOpen(one, one.machine.initial, given)) : [];
  for (const one of new Set([...next, ...again])) yield* extensions([...path, one], given, own, length);
}
