import { expect, test } from 'vitest';
import type { JsonValue, OperationRow } from '../../model/types.ts';
import { doorSpec } from '../../profile/profile-fixtures.ts';
import { sampleCase, sampleExchange, type SampleExchange } from '../../trace/trace-fixtures.ts';
import type { Judged } from '../finding.ts';
import { benchOf } from '../judge-fixtures.ts';
import { echoJudge } from './echo-judge.ts';

const body = (name: string): NonNullable<OperationRow['parameters']>[number] => ({ name, in: 'body', schema: {}, clauses: [] });
const paint: OperationRow = {
  id: 'paintDoor',
  clauses: [],
  method: 'POST',
  path: '/doors/{id}',
  echoes: [
    { field: 'id', parameter: 'id', clauses: ['doors.door.id'] },
    { field: 'colours', parameter: 'colours', clauses: ['doors.door.colours'] },
    { field: 'coats[].by', parameter: 'painter', clauses: ['doors.door.coats'] },
  ],
  parameters: [{ name: 'id', in: 'path', schema: {}, clauses: [] }, body('colours'), body('painter')],
  responses: [{ status: 200, clauses: [] }],
};

function judged(sent: JsonValue, received: JsonValue, more: SampleExchange = {}): Judged {
  const request = { method: 'POST', url: 'https://doors.example.test/api/doors/7', body: sent };
  const exchange = sampleExchange({ operation: 'paintDoor', request, ...more, response: { body: received, ...more.response } });
  return echoJudge.judge(benchOf(doorSpec({ operations: [paint] }), sampleCase({}, exchange)));
}

const outcomesOf = ({ findings }: Judged): readonly unknown[] => findings.map(({ check, verdict }) => [check.split('.').at(-1), verdict]);

test('what a response repeats of its request is what was sent, numbers as texts and lists in any order', () => {
  const sent = { colours: ['red', 'blue'], painter: 'p1' };
  expect(outcomesOf(judged(sent, { id: 7, colours: ['blue', 'red'], coats: [{ by: 'p1' }, {}, { by: 'p1' }] }))).toEqual([
    ['id', 'pass'],
    ['colours', 'pass'],
    ['by', 'pass'],
  ]);
});

test('an object is what was sent, with its members in any order', () => {
  const { findings } = judged({ colours: { inside: 'red', outside: ['blue'] } }, { colours: { outside: ['blue'], inside: 'red' } });
  expect(findings.map(({ verdict }) => verdict)).toEqual(['pass']);
});

test('what the deployment adds to an object is its own, where a row says that it holds what was sent', () => {
  const operation: OperationRow = {
    ...paint,
    echoes: [{ field: 'colours', parameter: 'colours', holds: true, clauses: ['doors.door.colours'] }],
  };
  const verdictOf = (colours: JsonValue): unknown => {
    const request = { method: 'POST', url: 'https://doors.example.test/api/doors/7', body: { colours: { inside: 'red' } } };
    const exchange = sampleExchange({ operation: 'paintDoor', request, response: { body: { colours } } });
    return echoJudge.judge(benchOf(doorSpec({ operations: [operation] }), sampleCase({}, exchange))).findings[0]?.verdict;
  };
  expect([{ inside: 'red', outside: 'blue' }, { inside: 'blue' }, {}, null].map(verdictOf)).toEqual(['pass', 'fail', 'fail', 'fail']);
});

test('another value fails, in whichever element', () => {
  const { findings } = judged({ painter: 'p1' }, { id: 7, coats: [{ by: 'p1' }, { by: 'p2' }] });
  expect(findings.at(-1)).toEqual({
    check: 'law/echo.paintDoor.coats[].by',
    clauses: ['doors.door.coats'],
    basis: 'documented',
    exchanges: [1],
    case: 'probe/look',
    verdict: 'fail',
    blame: 'target',
    expected: 'coats[].by "p1", the painter of the request',
    received: '"p2"',
  });
});

test.each<[string, JsonValue, JsonValue, SampleExchange]>([
  ['was not sent', {}, { colours: ['red'] }, {}],
  ['was sent as nothing', { colours: null }, { colours: ['red'] }, {}],
  ['is not shown', { colours: ['red'] }, {}, {}],
  ['is refused', { colours: ['red'] }, { colours: ['blue'] }, { response: { status: 400 } }],
  ['is not foreseen', { colours: 7 }, { colours: ['red'] }, { row: 'negative:paintDoor' }],
])('what %s says nothing', (_what, sent, received, more) => {
  expect(outcomesOf(judged(sent, received, more))).toEqual([]);
});

test('a response in a state that may be about something else repeats nothing', () => {
  const [id, ...others] = paint.echoes ?? [];
  if (id === undefined) throw new Error('paintDoor echoes its id');
  const operation: OperationRow = {
    ...paint,
    echoes: [{ ...id, notState: ['SHUT'] }, ...others],
    responses: [{ resource: 'Door', clauses: [] }],
  };
  const response = (state: string): JsonValue => ({ id: 8, state });
  const request = { method: 'POST', url: 'https://doors.example.test/api/doors/7', body: {} };
  const verdicts = ['SHUT', 'OPEN'].map((state) => {
    const exchange = sampleExchange({ operation: 'paintDoor', request, response: { body: response(state) } });
    return outcomesOf(echoJudge.judge(benchOf(doorSpec({ operations: [operation] }), sampleCase({}, exchange))));
  });
  expect(verdicts).toEqual([[], [['id', 'fail']]]);
});
