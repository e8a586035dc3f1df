import type { EndpointsFile, OperationRow } from '../types.ts';
import type { Reference } from './mistake.ts';
import type { DefinedNames, Names } from './names.ts';
import { expectationReferences, givenReferences, stepReferences } from './step-references.ts';
import { defined } from '../defined.ts';

/** Names that the examples of operations, and what is forbidden beside them, refer to. */
export function* exampleReferences({ operations }: EndpointsFile, names: DefinedNames): Generator<Reference> {
  for (const [index, operation] of operations.entries()) {
    const pointer = `/operations/${index}`;
    const { id, examples = [], improper = [] } = operation;
    for (const [at, { given = [], prepare = [], caller, with: args }] of examples.entries()) {
      const row = `${pointer}/examples/${at}`;
      for (const [which, one] of given.entries()) yield* givenReferences('endpoints', one, `${row}/given/${which}`, names);
      for (const [which, step] of prepare.entries()) yield* stepReferences('endpoints', step, `${row}/prepare/${which}`, names);
      yield* stepReferences('endpoints', { call: id, with: args, ...defined({ caller }) }, row, names);
    }
    const known = variedNames(operation);
    for (const [at, { parameters, expect }] of improper.entries()) {
      const row = `${pointer}/improper/${at}`;
      for (const [which, name] of parameters.entries())
        yield {
          file: 'endpoints',
          pointer: `${row}/parameters/${which}`,
          what: `a parameter of ${id}, a member of one, or body`,
          name,
          known,
        };
      yield* expectationReferences('endpoints', expect, `${row}/expect`, names);
    }
  }
}

function variedNames({ parameters = [] }: OperationRow): Names {
  const members = parameters.flatMap(({ name, schema }) =>
    'properties' in schema ? Object.keys(Object(schema.properties)).map((member) => `${name}.${member}`) : [],
  );
  return new Set([...parameters.map(({ name }) => name), ...members, 'body']);
}
