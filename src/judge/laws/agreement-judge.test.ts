import { describe, expect, test } from 'vitest';
import type { AgreementLaw, JsonValue } from '../../model/types.ts';
import { doorSpec } from '../../profile/profile-fixtures.ts';
import type { TraceEvent } from '../../trace/events.ts';
import { sampleCase, sampleExchange, type SampleExchange } from '../../trace/trace-fixtures.ts';
import type { Judged } from '../finding.ts';
import { benchOf } from '../judge-fixtures.ts';
import { agreementJudge } from './agreement-judge.ts';

const FIELD = { schema: {}, clauses: ['doors.door.id'] };
const spec = (law: Partial<AgreementLaw>): ReturnType<typeof doorSpec> =>
  doorSpec({
    resources: [
      { name: 'Door', fields: ['id', 'colour', 'locks[].id', 'locks[].colour', 'locks[].maker'].map((path) => ({ ...FIELD, path })) },
    ],
    laws: {
      agreement: [
        {
          kind: 'door',
          views: [{ resource: 'Door', key: 'id' }],
          fields: [{ path: 'colour', until: ['shutDoor'], clauses: ['doors.door.colour'] }],
          ...law,
        },
      ],
    },
  });

/** Each response in a case of its own. */
function judged(responses: readonly (JsonValue | SampleExchange)[], law: Partial<AgreementLaw> = {}): Judged {
  const events = responses.flatMap((one, index): readonly TraceEvent[] =>
    sampleCase(
      { case: `probe/${index + 1}`, first: index + 1 },
      sampleExchange(isExchange(one) ? one : { operation: 'getDoor', sentAt: 10 * index, response: { body: one } }),
    ),
  );
  return agreementJudge.judge(benchOf(spec(law), events));
}

function isExchange(one: JsonValue | SampleExchange): one is SampleExchange {
  return typeof one === 'object' && one !== null && 'operation' in one;
}

const outcomesOf = ({ findings }: Judged): readonly unknown[] => findings.map(({ verdict, exchanges }) => [verdict, exchanges]);

const RED = { id: 'd1', colour: 'red' };
const BLUE = { id: 'd1', colour: 'blue' };

describe('one object', () => {
  test('that two responses show alike passes once', () => {
    expect(outcomesOf(judged([RED, RED, RED, { id: 'd2', colour: 'blue' }]))).toEqual([['pass', [1, 2]]]);
  });

  test('whose value has its members and its elements in another order is the same', () => {
    const [one, other] = [
      [{ id: 'a', colour: 'red' }, 'x'],
      ['x', { colour: 'red', id: 'a' }],
    ].map((colour) => ({ id: 'd1', colour }));
    expect(outcomesOf(judged([one ?? '', other ?? '']))).toEqual([['pass', [1, 2]]]);
  });

  test('that a response shows otherwise fails, with the response that showed it first', () => {
    expect(judged([RED, { id: 'd2', colour: 'blue' }, BLUE]).findings).toEqual([
      {
        check: 'law/agreement.door.colour',
        clauses: ['doors.door.colour'],
        basis: 'documented',
        exchanges: [1, 3],
        case: 'probe/3',
        verdict: 'fail',
        blame: 'target',
        expected: 'colour "red" of the door "d1", as response 1 shows it',
        received: '"blue"',
      },
    ]);
  });

  test.each<[string, readonly JsonValue[]]>([
    ['without its key', [{ colour: 'red' }, { colour: 'blue' }]],
    ['without the field', [RED, { id: 'd1' }]],
    [
      'whose key is no text',
      [
        { id: null, colour: 'red' },
        { id: null, colour: 'blue' },
      ],
    ],
    ['of which two are told apart by their keys', [RED, { id: 'D1', colour: 'blue' }]],
  ])('%s says nothing', (_what, bodies) => {
    expect(outcomesOf(judged(bodies))).toEqual([]);
  });

  test('in a refusal says nothing', () => {
    expect(outcomesOf(judged([RED, { operation: 'getDoor', response: { status: 403, body: BLUE } }]))).toEqual([]);
  });

  test('shows a list in any order', () => {
    const list = (...colour: readonly string[]): JsonValue => ({ id: 'd1', colour: [...colour] });
    expect(outcomesOf(judged([list('red', 'blue'), list('blue', 'red'), list('red')]))).toEqual([
      ['pass', [1, 2]],
      ['fail', [1, 3]],
    ]);
  });
});

describe('an operation that may change it', () => {
  const shut = (sentAt: number, durationMs = 1): SampleExchange => ({
    operation: 'shutDoor',
    sentAt,
    durationMs,
    response: { body: BLUE },
  });

  test('ends what was known before', () => {
    expect(outcomesOf(judged([RED, shut(5), BLUE]))).toEqual([]);
    expect(outcomesOf(judged([RED, shut(5), BLUE, RED]))).toEqual([['fail', [3, 4]]]);
  });

  test('leaves open what was on its way meanwhile', () => {
    expect(outcomesOf(judged([RED, shut(5, 20), BLUE, RED]))).toEqual([]);
  });
});

test('objects within a resource are compared in the fields that the document lists there', () => {
  const law = { views: [{ resource: 'Door', at: 'locks[]', key: 'id' }], fields: [{ path: 'colour', clauses: ['doors.door.colour'] }] };
  const locks = (colour: string): JsonValue => ({
    id: 'd1',
    locks: [
      { id: 'l1', colour: 'red' },
      { id: 'l2', colour },
    ],
  });
  expect(outcomesOf(judged([locks('red'), locks('blue')], law))).toEqual([
    ['pass', [1, 2]],
    ['fail', [1, 2]],
  ]);
  const unlisted = { ...law, views: [{ resource: 'Door', at: 'hinges[]', key: 'id' }] };
  const hinges = (colour: string): JsonValue => ({ hinges: [{ id: 'h1', colour }] });
  expect(outcomesOf(judged([hinges('red'), hinges('blue')], unlisted))).toEqual([]);
});
