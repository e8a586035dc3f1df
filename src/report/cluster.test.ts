import { expect, test } from 'vitest';
import { clusterFailures, type Symptom } from './cluster.ts';
import { sampleExchange } from './report-fixtures.ts';

const row = (name: string, at = 'trigger/0') => ({ row: `transition:${name}`, at });
const events = [
  sampleExchange(1, { place: row('a') }),
  sampleExchange(2, { place: row('a', 'readBack/0') }),
  sampleExchange(3, { place: row('b'), operation: 'changePassword' }),
  sampleExchange(4, { place: row('c') }),
  sampleExchange(5, { place: row('d'), operation: 'changePassword', case: 'tour-2' }),
];
const symptom = (clause: string, exchanges: readonly number[], pointer?: string): Symptom => ({
  clause,
  check: `check-${clause}`,
  exchanges,
  ...(pointer === undefined ? {} : { pointer }),
});

/** Cluster names with their clauses, cause first. */
function clauses(symptoms: readonly Symptom[]): readonly (readonly [string, readonly string[]])[] {
  return clusterFailures(symptoms, events).map(({ name, symptoms: members }) => [name, members.map(({ clause }) => clause)]);
}

test('a wrong status explains the fields of that answer and the later steps of its row', () => {
  expect(
    clauses([symptom('field', [1], '/body/stateToken'), symptom('read-back', [2], '/state'), symptom('status', [1], '/status')]),
  ).toEqual([['authenticate /status', ['status', 'field', 'read-back']]]);
});

test('it explains neither another row nor an earlier step', () => {
  expect(clauses([symptom('early', [1], '/body/x'), symptom('status', [2], '/status'), symptom('elsewhere', [4], '/body/y')])).toEqual([
    ['authenticate /body/x', ['early']],
    ['authenticate /body/y', ['elsewhere']],
    ['authenticate /status', ['status']],
  ]);
});

test('what also shows under a right answer is a cause of its own', () => {
  expect(clauses([symptom('status', [1], '/status'), symptom('field', [1, 4], '/body/expiresAt')])).toEqual([
    ['authenticate /body/expiresAt', ['field']],
    ['authenticate /status', ['status']],
  ]);
});

test('the same pointer of the same operation is one cause, each list element and header spelling alike', () => {
  expect(
    clauses([
      symptom('one', [1], '/body/factors/0/id'),
      symptom('two', [4], '/body/factors/17/id'),
      symptom('limit', [1], '/headers/X-RateLimit-Limit'),
      symptom('limit-too', [4], '/headers/x-ratelimit-limit'),
    ]),
  ).toEqual([
    ['any /headers/x-ratelimit-limit', ['limit', 'limit-too']],
    ['authenticate /body/factors/*/id', ['one', 'two']],
  ]);
});

test('a field wrong in several operations is one cause, a status is not', () => {
  expect(
    clauses([
      symptom('causes', [1], '/body/errorCauses'),
      symptom('causes-too', [3], '/body/errorCauses'),
      symptom('sign-in', [4], '/status'),
      symptom('change', [5], '/status'),
    ]),
  ).toEqual([
    ['any /body/errorCauses', ['causes', 'causes-too']],
    ['authenticate /status', ['sign-in']],
    ['changePassword /status', ['change']],
  ]);
});

test('a blocked step follows from the wrong answer in its case; without one it stands alone', () => {
  const blocked: Symptom = {
    clause: 'blocked',
    check: 'reached',
    exchanges: [],
    blockedIn: 'tour-2',
  };
  expect(clauses([blocked, symptom('status', [5], '/status')])).toEqual([['changePassword /status', ['status', 'blocked']]]);
  expect(clauses([blocked])).toEqual([['reached', ['blocked']]]);
});

test('without a pointer the same check of the same operation is one cause', () => {
  const twice = { check: 'pagination-laws', exchanges: [1] };
  expect(
    clauses([
      { clause: 'lost', ...twice },
      { clause: 'twice', ...twice },
    ]),
  ).toEqual([['authenticate pagination-laws', ['lost', 'twice']]]);
});

