import fc from 'fast-check';
import type { DocumentSpec, ExampleRow, OperationRow, ParameterRow, Step } from '../spec/types.ts';
import type { Case, PlannedStep } from './case.ts';
import { BROKEN_BODIES, UNUSUAL_BODIES } from './negative-bodies.ts';
import type { BodyClass } from './negative-bodies.ts';
import { membersOf, valueClasses } from './negative-values.ts';
import { ownSeed } from './own-seed.ts';

/** The cases that send what an operation does not foresee: one for each of its examples, with the values that the seed picks. */
export function negativeCases(spec: DocumentSpec, operation: OperationRow, seed: number): readonly NegativeCase[] {
  return (operation.examples ?? []).map((example, index) => {
    const variations = variationsOf(operation, example, index === 0);
    const row = `negative:${operation.id}`;
    const id = `negative/${operation.id}/${example.id}`;
    // What is a secret in one case would be taken for one in another that sends the same value.
    const steps = fc.sample(fc.tuple(...variations.map(({ step }) => step)), { seed: ownSeed(seed, id), numRuns: 1 })[0] ?? [];
    const prepare = (example.prepare ?? []).map((step, at): PlannedStep => ({
      place: { row, at: `prepare/${example.id}/${at}` },
      step,
      purpose: 'probe',
    }));
    return {
      example,
      planned: {
        id,
        document: spec.name,
        kind: 'probe',
        title: `${operation.id}: ${example.about}, with values that it does not foresee`,
        given: example.given ?? [],
        steps: [
          ...prepare,
          ...variations.map(({ at }, which): PlannedStep => ({
            place: { row, at },
            step: steps[which] ?? {},
            purpose: 'probe',
            optional: true,
          })),
        ],
      },
    };
  });
}

export interface NegativeCase {
  readonly example: ExampleRow;
  readonly planned: Case;
}

/** One request: where it stands, `<parameter>/<class>`, and the arbitrary of its step. */
interface Variation {
  readonly at: string;
  readonly step: fc.Arbitrary<Step>;
}

/** First what cannot succeed; what a lenient target may accept, and what may use up the provider state with it, comes last. */
function variationsOf(operation: OperationRow, example: ExampleRow, isFirst: boolean): readonly Variation[] {
  const valid: Step = { call: operation.id, with: example.with, ...(example.caller === undefined ? {} : { caller: example.caller }) };
  const bodies = (classes: readonly BodyClass[]): readonly Variation[] =>
    isFirst && takesBody(operation)
      ? classes.map(({ name, change }) => ({ at: `body/${name}`, step: change.map((changed) => ({ ...valid, ...changed })) }))
      : [];
  return [
    ...bodies(BROKEN_BODIES),
    ...variedIn(operation, example).flatMap((row) => valuesOf(operation, valid, row)),
    ...bodies(UNUSUAL_BODIES),
  ];
}

function valuesOf({ safe, destructive }: OperationRow, valid: Step, row: ParameterRow): readonly Variation[] {
  const risky = safe !== true || destructive === true;
  return valueClasses(row, risky).map(({ name, values }) => ({
    at: `${row.name}/${name}`,
    step: values.map((value) => ({ ...valid, with: withArgument({ ...valid.with }, row.name.split('.'), value) })),
  }));
}

/** A parameter is varied in the first example that gives it, and in the first of all where none does; the members of an object with it. */
function variedIn({ parameters = [], examples = [] }: OperationRow, example: ExampleRow): readonly ParameterRow[] {
  const home = ({ name }: ParameterRow): ExampleRow | undefined => examples.find((one) => Object.hasOwn(one.with, name)) ?? examples[0];
  return parameters.flatMap((row) => (home(row) === example ? [row, ...membersOf(row)] : []));
}

function takesBody({ method, parameters = [] }: OperationRow): boolean {
  return method !== 'GET' && method !== 'DELETE' && parameters.some((row) => row.in === 'body');
}

function withArgument(
  args: Readonly<Record<string, unknown>>,
  [name = '', member]: readonly string[],
  value: unknown,
): Record<string, unknown> {
  if (member === undefined) return { ...args, [name]: value };
  const object = args[name];
  return { ...args, [name]: { ...(typeof object === 'object' ? object : {}), [member]: value } };
}
