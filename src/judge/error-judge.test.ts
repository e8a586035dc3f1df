import fc from 'fast-check';
import { expect, test } from 'vitest';
import { doorSpec, sampleProfile, type SpecParts } from '../profile/profile-fixtures.ts';
import { sampleCase, sampleExchange } from '../trace/trace-fixtures.ts';
import { errorJudge, sameText } from './error-judge.ts';
import type { Judged } from './finding.ts';
import { benchOf, verdictsOf } from './judge-fixtures.ts';

function judged(status: number, body: object, parts: SpecParts = {}): Judged {
  const spec = doorSpec(parts);
  return errorJudge.judge(benchOf(spec, sampleCase({}, sampleExchange({ response: { status, body } })), sampleProfile({}, {}, spec.name)));
}

test.each<[string, number, object, readonly (readonly string[])[]]>([
  [
    'a documented error with its text',
    403,
    { code: 'wrong_key', errorSummary: 'the key  does not fit.' },
    [
      ['error/wrong_key', 'pass'],
      ['error/wrong_key/text', 'pass'],
    ],
  ],
  ['a documented error without text', 403, { code: 'wrong_key' }, [['error/wrong_key', 'pass']]],
  ['a documented error under another status', 401, { code: 'wrong_key' }, [['error/wrong_key', 'fail']]],
  [
    'a documented error with another text',
    403,
    { code: 'wrong_key', errorSummary: 'Go away' },
    [
      ['error/wrong_key', 'pass'],
      ['error/wrong_key/text', 'fail'],
    ],
  ],
  ['another name under a status that HTTP itself fixes', 429, { code: 'slow_down' }, [['error/too_many_knocks', 'fail']]],
  ['another name under any other status', 404, { code: 'lost' }, []],
  ['no name at all', 429, {}, []],
  ['no refusal', 200, { code: 'wrong_key' }, []],
])('%s', (_what, status, body, wanted) => {
  expect(verdictsOf(judged(status, body))).toEqual(wanted);
});

test('name, status and text fail for their own clauses', () => {
  const clauses = (status: number, errorSummary: string): unknown =>
    judged(status, { code: 'wrong_key', errorSummary }).findings.flatMap((finding) => (finding.verdict === 'fail' ? finding.clauses : []));
  expect([clauses(401, 'The key does not fit'), clauses(403, 'Go away')]).toEqual([
    ['doors.errors.wrong-key.status'],
    ['doors.errors.wrong-key.summary'],
  ]);
});

test('a text that names what one operation is asked for is demanded of no other', () => {
  const [row] = doorSpec().errors.errors;
  if (row === undefined) throw new Error('no error');
  const failed = (operation: string): boolean => {
    const spec = doorSpec({ errors: [{ ...row, textOf: ['openDoor'] }] });
    const response = { status: 403, body: { code: 'wrong_key', errorSummary: 'Go away' } };
    const trace = sampleCase({}, sampleExchange({ operation, response }));
    return errorJudge.judge(benchOf(spec, trace, sampleProfile({}, {}, spec.name))).findings.some(({ verdict }) => verdict === 'fail');
  };
  expect([failed('openDoor'), failed('getDoor')]).toEqual([true, false]);
});

test('a finding says what was expected and what came', () => {
  expect(judged(401, { code: 'wrong_key' }).findings).toMatchObject([
    { expected: 'wrong_key comes with status 403', received: 'status 401, wrong_key', blame: 'target', exchanges: [1] },
  ]);
});

test('where nobody says where the name stands, nothing is judged', () => {
  expect(judged(401, { code: 'wrong_key' }, { errorName: undefined }).findings).toEqual([]);
});

test('one name under two statuses is right under either', () => {
  const [row] = doorSpec().errors.errors;
  if (row === undefined) throw new Error('no error');
  const errors = [row, { ...row, status: 401, clauses: ['doors.errors.twin'] as [string] }];
  expect(
    [403, 401, 400].map((status) => judged(status, { code: 'wrong_key' }, { errors }).findings.some(({ verdict }) => verdict === 'fail')),
  ).toEqual([false, false, true]);
});

test('one name under two statuses passes for the one that was seen', () => {
  const [row] = doorSpec().errors.errors;
  if (row === undefined) throw new Error('no error');
  const errors = [row, { ...row, status: 401, clauses: ['doors.errors.twin'] as [string] }];
  expect(judged(403, { code: 'wrong_key' }, { errors }).findings.flatMap(({ clauses }) => clauses)).not.toContain('doors.errors.twin');
});

test('an error that has no name has no check', () => {
  const errors = [{ name: 'gone', named: false as const, status: 410, condition: 'gone', clauses: ['doors.errors.gone'] as [string] }];
  expect(errorJudge.checks(doorSpec({ errors }))).toEqual([]);
});

test('a name that is only ours is none on the wire', () => {
  const errors = [{ name: 'gone', named: false as const, status: 410, condition: 'gone', clauses: ['doors.errors.gone'] as [string] }];
  expect([410, 404].map((status) => judged(status, { code: 'gone' }, { errors }).findings)).toEqual([[], []]);
});

test('case, white space and closing punctuation make no difference to a text', () => {
  fc.assert(
    fc.property(fc.lorem(), fc.constantFrom('', '.', '!', '…', '...'), (text, end) => {
      expect(sameText(text, ` ${text.toUpperCase().replaceAll(' ', '  ')}${end}`)).toBe(true);
      expect(sameText(text, `${text} not`)).toBe(false);
    }),
  );
});
