import type { DocumentSpec, ExampleRow, LoadFile, OperationRow, ProbeRow, Step } from './types.ts';

/** The case of a trace in which a request of the mix is prepared and sent. */
export function mixCase(name: string): string {
  return `load/${name}`;
}

/** One request that can be sent again and again, and what has to stand for it. */
export type MixRecipe = Required<Row>;
type Row = NonNullable<LoadFile['mix']>[number];

/**
 * What a document can be loaded with: every example of an operation that only reads or signs in; where an operation has none, the first
 * probe that calls it with nothing but provider states.
 */
export function recipesOf(spec: DocumentSpec): readonly MixRecipe[] {
  const operations = spec.endpoints.operations.filter(isHarmless);
  const shown = operations.flatMap((operation) => {
    const { examples = [] } = operation;
    return examples.length > 0 ? examples.map((example) => ofExample(operation, example)) : ofProbes(spec, operation);
  });
  return [...shown, ...(spec.load.mix ?? []).map((row) => ({ given: [], prepare: [], ...row }))];
}

function ofExample({ id }: OperationRow, { id: example, given = [], prepare = [], caller, with: args }: ExampleRow): MixRecipe {
  return {
    name: `${id}/${example}`,
    given,
    prepare,
    step: { call: id, with: args, ...(caller === undefined ? {} : { caller }) },
  };
}

function ofProbes({ probes, endpoints }: DocumentSpec, { id }: OperationRow): readonly MixRecipe[] {
  // Families send what is to be refused.
  const ordinary = probes.probes.filter(({ family }) => family === undefined);
  const calls = ordinary.flatMap((probe) => probe.steps.map((step) => ({ probe, step })));
  const harmless = new Set(endpoints.operations.filter(isHarmless).map((operation) => operation.id));
  const found = calls.find(
    ({ probe, step }) =>
      step.call === id && needsOnlyStates(probe, step) && probe.steps.every(({ call }) => call === undefined || harmless.has(call)),
  );
  return found === undefined
    ? []
    : [{ name: `${id}/${found.probe.id}`, given: found.probe.given ?? [], prepare: [], step: { call: id, with: found.step.with ?? {} } }];
}

function isHarmless({ safe, signIn }: OperationRow): boolean {
  return safe === true || signIn === true;
}

/** An ordinary call with arguments of provider states alone, at a size that is not drawn. */
function needsOnlyStates(
  { given = [], sizes, permissions = [] }: ProbeRow,
  { with: args = {}, caller, headers, raw, query }: Step,
): boolean {
  if (sizes !== undefined || permissions.length > 0) return false;
  if (caller !== undefined || headers !== undefined || raw !== undefined || query !== undefined) return false;
  const aliases = new Set(given.map((one) => one.as ?? ''));
  return [...JSON.stringify(args).matchAll(REFERENCE)].every(([, name = '']) => aliases.has(name));
}

/** The names that references in a step's arguments begin with. */
const REFERENCE = /\$\{?([A-Za-z][\w-]*)/g;
