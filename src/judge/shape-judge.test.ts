import { expect, test } from 'vitest';
import type { ResponseRule } from '../model/types.ts';
import { doorSpec } from '../profile/profile-fixtures.ts';
import type { TraceEvent } from '../trace/events.ts';
import { sampleCase, sampleExchange, withResponse } from '../trace/trace-fixtures.ts';
import type { Judged } from './finding.ts';
import { benchOf, clausesWith, DOOR_TOUR, OPEN_DOOR, SHUT_DOOR } from './judge-fixtures.ts';
import { shapeJudge } from './shape-judge.ts';

const judged = (events: readonly TraceEvent[], rules?: readonly ResponseRule[]): Judged =>
  shapeJudge.judge(benchOf(doorSpec(rules === undefined ? {} : { rules }), events));
const answered = (body: unknown, operation = 'getDoor'): readonly TraceEvent[] =>
  sampleCase({}, sampleExchange({ operation, response: { body: JSON.parse(JSON.stringify(body)) } }));

test('a field passes where it is seen, a rule where its answers are', () => {
  const { findings } = judged(answered(OPEN_DOOR));
  expect(
    findings
      .map(({ check, clauses, verdict, exchanges }) => [check, clauses, verdict, exchanges])
      .toSorted((a, b) => String(a[0]).localeCompare(String(b[0]))),
  ).toEqual(
    ['doors.door.id', 'doors.door.opened-at', 'doors.door.state', 'doors.door.token', 'doors.open-has-token'].map((clause) => [
      `shape/${clause}`,
      [clause],
      'pass',
      [1],
    ]),
  );
});

test('a field that is not there, and a rule of other answers, are not judged', () => {
  expect(clausesWith(judged(answered(SHUT_DOOR)), 'pass')).toEqual(['doors.door.id', 'doors.door.state']);
});

test.each<[string, object, readonly string[], string, string]>([
  ['a field of another type', { ...OPEN_DOOR, id: 7 }, ['doors.door.id'], '/body/id: must be string', '7'],
  ['a value that is none of those', { ...SHUT_DOOR, state: 'AJAR' }, ['doors.door.state'], '/body/state: one of ["OPEN","SHUT"]', '"AJAR"'],
  [
    'a time without milliseconds',
    { ...OPEN_DOOR, openedAt: '2030-01-02T03:04:05Z' },
    ['doors.door.opened-at'],
    '/body/openedAt: must match format "utc-milliseconds"',
    '"2030-01-02T03:04:05Z"',
  ],
  [
    'a missing field that a rule demands',
    { ...OPEN_DOOR, token: undefined },
    ['doors.open-has-token'],
    '/body/token: a token in an open door',
    'absent',
  ],
])('%s fails its own clause and no other', (_what, body, clauses, expected, received) => {
  const found = judged(answered(body));
  expect(clausesWith(found, 'fail')).toEqual(clauses);
  expect(found.findings.find(({ verdict }) => verdict === 'fail')).toMatchObject({ expected, received, blame: 'target', exchanges: [1] });
  expect(clausesWith(found, 'pass')).not.toContain(clauses[0]);
});

test.each<[string, object, string, readonly (readonly [string, string | undefined])[]]>([
  ['its keys stand in the list', { list: [{ id: 'a' }, { id: 7 }], info: { a: {}, 7: {} } }, 'OPEN', [['pass', undefined]]],
  ['one does not', { list: [{ id: 'a' }], info: { a: {}, b: {} } }, 'OPEN', [['fail', '["b"]']]],
  ['the list is not there', { info: { b: {} } }, 'OPEN', []],
  ['the state is another', { list: [{ id: 'a' }], info: { b: {} } }, 'SHUT', []],
])('a map is keyed by what stands in a list: where %s', (_what, more, state, verdicts) => {
  const keys = { of: 'list[].id', state: ['OPEN'] };
  const info = { path: 'info', schema: {}, keys, clauses: ['doors.info'] };
  const resources = [{ name: 'Door', fields: [{ path: 'state', schema: {}, clauses: [] }, info] }];
  const { findings } = shapeJudge.judge(benchOf(doorSpec({ resources }), answered({ ...more, state })));
  const about = findings.filter(({ clauses }) => clauses.includes('doors.info'));
  expect(about.map((finding) => [finding.verdict, 'received' in finding ? finding.received : undefined])).toEqual(verdicts);
});

test('objects are open to fields that the document does not name', () => {
  expect(clausesWith(judged(answered({ ...OPEN_DOOR, colour: { of: 'oak' } })), 'fail')).toEqual([]);
});

test('a refusal is no resource, and what no operation is has no form', () => {
  const refused = sampleCase(
    {},
    sampleExchange({ operation: 'getDoor', response: { status: 404, body: { id: 7 } } }),
    sampleExchange({ response: { body: { id: 7 } } }),
    sampleExchange({ operation: 'getDoor', response: undefined }),
  );
  expect(judged(refused).findings).toEqual([]);
});

test.each<[string, NonNullable<ResponseRule['when']>, readonly string[]]>([
  ['an operation', { operation: ['getDoor'] }, ['2', '4']],
  ['a status', { status: [200] }, ['1', '2', '3', '4']],
  ['a class of status', { status: ['4xx'] }, []],
  ['a state', { state: ['SHUT'] }, ['3', '4']],
  ['several of these', { operation: ['getDoor'], state: ['SHUT'] }, ['4']],
  ['a caller', { caller: ['trusted'] }, []],
  ['anything in the answer', { view: { properties: { body: { required: ['token'] } } } }, ['1', '2']],
  ['every answer', {}, ['1', '2', '3', '4']],
])('a rule may speak of %s', (_what, when, exchanges) => {
  const rule: ResponseRule = { id: 'r', clauses: ['doors.rule'], when, schema: { properties: { status: { const: 299 } } } };
  const { findings } = judged(DOOR_TOUR, [rule]);
  expect(
    findings
      .filter(({ clauses, verdict }) => clauses.includes('doors.rule') && verdict === 'fail')
      .flatMap((finding) => finding.exchanges.map(String)),
  ).toEqual(exchanges);
});

test('a single wrong answer among right ones is found', () => {
  const found = judged(withResponse(DOOR_TOUR, 4, (response) => ({ ...response, body: { ...SHUT_DOOR, id: null } })));
  expect(found.findings.filter(({ verdict }) => verdict === 'fail').map(({ clauses, exchanges }) => [clauses, exchanges])).toEqual([
    [['doors.door.id'], [4]],
  ]);
});

test('a rule about a field passes only where the field is seen', () => {
  const rule: ResponseRule = {
    id: 'r',
    clauses: ['doors.rule'],
    schema: { properties: { body: { properties: { colour: { const: 'red' } } } } },
  };
  expect(clausesWith(judged(answered(SHUT_DOOR), [rule]), 'pass')).not.toContain('doors.rule');
});