test('every symptom is in exactly one cluster, the largest cluster first', () => {
  const all = [symptom('z', [99], '/status'), symptom('y', [4], '/state'), symptom('x', [4], '/body/x'), symptom('w', [4], '/status')];
  expect(clauses(all)).toEqual([
    ['authenticate /status', ['w', 'y', 'x']],
    ['any /status', ['z']],
  ]);
});

test('what violates one clause is one cause, whatever the operation and the case; its table row stands for it', () => {
  const refusal = { clause: 'refused', expected: 'status 401, E0000004', received: 'status 200, SUCCESS' };
  expect(
    clauses([
      { ...refusal, check: 'probe/interleaved/steps/4/0', exchanges: [1] },
      { ...refusal, check: 'transition/refused', exchanges: [4] },
      { ...refusal, check: 'probe/elsewhere/steps/0/0', exchanges: [5] },
    ]),
  ).toEqual([['authenticate transition/refused', ['refused', 'refused', 'refused']]]);
});

test('the same answer in the place of the same one is one cause for an operation, for another operation or answer it is not', () => {
  const gone = { expected: '404 for what was deleted', received: 'status 200' };
  expect(
    clauses([
      { clause: 'deleted', check: 'one', exchanges: [1], ...gone },
      { clause: 'deleted-for-good', check: 'two', exchanges: [4], ...gone, expected: '404, after two days too' },
      { clause: 'other', check: 'three', exchanges: [5], ...gone },
      { clause: 'protected', check: 'four', exchanges: [6], ...gone, expected: '401 without a session' },
    ]),
  ).toEqual([
    ['authenticate one', ['deleted', 'deleted-for-good']],
    ['changePassword three', ['other']],
    ['four', ['protected']],
  ]);
});

test('an operation that has no effect explains what is not found in cases that build on it, and nothing else', () => {
  const steps = (name: string, first: number, ...operations: readonly string[]) =>
    operations.map((operation, index) =>
      sampleExchange(first + index, {
        case: name,
        place: row(name, `trigger/${index}`),
        operation,
        request: { method: operation.startsWith('list') ? 'GET' : 'POST' },
      }),
    );
  const trace = [
    ...steps('grants', 1, 'create', 'put', 'assign', 'listGrants'),
    ...steps('contents', 11, 'create', 'listContents', 'put', 'listContents'),
    ...steps('others', 21, 'create', 'assign', 'listGrants'),
  ];
  const nothing = (clause: string, exchange: number): Symptom => ({ ...symptom(clause, [exchange]), expected: clause, received: '[]' });
  const clustersOf = (...symptoms: readonly Symptom[]) =>
    clusterFailures(symptoms, trace).map(({ symptoms: members }) => members.map(({ clause }) => clause));
  const [grants, contents, others] = [nothing('grants', 4), nothing('contents', 14), nothing('others', 23)];
  expect([
    clustersOf(grants, contents),
    clustersOf(grants),
    clustersOf({ ...grants, received: '["another"]' }, contents),
    clustersOf(others, contents).length,
  ]).toEqual([[['contents', 'grants']], [['grants']], [['contents'], ['grants']], 2]);
});

test('a check that names a field shares the cause of that field, wrong in the same answer', () => {
  const named = { clause: 'token', check: 'transition/d', exchanges: [5], expected: '/sessionToken is present', received: 'it is absent' };
  const field = { ...symptom('field', [1], '/body/sessionToken'), seenAt: [1, 5] };
  expect([clauses([field, named]), clauses([{ ...field, seenAt: [1] }, named])]).toEqual([
    [['changePassword transition/d', ['token', 'field']]],
    [
      ['authenticate /body/sessionToken', ['field']],
      ['changePassword transition/d', ['token']],
    ],
  ]);
});

test('two fields that are wrong in one answer are two causes', () => {
  expect(clauses([symptom('one', [1], '/body/one'), symptom('two', [1], '/body/two')])).toEqual([
    ['authenticate /body/one', ['one']],
    ['authenticate /body/two', ['two']],
  ]);
});
