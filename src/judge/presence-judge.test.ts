import { describe, expect, test } from 'vitest';
import type { Binding, FieldRow, JsonValue, Presence } from '../model/types.ts';
import { doorSpec, KNOCK_BINDING, sampleProfile } from '../profile/profile-fixtures.ts';
import type { TraceEvent } from '../trace/events.ts';
import { sampleCase, sampleExchange } from '../trace/trace-fixtures.ts';
import type { Judged } from './finding.ts';
import { benchOf, SHUT_STATE, verdictsOf } from './judge-fixtures.ts';
import { presenceJudge } from './presence-judge.ts';

type FieldParts = Partial<Pick<FieldRow, 'path' | 'shown'>>;

const field = ({ path = 'id', shown = 'always' }: FieldParts): FieldRow => ({ path, schema: {}, clauses: ['doors.door.id'], shown });
const answers = (operation: string, ...bodies: readonly JsonValue[]): readonly TraceEvent[] =>
  bodies.flatMap((body, index) =>
    sampleCase({ case: `probe/${index + 1}`, first: index + 1 }, SHUT_STATE, sampleExchange({ operation, response: { body } })),
  );

function judged(events: readonly TraceEvent[], shown: FieldParts = {}, binding?: Partial<Binding>): Judged {
  const spec = doorSpec({ resources: [{ name: 'Door', fields: [field(shown)] }] });
  const bindings = binding === undefined ? {} : { knock: { ...KNOCK_BINDING, ...binding } };
  return presenceJudge.judge(benchOf(spec, events, sampleProfile({ bindings })));
}

const SHUT = { state: 'SHUT' };

describe('a field that each object has', () => {
  test('is missing where three objects were seen, and never the field: in each case that has one of them', () => {
    const { findings } = judged(answers('getDoor', SHUT, SHUT, SHUT, SHUT));
    expect(findings.map(({ case: id, exchanges }) => [id, exchanges])).toEqual([
      ['probe/1', [1, 2, 3]],
      ['probe/2', [1, 2, 3]],
      ['probe/3', [1, 2, 3]],
      ['probe/4', [1, 2, 4]],
    ]);
    expect(new Set(findings.map(({ verdict, expected, received }) => `${verdict} ${expected}, ${received}`))).toEqual(
      new Set(['fail id, which each Door has, absent from each of 4 objects']),
    );
  });

  test.each<[string, readonly JsonValue[], readonly string[]]>([
    ['fewer than three objects were seen', [SHUT, SHUT], []],
    ['one of them has it', [SHUT, SHUT, { id: 'd1' }, SHUT], ['pass']],
    ['it is null', [{ id: null }, SHUT, SHUT], ['pass']],
    ['what came is no object', ['none', ['d1'], [], 7], []],
  ])('is not, where %s', (_what, bodies, verdicts) => {
    expect(verdictsOf(judged(answers('getDoor', ...bodies))).map(([, verdict]) => verdict)).toEqual(verdicts);
  });

  test('is observed where it is there at times only', () => {
    expect(judged(answers('getDoor', SHUT, { id: 'd1' })).observations).toEqual([
      { about: 'presence/Door.id', clause: 'doors.door.id', value: 'not in every response' },
    ]);
  });

  test('counts objects of all operations that the document shows, and no refusals', () => {
    const refused = sampleCase({ case: 'probe/no' }, sampleExchange({ operation: 'getDoor', response: { status: 404, body: {} } }));
    expect(judged([...answers('getDoor', SHUT), ...answers('shutDoor', SHUT), ...refused]).findings).toEqual([]);
    expect(judged([...answers('getDoor', SHUT), ...answers('shutDoor', SHUT, SHUT)]).findings).toHaveLength(2);
  });

  test('is looked for in each element, under each of its names', () => {
    const path = 'hinges[].id|number';
    const hinged = (...hinges: readonly JsonValue[]): readonly TraceEvent[] => answers('getDoor', { hinges: [...hinges] });
    expect(judged(hinged({}, {}, {}), { path }).findings).toHaveLength(1);
    expect(verdictsOf(judged(hinged({}, {}, { number: 1 }), { path }))).toEqual([['presence/Door.hinges[].id|number', 'pass']]);
  });
});

test.each<[string, Presence, readonly JsonValue[], number]>([
  ['of a state', { state: ['OPEN'] }, [SHUT, SHUT, SHUT], 0],
  ['of that state', { state: ['SHUT'] }, [SHUT, SHUT, SHUT], 3],
  ['beside a member', { beside: { kind: 'gate' } }, [SHUT, SHUT, SHUT], 0],
  ['beside that member', { beside: { kind: 'gate' } }, [{ kind: 'gate' }, { kind: 'gate' }, { kind: 'gate' }], 3],
  ['where a provider state hands a value over', { given: 'colour' }, [SHUT, SHUT, SHUT], 0],
  ['where a provider state hands that value over', { given: 'key' }, [SHUT, SHUT, SHUT], 3],
])('only objects count %s', (_what, shown, bodies, failures) => {
  expect(judged(answers('getDoor', ...bodies), { shown }).findings).toHaveLength(failures);
});

describe('where the document does not show the response', () => {
  test('a name that the profile does not bind may be another', () => {
    expect(judged(answers('knock', SHUT, SHUT, SHUT), {}, {}).findings).toEqual([]);
  });

  test('a name that it binds is its promise, and one object is enough', () => {
    const { findings } = judged(answers('knock', SHUT), {}, { response: { id: '/id' } });
    expect(findings).toMatchObject([
      {
        verdict: 'fail',
        basis: 'declared',
        expected: 'id, where the profile says that knock shows it',
        received: 'absent from the one object',
      },
    ]);
    expect(verdictsOf(judged(answers('knock', { number: 'd1' }), {}, { response: { id: '/number' } }))).toEqual([
      ['presence/Door.id', 'pass'],
    ]);
  });
});
