import fc from 'fast-check';
import type { DocumentName, ExampleRow, OperationRow, ParameterRow, Step, Alteration } from '../model/types.ts';
import type { Case, PlannedStep } from './case.ts';
import { membersOf, valueClasses } from './negative-values.ts';
import { ownSeed } from './seeded-random.ts';

/** An operation by one of its examples, and the ways in which it can be sent what it does not foresee. */
export interface Improper {
  /** also that of the case that goes through all of them */
  readonly id: string;
  readonly operation: OperationRow;
  readonly example: ExampleRow;
  readonly variations: readonly Variation[];
}

/** One request: where it stands, `<parameter>/<class>`, and the arbitrary of its step. */
export interface Variation {
  readonly at: string;
  readonly step: fc.Arbitrary<Step>;
}

export function improperOf(operation: OperationRow): readonly Improper[] {
  return (operation.examples ?? []).map((example, index) => ({
    id: `negative/${operation.id}/${example.id}`,
    operation,
    example,
    variations: variationsOf(operation, example, index === 0),
  }));
}

/** The step of a variation that a seed picks: the same one that fast-check would begin with under this seed. */
export function drawStep({ step }: Variation, seed: number): Step {
  return fc.sample(step, { seed, numRuns: 1 })[0] ?? {};
}

/** Seed of one variation. What is a secret in one case would be taken for one in another that sends the same value. */
export function variationSeed(seed: number, { id }: Improper, at: string): number {
  return ownSeed(seed, `${id}/${at}`);
}

/** A case that sends these steps, each at the place of its variation, after what the example prepares. */
export function improperCase(
  document: DocumentName,
  { id, operation, example }: Improper,
  sent: readonly { readonly at: string; readonly step: Step }[],
): Case {
  const row = `negative:${operation.id}`;
  const prepare = (example.prepare ?? []).map((step, at): PlannedStep => ({
    place: { row, at: `prepare/${example.id}/${at}` },
    step,
    purpose: 'probe',
  }));
  return {
    id,
    document,
    kind: 'probe',
    title: `${operation.id}: ${example.about}, with values that it does not foresee`,
    given: example.given ?? [],
    steps: [...prepare, ...sent.map(({ at, step }): PlannedStep => ({ place: { row, at }, step, purpose: 'probe', optional: true }))],
  };
}

/** The case that sends everything that an operation does not foresee, with the values that the seed picks. */
export function negativeCase(document: DocumentName, improper: Improper, seed: number): Case {
  const sent = improper.variations.map((one) => ({ at: one.at, step: drawStep(one, variationSeed(seed, improper, one.at)) }));
  return improperCase(document, improper, sent);
}

/** First what cannot succeed; what a lenient target may accept, and what may use up the provider state with it, comes last. */
function variationsOf(operation: OperationRow, example: ExampleRow, isFirst: boolean): readonly Variation[] {
  const valid: Step = { call: operation.id, with: example.with, ...(example.caller === undefined ? {} : { caller: example.caller }) };
  const bodies = (classes: readonly BodyClass[]): readonly Variation[] =>
    isFirst && takesBody(operation)
      ? classes.map(({ name, change }) => ({ at: `body/${name}`, step: change.map((changed) => ({ ...valid, ...changed })) }))
      : [];
  return [...bodies(BROKEN_BODIES), ...variedIn(operation, example).flatMap((row) => valuesOf(valid, row)), ...bodies(UNUSUAL_BODIES)];
}

function valuesOf(valid: Step, row: ParameterRow): readonly Variation[] {
  return valueClasses(row).map(({ name, values }) => ({
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

/** A way in which the body as a whole is not as it should be: what changes of the step that sends it. */
interface BodyClass {
  readonly name: string;
  readonly change: fc.Arbitrary<Pick<Step, 'raw' | 'headers' | 'altered'>>;
}

const DEPTH = 1_000;
const LARGE = 262_144;

const word = fc.string({ unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'.split('')), minLength: 10, maxLength: 10 });

function sent(texts: fc.Arbitrary<string>): BodyClass['change'] {
  return texts.map((text) => ({ raw: { text, contentType: 'application/json' } }));
}

function nested(leaf: string): unknown {
  return Array.from({ length: DEPTH }).reduce<unknown>((inner) => [inner], leaf);
}

/** No JSON, or not what an operation takes: nothing of the valid request is left, or its text is broken. */
const BROKEN_BODIES: readonly BodyClass[] = [
  { name: 'not-json', change: sent(word.map((text) => `<${text}/>`)) },
  { name: 'array', change: sent(fc.array(word, { minLength: 1, maxLength: 3 }).map((list) => JSON.stringify(list))) },
  { name: 'scalar', change: sent(fc.oneof(word, fc.integer(), fc.boolean()).map((value) => JSON.stringify(value))) },
  { name: 'null', change: sent(fc.constant('null')) },
  { name: 'empty', change: sent(fc.constant('')) },
  { name: 'unfinished', change: fc.constant({ altered: { unfinished: true } }) },
];

/** The valid request, as a target may take it or not: another Content-Type, members that nobody has documented, depth, size. */
const UNUSUAL_BODIES: readonly BodyClass[] = [
  {
    name: 'content-type',
    change: fc
      .constantFrom('text/plain', 'application/xml', 'application/octet-stream', 'application/x-www-form-urlencoded')
      .map((type) => ({ headers: { 'Content-Type': type } })),
  },
  { name: 'extra', change: word.map((name) => ({ altered: { members: { [`x_${name}`]: name } } })) },
  { name: 'nested', change: word.map((name) => ({ altered: { members: { [`x_${name}`]: nested(name) } } })) },
  { name: 'large', change: fc.integer({ min: LARGE, max: LARGE + 999 }).map((padding) => ({ altered: { padding } })) },
];

/** The JSON text of a body, altered: with further members (an object only), padded with insignificant white space, without its last character. */
export function bodyText(json: unknown, { members, padding = 0, unfinished }: Alteration = {}): string {
  const isObject = typeof json === 'object' && json !== null && !Array.isArray(json);
  const text = JSON.stringify(isObject && members !== undefined ? { ...json, ...members } : json);
  const padded = `${text.slice(0, 1)}${' '.repeat(padding)}${text.slice(1)}`;
  return unfinished === true ? padded.slice(0, -1) : padded;
}
