import { expect, test } from 'vitest';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { compiledValidators } from '../../src/model/compiled-validators.ts';
import { COMPILING } from '../../src/model/ajv.ts';
import { loadSpecs } from '../../src/model/load.ts';
import { ajvOfMetaSchemas, compiledName, readSchema, WHOLE } from '../../src/model/meta-schemas.ts';
import { isSchema } from '../../src/model/schema/json-schema.ts';
import { ANSWERS, FORMATS, strictAjv } from '../../src/model/schema/validator.ts';
import { answerParts, READ_OR_WRITTEN } from './write-validators.ts';

const FILLERS: readonly unknown[] = [1, 'x', null, true, [], {}, '2024-01-01T00:00:00.000Z', -1, 200];

/** A value with every property that a schema speaks of, and the filler at each leaf; of each list one entry. */
function filled(schema: unknown, filler: unknown, depth = 0): unknown {
  if (!isSchema(schema) || depth > 6) return filler;
  const { properties, items, then } = schema;
  if (isSchema(properties))
    return Object.fromEntries(Object.entries(properties).map(([key, one]) => [key, filled(one, filler, depth + 1)]));
  if (isSchema(items)) return [filled(items, filler, depth + 1)];
  return isSchema(then) ? filled(then, filler, depth + 1) : filler;
}

/** All that a validator says of a value: yes or no, every error with its schema, and the clauses that it has seen. */
function saidBy(validate: ValidateFunction, value: unknown): unknown {
  const seen: unknown[] = [];
  const holds = validate.call({ see: (clauses: unknown) => void seen.push(clauses) }, value);
  return { holds, errors: validate.errors ?? [], seen };
}

function valuesFor(schema: unknown): readonly unknown[] {
  return [...FILLERS, ...FILLERS.map((filler) => filled(schema, filler))];
}

const parts = [...answerParts(Object.values(loadSpecs().documents))];

test('answers: what the build has compiled says the same as what is compiled now', () => {
  const built = compiledValidators(ANSWERS, FORMATS);
  expect(Object.keys(built).toSorted()).toEqual(parts.map(([name]) => name).toSorted());
  const ajv = strictAjv();
  let errors = 0;
  for (const [name, part] of parts) {
    const [one, other] = [built[name], ajv.compile(part)];
    for (const value of valuesFor(part)) {
      expect(one === undefined ? undefined : saidBy(one, value)).toEqual(saidBy(other, value));
      errors += other.errors?.length ?? 0;
    }
  }
  expect(errors).toBeGreaterThan(1_000);
});

test.each(READ_OR_WRITTEN)('%s errors of %s: what the build has compiled says the same as what is compiled now', (thoroughness, name) => {
  const built = compiledValidators(compiledName(thoroughness, name));
  const ajv = ajvOfMetaSchemas(thoroughness, COMPILING.code);
  const { $defs: definitions = {} } = readSchema(name);
  const keys: readonly (readonly [string, string, unknown])[] = [
    [WHOLE, '', readSchema(name)],
    ...Object.entries(definitions).map(([key, schema]) => [key, `#/$defs/${key}`, schema] as const),
  ];
  for (const [key, pointer, schema] of keys) {
    const [one, other] = [built[key], ajv.getSchema(`${name}.schema.json${pointer}`)];
    for (const value of valuesFor(schema))
      expect(one === undefined ? undefined : saidBy(one, value)).toEqual(other === undefined ? 'none' : saidBy(other, value));
  }
});
