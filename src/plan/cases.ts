import { defined } from '../model/defined.ts';
import type { DocumentSpec, Given, MachineRow, ProbeRow, Step } from '../model/types.ts';
import { mostPages } from '../model/page-walk.ts';
import type { Case, PlannedStep } from './case.ts';
import { sendsRequest } from './steps.ts';
import { drawSize, pagesOf, type Size } from './sizes.ts';
import type { Path } from './tour.ts';
import type { Transition } from './transition-system.ts';

/** A path of a tour as a case: each trigger, and after it the questions that read the state back. */
export function tourCase(path: Path, ordinal: number): Case {
  const first = path.transitions[0];
  if (first === undefined) throw new TypeError('a path has at least one transition');
  const id = `tour/${first.machine.id}/${ordinal}`;
  return {
    id,
    document: first.document,
    kind: 'tour',
    title: `${first.machine.id}: ${[first.from, ...path.transitions.map(({ target }) => target)].join(' → ')}`,
    given: givenFor(first, path.given),
    steps: path.transitions.flatMap((transition, move) => transitionSteps(transition, `${id}/${move}`)),
  };
}

/** The provider state of a path, under the alias that the first transition's own steps use; `user` where it names none. */
export function givenFor(first: Transition, given: Given | undefined): readonly Given[] {
  if (given === undefined) return [];
  const alias = given.as ?? first.row.given?.find(({ as }) => as !== undefined)?.as ?? 'user';
  return [{ ...given, as: alias }];
}

/** The steps that take a transition, with optional parameters by the name `vary`, and those that read the state back. */
export function transitionSteps(transition: Transition, vary: string | undefined): readonly PlannedStep[] {
  const row = `transition:${transition.id}`;
  const judged = transition.row.trigger.findLastIndex(sendsRequest);
  const trigger = transition.row.trigger.map((step, index): PlannedStep => {
    return {
      place: { row, at: `trigger/${index}` },
      step,
      purpose: 'tour',
      ...(index === judged ? { takes: transition } : {}),
      ...defined({ vary }),
    };
  });
  const questions = transition.row.readBack ?? (transition.continues === undefined ? [] : machineReadBack(transition.machine));
  const readBack = questions.map((step, index): PlannedStep => ({
    place: { row, at: `readBack/${index}` },
    step,
    purpose: 'read-back',
    optional: true,
  }));
  return [...trigger, ...readBack];
}

function machineReadBack(machine: MachineRow): readonly Step[] {
  return machine.readBack ?? [];
}

/** A probe as the cases that it stands for: one, or one for each of its sizes, whose open numbers the seed draws. */
export function probeCases(spec: DocumentSpec, probe: ProbeRow, seed: number): readonly Case[] {
  if (probe.sizes === undefined) return [probeCase(spec, probe)];
  return probe.sizes.map((row) => sizedCase(spec, probe, row.id, drawSize(spec, row, seed, `${probe.id}@${row.id}`)));
}

/** A probe at one size: a walk goes over all pages but the one where it begins. */
export function sizedCase(spec: DocumentSpec, probe: ProbeRow, id: string, size: Size): Case {
  const planned = probeCase(spec, { ...probe, id: `${probe.id}@${id}` });
  const { objects, ...rest } = size;
  const numbers = [`${objects} objects`, ...Object.entries(rest).map(([name, value]) => `${name} ${value}`)];
  return {
    ...planned,
    title: `${probe.about} (${numbers.join(', ')})`,
    // What prepares a state by hand is asked before anything is driven.
    given: planned.given.map((given) => ({ ...given, params: withNumbers(given.params ?? {}, size) })),
    size,
    steps: planned.steps.map((one) =>
      one.step.walk === undefined
        ? one
        : { ...one, requests: Math.min(one.step.times ?? Infinity, pagesOf(spec, size) - 1), most: mostPages(size.objects) },
    ),
  };
}

function withNumbers(params: Readonly<Record<string, unknown>>, size: Size): Record<string, unknown> {
  const numbers = new Map<unknown, number>(Object.entries(size).map(([name, value]) => [`$size.${name}`, value]));
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, numbers.get(value) ?? value]));
}

export function probeCase(spec: DocumentSpec, probe: ProbeRow): Case {
  return {
    id: `probe/${probe.id}`,
    document: spec.name,
    kind: 'probe',
    title: probe.about,
    given: probe.given ?? [],
    ...defined({ family: probe.family }),
    steps: probe.steps.map((step, index) => ({
      place: { row: `probe:${probe.id}`, at: `steps/${index}` },
      step,
      purpose: probe.purpose ?? 'probe',
    })),
  };
}
