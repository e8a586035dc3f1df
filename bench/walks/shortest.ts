import type { Failure, Given } from '../../src/model/types.ts';
import type { FaultSummary } from '../../src/mock/kit/control.ts';
import { executeWalk } from '../../src/drive/case-runner.ts';
import { isOpen, startsOf, type Transition } from '../../src/plan/transition-system.ts';
import { readable } from '../../src/plan/plan.ts';
import { planWalk, type Walk } from '../../src/plan/walk.ts';
import { readWalkCode, walkCode } from '../../src/plan/walk-code.ts';
import { readReplayToken } from '../../src/run/replay.ts';
import { openInProcessTarget } from '../../src/qualify/in-process.ts';
import type { Suite } from '../../src/qualify/suite.ts';
import { failuresIn } from './find.ts';

/** Transitions that a failure's sequence takes, and the fewest with which the same check fails for the same fault. */
export interface Lengths {
  readonly found: number;
  readonly shortest: number;
  /** paths that were driven to know */
  readonly tried: number;
}

/** Tries every shorter path that is legal by the model. Undefined where the failure's sequence is no single path. */
export async function lengthsOf(suite: Suite, fault: FaultSummary, { replay, check }: Failure): Promise<Lengths | undefined> {
  const { walk: code } = readReplayToken(replay, suite.specs.digest);
  const plan = suite.plans.find(({ spec }) => spec.name === fault.document);
  const walk = code === undefined || plan === undefined ? undefined : readWalkCode(code, plan.parts);
  const [path, ...others] = walk?.sequences ?? [];
  const last = path?.kind === 'path' ? path.moves.at(-1)?.transition : undefined;
  if (plan === undefined || path?.kind !== 'path' || last === undefined || others.length > 0) return undefined;
  const stray = path.stray === undefined ? {} : { stray: path.stray };
  const found = path.moves.length + (path.stray === undefined ? 0 : 1);
  const machine = plan.parts.transitions.filter((one) => one.machine === last.machine);
  let tried = 0;
  for (let length = 1; length < path.moves.length; length++) {
    for (const { given, transitions } of pathsOf(machine, length)) {
      const moves = transitions.map((transition) => ({ transition, vary: undefined }));
      tried += 1;
      const shorter: Walk = { document: fault.document, sequences: [{ kind: 'path', name: path.name, given, moves, ...stray }], turns: [] };
      const planned = planWalk('shorter', shorter, walkCode(shorter));
      const { drive, events } = openInProcessTarget(suite, { faults: [fault.id] });
      await executeWalk(drive, { ...planned, cases: planned.cases.map((one) => readable(plan.spec, suite.profile, one)) });
      if (failuresIn(suite, fault, events).some((finding) => finding.check === check))
        return { found, shortest: length + found - path.moves.length, tried };
    }
  }
  return { found, shortest: found, tried };
}

interface LegalPath {
  readonly given: Given | undefined;
  readonly transitions: readonly Transition[];
}

/** Every path of so many transitions of one machine that its model allows; beginning again under the same provider state is allowed. */
export function* pathsOf(own: readonly Transition[], length: number): Generator<LegalPath> {
  for (const { given, first } of startsOf(own))
    for (const transitions of extensions([first], given, own, length)) yield { given, transitions };
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
