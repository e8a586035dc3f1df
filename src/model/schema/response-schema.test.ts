import { documentOf } from '../document-of.ts';
import { expect, test } from 'vitest';
import { loadSpecs } from '../load.ts';
import type { DocumentSpec, OperationRow, ResponseRule } from '../types.ts';
import { partsOf, responseSchema, type AnswerClass } from './response-schema.ts';
import { createValidator } from './validator.ts';

const operation: OperationRow = {
  id: 'listGroups',
  clauses: [],
  responses: [
    { status: 200, resource: 'List', clauses: [] },
    { status: 404, error: 'gone', clauses: [] },
  ],
};
const rule = (id: string, when: ResponseRule['when']): ResponseRule => ({
  id,
  clauses: [`pam.${id}`],
  schema: { properties: { headers: { required: [id] } } },
  ...(when === undefined ? {} : { when }),
});
const rules = [
  rule('always', undefined),
  rule('of-operation', { operation: ['listGroups'] }),
  rule('of-status', { status: [200] }),
  rule('of-class', { status: ['4xx'] }),
  rule('of-state', { state: ['OPEN'] }),
  rule('of-caller', { caller: ['public'] }),
  rule('of-view', { view: { properties: { body: { required: ['next'] } } } }),
];
const spec: DocumentSpec = {
  ...documentOf(loadSpecs(), 'privileged-access'),
  resources: {
    resources: [
      { name: 'List', fields: [{ path: 'list', schema: { type: 'array' }, clauses: ['pam.list'] }] },
      { name: 'Error', fields: [{ path: 'code', schema: { type: 'string' }, clauses: ['pam.code'] }] },
    ],
    rules,
  },
  authentication: {},
  events: {},
  limits: {},
  versioning: {},
};
const answer = (known: Partial<AnswerClass>): AnswerClass => ({
  operation: undefined,
  status: 200,
  state: undefined,
  caller: undefined,
  ...known,
});

function namesOf(known: Partial<AnswerClass>): readonly string[] {
  const parts = partsOf(spec, answer(known));
  return [...parts.resources.map(({ name }) => name), ...parts.rules.map(({ id }) => id)];
}

test('a class of answers is judged by its body and the rules that speak of it', () => {
  expect(namesOf({})).toEqual(['always', 'of-status', 'of-view']);
  expect(namesOf({ operation })).toEqual(['List', 'always', 'of-operation', 'of-status', 'of-view']);
  expect(namesOf({ operation, status: 201 })).toEqual(['always', 'of-operation', 'of-view']);
  expect(namesOf({ operation, status: 404 })).toEqual(['Error', 'always', 'of-operation', 'of-class', 'of-view']);
  expect(namesOf({ status: 204, state: 'OPEN', caller: 'public' })).toEqual(['always', 'of-state', 'of-caller', 'of-view']);
});

test('of a response in a state that the document does not list nothing is judged but the state', () => {
  const authn = documentOf(loadSpecs(), 'authentication');
  const authenticate = authn.endpoints.operations.find(({ id }) => id === 'authenticate');
  const fieldsIn = (state: string): readonly string[] =>
    partsOf(authn, answer({ operation: authenticate, state })).resources.flatMap(({ fields }) => fields.map(({ path }) => path));
  expect(fieldsIn('MFA_CHALLENGE')).toEqual(['status']);
  expect(fieldsIn('MFA_REQUIRED')).toContain('_embedded.policy.complexity');
});

test('a violation of a body or rule is its own clause, and a condition on the view decides too', () => {
  const judged = createValidator().judge(responseSchema(spec, answer({ operation })), {
    status: 200,
    headers: { always: 'x', 'of-operation': 'x' },
    body: { list: 'none', next: 'y' },
  });
  expect(judged.seen.toSorted()).toEqual(['pam.always', 'pam.list', 'pam.of-operation', 'pam.of-status', 'pam.of-view']);
  expect(judged.violations.map(({ clauses, pointer }) => [clauses, pointer])).toEqual([
    [['pam.list'], '/body/list'],
    [['pam.of-status'], '/headers/of-status'],
    [['pam.of-view'], '/headers/of-view'],
  ]);
});

test('the same class has the same schema, so that it is compiled once', () => {
  expect(responseSchema(spec, answer({ operation }))).toBe(responseSchema(spec, answer({ operation })));
});
