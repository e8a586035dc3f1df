import type { Case } from './case.ts';
import type { Improper } from './negative-data.ts';
import type { Transition } from './transition-system.ts';
import type { Move, Picked, Sequence, Walk } from './walk.ts';

/** A walk in few words of JSON: what it takes to plan it again from the same specs, profile and seed. */
export function walkCode({ document, sequences, turns }: Walk): string {
  return JSON.stringify([document, sequences.map(sequenceCode), turns.map((turn) => turn.join('+')).join(' ')]);
}

function sequenceCode(sequence: Sequence): unknown {
  if (sequence.kind === 'probe') return [sequence.name, sequence.probe.id];
  if (sequence.kind === 'improper') {
    const picks = sequence.picks.map(({ at, seed, step }) => (step === undefined ? [at, seed] : [at, seed, step]));
    return [sequence.name, sequence.improper.id, picks];
  }
  const { name, given, moves, stray } = sequence;
  const path = moves.map(({ transition, vary }) => (vary === undefined ? transition.id : [transition.id, vary]));
  return [name, given ?? null, path, ...(stray === undefined ? [] : [stray.id])];
}

/** What a walk can be made of: the transitions and the probes that a plan can drive, and operations that can be sent what they do not foresee. */
export interface WalkParts {
  readonly transitions: readonly Transition[];
  readonly probes: readonly Case[];
  readonly improper: readonly Improper[];
}

/** The walk that a code stands for; undefined where it is none, or names what this plan does not have. */
export function readWalkCode(code: string, parts: WalkParts): Walk | undefined {
  const value = parsed(code);
  if (!Array.isArray(value)) return undefined;
  const [document, sequences, turns]: readonly unknown[] = value;
  const [first] = parts.transitions;
  const own = first?.document ?? parts.probes[0]?.document;
  if (own === undefined || document !== own || !Array.isArray(sequences) || typeof turns !== 'string') return undefined;
  const read = sequences.map((sequence: unknown) => readSequence(sequence, parts));
  const known = read.filter((sequence) => sequence !== undefined);
  if (known.length === 0 || known.length < read.length) return undefined;
  return { document: own, sequences: known, turns: turns === '' ? [] : turns.split(' ').map((turn) => turn.split('+').map(Number)) };
}

function readSequence(value: unknown, { transitions, probes, improper }: WalkParts): Sequence | undefined {
  if (!Array.isArray(value)) return undefined;
  const [name, second, third, fourth]: readonly unknown[] = value;
  if (typeof name !== 'string') return undefined;
  if (typeof second === 'string' && Array.isArray(third))
    return readImproper(
      name,
      improper.find(({ id }) => id === second),
      third,
    );
  if (typeof second === 'string') {
    const probe = probes.find(({ id }) => id === second);
    return probe === undefined ? undefined : { kind: 'probe', name, probe };
  }
  const moves = Array.isArray(third) ? third.map((move: unknown) => readMove(move, transitions)) : [];
  const known = moves.filter((move) => move !== undefined);
  if (known.length === 0 || known.length < moves.length) return undefined;
  const stray = transitions.find(({ id }) => id === fourth);
  if (fourth !== undefined && stray === undefined) return undefined;
  return { kind: 'path', name, given: isGiven(second) ? second : undefined, moves: known, ...(stray === undefined ? {} : { stray }) };
}

function readImproper(name: string, improper: Improper | undefined, values: readonly unknown[]): Sequence | undefined {
  const picks = values.map((value): Picked | undefined => {
    if (!Array.isArray(value)) return undefined;
    const [at, seed, step]: readonly unknown[] = value;
    if (typeof at !== 'string' || typeof seed !== 'number' || !(improper?.variations ?? []).some((one) => one.at === at)) return undefined;
    return typeof step === 'object' && step !== null ? { at, seed, step: { ...step } } : { at, seed };
  });
  const known = picks.filter((pick) => pick !== undefined);
  return improper === undefined || known.length === 0 || known.length < picks.length
    ? undefined
    : { kind: 'improper', name, improper, picks: known };
}

function readMove(value: unknown, transitions: readonly Transition[]): Move | undefined {
  const [id, vary]: readonly unknown[] = Array.isArray(value) ? value : [value];
  const transition = transitions.find((one) => one.id === id);
  return transition === undefined ? undefined : { transition, vary: typeof vary === 'number' ? vary : undefined };
}

function isGiven(value: unknown): value is { readonly state: string } {
  return typeof value === 'object' && value !== null && 'state' in value && typeof value.state === 'string';
}

function parsed(code: string): unknown {
  try {
    return JSON.parse(code);
  } catch {
    // No JSON: no code of ours, which the caller says.
    return undefined;
  }
}
