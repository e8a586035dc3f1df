import { expect, test } from 'vitest';
import { sampleProfile, sampleSpec } from '../profile/profile-fixtures.ts';
import type { Declaration, JsonValue } from '../model/types.ts';
import { sampleCase, sampleExchange } from '../trace/trace-fixtures.ts';
import { declaredValuesJudge } from './declared-values-judge.ts';
import { benchOf } from './judge-fixtures.ts';

const spec = sampleSpec({
  resources: [
    { name: 'Doors', fields: [{ path: 'items[].frame.colour', schema: {}, values: 'colour', clauses: ['doors.colour'] }] },
    {
      name: 'Keys',
      fields: [
        { path: 'colour', schema: {}, clauses: ['doors.key'] },
        { path: 'cutAt', schema: {}, notation: 'cut', clauses: ['doors.key'] },
      ],
    },
  ],
  operations: [
    { id: 'listDoors', clauses: [], method: 'GET', path: '/doors', responses: [{ resource: 'Doors', clauses: [] }] },
    { id: 'getKey', clauses: [], method: 'GET', path: '/key', responses: [{ resource: 'Keys', clauses: [] }] },
  ],
  clauses: [
    { id: 'doors.colours', status: 'unspecified', filledBy: ['declares/colour'] },
    { id: 'doors.cutting', status: 'unspecified', filledBy: ['declares/cut'] },
  ],
});

const painted = (...colours: readonly JsonValue[]): JsonValue => ({ items: colours.map((colour) => ({ frame: { colour } })) });

function judged(body: JsonValue, declares: readonly Declaration[] = [], operation = 'listDoors', status = 200): unknown {
  const events = sampleCase({}, sampleExchange({ operation, response: { status, body } }));
  const { findings, observations = [] } = declaredValuesJudge.judge(benchOf(spec, events, sampleProfile({ declares })));
  return {
    findings: findings.map(({ check, clauses, verdict, basis, expected, received }) => [
      check,
      clauses,
      verdict,
      basis,
      expected,
      received,
    ]),
    observed: observations.map(({ about, clause, value }) => [about, clause, value]),
  };
}

const colours: Declaration = { name: 'colour', values: ['red', 'blue'] };
const finding = (verdict: string, expected?: string, received?: string): unknown => [
  'declared/colour',
  ['doors.colours'],
  verdict,
  'declared',
  expected,
  received,
];
const observed = (value: unknown): unknown => ['colour', 'doors.colours', value];

test('there is a check for each name under which values can be declared', () => {
  expect(declaredValuesJudge.checks(spec)).toEqual([
    { id: 'declared/colour', clauses: ['doors.colours'] },
    { id: 'declared/cut', clauses: ['doors.cutting'] },
  ]);
});

test.each<[string, JsonValue, readonly Declaration[], unknown]>([
  [
    'are declared',
    painted('red', 'blue'),
    [colours],
    { findings: [finding('pass'), finding('pass')], observed: [observed('red'), observed('blue')] },
  ],
  [
    'are not among those declared',
    painted('red', 'green', 3),
    [colours],
    {
      findings: [finding('pass'), finding('fail', 'one of red, blue', '"green"'), finding('fail', 'one of red, blue', '3')],
      observed: [observed('red'), observed('green'), observed(3)],
    },
  ],
  ['nobody declares', painted('green'), [], { findings: [], observed: [observed('green')] }],
  [
    'are declared by something else than values',
    painted('green'),
    [{ name: 'colour', to: 'x' }],
    { findings: [], observed: [observed('green')] },
  ],
  ['are absent', { items: [{ frame: {} }, { frame: 1 }, null, 'x'] }, [colours], { findings: [], observed: [] }],
  ['stand in no list', { items: { frame: { colour: 'green' } } }, [colours], { findings: [], observed: [] }],
])('values that %s', (_what, body, declares, wanted) => {
  expect(judged(body, declares)).toEqual(wanted);
});

test('a refusal, and another resource, show none of them', () => {
  expect([judged(painted('green'), [colours], 'listDoors', 404), judged({ colour: 'green' }, [colours], 'getKey')]).toEqual([
    { findings: [], observed: [] },
    { findings: [], observed: [] },
  ]);
});

test.each<[string, JsonValue, readonly Declaration[], unknown, unknown]>([
  ['is declared', 1_767_323_045, [{ name: 'cut', notation: ['rfc3339', 'unix-seconds'] }], ['pass', undefined], 'unix-seconds'],
  ['is another', '2026-01-02T03:04:05Z', [{ name: 'cut', notation: ['unix-seconds'] }], ['fail', '"2026-01-02T03:04:05Z"'], 'rfc3339'],
  ['has no name', 'in spring', [{ name: 'cut', notation: ['rfc3339'] }], undefined, 'a notation of its own'],
  ['nobody declares', 'in spring', [], undefined, 'a notation of its own'],
])('a timestamp whose notation %s', (_what, cutAt, declares, wanted, notation) => {
  const found = judged({ cutAt }, declares, 'getKey');
  const [verdict, received] = Array.isArray(wanted) ? wanted : [];
  expect(found).toEqual({
    findings:
      wanted === undefined
        ? []
        : [
            [
              'declared/cut',
              ['doors.cutting'],
              verdict,
              'declared',
              verdict === 'fail' ? `one of ${declares[0]?.notation?.join(', ') ?? ''}` : undefined,
              received,
            ],
          ],
    observed: [['cut', 'doors.cutting', notation]],
  });
});

test('null is no moment', () => {
  expect(judged({ cutAt: null }, [{ name: 'cut', notation: ['rfc3339'] }], 'getKey')).toEqual({ findings: [], observed: [] });
});
