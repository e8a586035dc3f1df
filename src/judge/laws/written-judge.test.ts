import { expect, test } from 'vitest';
import type { JsonValue, OperationRow } from '../../model/types.ts';
import { doorSpec } from '../../profile/profile-fixtures.ts';
import { sampleCase, sampleExchange, type SampleExchange } from '../../trace/trace-fixtures.ts';
import { benchOf, verdictsOf } from '../judge-fixtures.ts';
import { writtenJudge } from './written-judge.ts';

const parameter = (name: string, place: 'path' | 'body'): NonNullable<OperationRow['parameters']>[number] => ({
  name,
  in: place,
  schema: {},
  clauses: [],
});
const operation = (id: string, method: NonNullable<OperationRow['method']>, path: string, more: Partial<OperationRow>): OperationRow => ({
  id,
  method,
  path,
  clauses: [],
  responses: [],
  ...more,
});
const id = [parameter('id', 'path')];
const spec = doorSpec({
  operations: [
    operation('hangDoor', 'POST', '/doors', {
      parameters: [parameter('colours', 'body')],
      echoes: [{ field: 'colours', parameter: 'colours', holds: true, read: true, until: ['paintDoor'], clauses: ['doors.door.colours'] }],
      undo: { call: 'takeDoor', with: { id: '$made.id' }, readBack: { call: 'readDoor', with: { id: '$made.id' } } },
    }),
    operation('readDoor', 'GET', '/doors/{id}', { parameters: id }),
    operation('paintDoor', 'POST', '/doors/{id}/coats', { parameters: id }),
    operation('takeDoor', 'DELETE', '/doors/{id}', { parameters: id }),
  ],
});

const hung = (colours: JsonValue = { inside: 'red' }, more: SampleExchange = {}): SampleExchange => ({
  operation: 'hangDoor',
  request: { method: 'POST', url: 'https://doors.example.test/doors', body: { colours } },
  ...more,
  response: { status: 201, body: { id: 7 }, ...more.response },
});
const readDoor = (body: JsonValue, door = '7', status = 200): SampleExchange => ({
  operation: 'readDoor',
  request: { url: `https://doors.example.test/doors/${door}` },
  response: { status, body },
});
const painted = (door = '7'): SampleExchange => ({
  operation: 'paintDoor',
  request: { method: 'POST', url: `https://doors.example.test/doors/${door}/coats` },
});

/** Each a second after the one before it. */
const verdicts = (...exchanges: readonly SampleExchange[]): unknown => {
  const events = exchanges.map((one, index) => sampleExchange({ sentAt: 1000 * index, ...one }));
  return verdictsOf(writtenJudge.judge(benchOf(spec, sampleCase({}, ...events)))).map(([, verdict]) => verdict);
};

test('a read of what was made holds what was written', () => {
  expect(verdicts(hung(), readDoor({ colours: { inside: 'red', outside: 'blue' } }))).toEqual(['pass']);
});

test.each<[string, JsonValue]>([
  ['another value', { colours: { inside: 'blue' } }],
  ['nothing of it', { colours: {} }],
  ['null', { colours: null }],
])('%s fails', (_what, body) => {
  expect(verdicts(hung(), readDoor(body))).toEqual(['fail']);
});

test('a field that is lost fails where another read has shown it', () => {
  const right = { colours: { inside: 'red' } };
  expect([verdicts(hung(), readDoor({})), verdicts(hung(), readDoor(right), readDoor({}))]).toEqual([[], ['pass', 'fail']]);
});

test('what may have changed it ends what was written, from when it was sent', () => {
  const other = { colours: { inside: 'blue' } };
  expect([
    verdicts(hung(), painted(), readDoor(other)),
    verdicts(hung(), readDoor(other), { ...painted(), sentAt: 1000 }),
    verdicts(hung(), painted('8'), readDoor(other)),
    verdicts(hung(), readDoor(other), painted()),
  ]).toEqual([[], [], ['fail'], ['fail']]);
});

test.each<[string, readonly SampleExchange[]]>([
  ['of another object', [hung(), readDoor({ colours: {} }, '8')]],
  ['that is refused', [hung(), readDoor({ colours: {} }, '7', 404)]],
  ['before it was made', [readDoor({ colours: {} }), hung()]],
  ['of what was not made', [hung({ inside: 'red' }, { response: { status: 400 } }), readDoor({ colours: {} })]],
  ['of what was made with nothing', [hung({}), readDoor({ colours: {} })]],
  ['of what does not say which it is', [hung({ inside: 'red' }, { response: { body: {} } }), readDoor({ colours: {} })]],
  ['of what was not foreseen', [hung(7, { row: 'negative:hangDoor' }), readDoor({ colours: {} })]],
])('a read %s says nothing', (_what, exchanges) => {
  expect(verdicts(...exchanges)).toEqual([]);
});
