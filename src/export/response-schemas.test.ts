import { documentOf } from '../model/document-of.ts';
import { expect, test } from 'vitest';
import { loadSpecs } from '../model/load.ts';
import { strictAjv } from '../model/schema/validator.ts';
import { answerSchemas } from './json-schemas.ts';

const { documents } = loadSpecs();

function compiled(document: keyof typeof documents): ReturnType<typeof strictAjv> {
  return answerSchemas(documentOf({ documents }, document)).reduce((ajv, { schema }) => ajv.addSchema(schema), strictAjv());
}

test.each(Object.values(documents))('the schemas of $name compile in strict mode', (spec) => {
  const ajv = compiled(spec.name);
  const refused = answerSchemas(spec).filter(({ file }) => typeof ajv.getSchema(file) !== 'function');
  expect(refused).toEqual([]);
});

test('there is a schema for each state of a transaction', () => {
  const files = answerSchemas(documentOf({ documents }, 'authentication')).map(({ file }) => file);
  const states = documentOf({ documents }, 'authentication').states.machines.flatMap((machine) =>
    machine.states.filter(({ pseudo }) => pseudo !== true).map(({ name }) => name),
  );
  expect(states).toHaveLength(8);
  expect(files).toEqual(expect.arrayContaining(states.map((state) => `authenticate.200.${state}.json`)));
});

test('a composed schema refuses what its statements forbid, and says whose they are', () => {
  const validate = compiled('authentication').getSchema('authenticate.200.PASSWORD_WARN.json');
  if (validate === undefined) throw new Error('no schema for PASSWORD_WARN');
  const body = { status: 'PASSWORD_WARN', stateToken: 'token', expiresAt: '2026-05-01T10:00:00Z' };
  expect(validate({ status: 200, headers: {}, body })).toBe(false);
  const found = (validate.errors ?? []).map(({ instancePath, keyword, parentSchema }) => ({
    instancePath,
    keyword,
    clauses: parentSchema?.['clauses'],
  }));
  expect(found).toContainEqual({ instancePath: '/body/expiresAt', keyword: 'format', clauses: ['authn.resources.transaction.expires-at'] });
});

test('the schema of a refusal holds the error to its status and its text', () => {
  const validate = compiled('authentication').getSchema('authenticate.401.json');
  if (validate === undefined) throw new Error('no schema for 401');
  const answer = (status: number, errorText: string): object => ({
    status,
    headers: { 'content-type': 'application/json' },
    body: { errorCode: 'E0000004', errorSummary: errorText, errorLink: 'E0000004', errorId: 'id', errorCauses: [] },
    error: 'E0000004',
    errorText,
  });
  expect(validate(answer(401, 'authentication  failed.'))).toBe(true);
  expect(validate(answer(403, 'Authentication failed'))).toBe(false);
  expect(validate(answer(401, 'Authentication refused'))).toBe(false);
});
