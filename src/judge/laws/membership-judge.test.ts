import { expect, test } from 'vitest';
import type { JsonValue, OperationRow, ParameterRow } from '../../model/types.ts';
import { doorSpec, sampleProfile } from '../../profile/profile-fixtures.ts';
import type { TraceEvent } from '../../trace/events.ts';
import { sampleCase, sampleExchange } from '../../trace/trace-fixtures.ts';
import type { SampleExchange } from '../../trace/trace-fixtures.ts';
import { benchOf } from '../judge-fixtures.ts';
import { membershipJudge } from './membership-judge.ts';

const parameter = (name: string, place: ParameterRow['in']): ParameterRow => ({
  name,
  in: place,
  required: true,
  schema: { type: 'string' },
  clauses: [],
});
const operation = (id: string, method: NonNullable<OperationRow['method']>, path: string, name: ParameterRow[]): OperationRow => ({
  id,
  method,
  path,
  parameters: [parameter('house', 'path'), ...name],
  clauses: [],
  responses: [],
});

const spec = doorSpec({
  operations: [
    operation('listDoors', 'GET', '/houses/{house}/doors', []),
    operation('hangDoor', 'POST', '/houses/{house}/doors', [parameter('name', 'body')]),
    operation('readDoor', 'GET', '/houses/{house}/doors/{name}', [parameter('name', 'path')]),
    operation('takeDoor', 'DELETE', '/houses/{house}/doors/{name}', [parameter('name', 'path')]),
  ],
  laws: {
    membership: [
      {
        kind: 'door',
        operation: 'listDoors',
        at: 'doors[]',
        key: 'name',
        deleted: 'gone_at',
        within: ['house'],
        enters: { call: 'hangDoor', names: 'name' },
        leaves: { call: 'takeDoor', names: 'name' },
        reads: { call: 'readDoor', names: 'name' },
        clauses: { entered: ['doors.door.id'], left: ['doors.door.colour'] },
      },
    ],
  },
});

const at = (path: string): string => `http://127.0.0.1:1/houses/${path}`;
const hang = (status = 201, house = 'a'): SampleExchange => ({
  operation: 'hangDoor',
  request: { method: 'POST', url: at(`${house}/doors`), body: { name: 'front' } },
  response: { status, body: {} },
});
const take = (status = 204): SampleExchange => ({
  operation: 'takeDoor',
  request: { method: 'DELETE', url: at('a/doors/front') },
  response: { status, body: {} },
});
const read = (status = 200): SampleExchange => ({
  operation: 'readDoor',
  request: { method: 'GET', url: at('a/doors/front') },
  response: { status, body: {} },
});
const list = (doors: JsonValue, query = '', headers: Readonly<Record<string, string>> = {}): SampleExchange => ({
  operation: 'listDoors',
  request: { method: 'GET', url: at(`a/doors${query}`) },
  response: { body: { doors }, headers },
});
const FRONT = { name: 'front', gone_at: null };
const GONE = { name: 'front', gone_at: '2026-01-01T00:00:00Z' };

/** Each exchange after the one before it, unless it says when it was sent. */
function outcomesOf(exchanges: readonly SampleExchange[]): readonly unknown[] {
  const events = exchanges.flatMap((one, index): readonly TraceEvent[] =>
    sampleCase({ case: `probe/${index + 1}`, first: index + 1 }, sampleExchange({ sentAt: 10 * index, ...one })),
  );
  return membershipJudge.judge(benchOf(spec, events)).findings.map(({ check, verdict }) => [check, verdict]);
}

const entered = (verdict: string): readonly unknown[] => [['law/membership.door.entered', verdict]];
const left = (verdict: string): readonly unknown[] => [['law/membership.door.left', verdict]];

test.each<[string, readonly SampleExchange[], readonly unknown[]]>([
  ['shows what was put in', [hang(), list([FRONT])], entered('pass')],
  ['lacks what was put in', [hang(), list([])], entered('fail')],
  ['shows the year one for what is not deleted', [hang(), list([{ name: 'front', gone_at: '0001-01-01T00:00:00Z' }])], entered('pass')],
  ['shows what was put in as deleted', [hang(), list([GONE])], entered('fail')],
  ['shows what was put in beside a deleted one of its name', [hang(), take(), hang(), list([GONE, FRONT])], entered('pass')],
  ['lacks what was taken out', [hang(), take(), list([])], left('pass')],
  ['shows what was taken out as deleted', [hang(), take(), list([GONE])], left('pass')],
  ['shows what was taken out', [hang(), take(), list([FRONT])], left('fail')],
  ['lacks what was put in later, and is there to be read', [hang(202), read(), list([])], entered('fail')],
  ['shows what was taken out later, and cannot be read', [hang(), take(202), read(404), list([FRONT])], left('fail')],
  ['shows what was taken out, and has no member that tells', [hang(), take(), list([{ name: 'front' }])], left('fail')],
])('a list that %s', (_what, exchanges, findings) => {
  expect(outcomesOf(exchanges)).toEqual(findings);
});

test.each<[string, readonly SampleExchange[]]>([
  ['of which nothing is known', [list([FRONT])]],
  ['of another place', [hang(201, 'b'), list([])]],
  ['that goes on', [hang(), list([], '', { link: '<http://127.0.0.1:1/houses/a/doors?after=2>; rel="next"' })]],
  ['that is narrowed', [hang(), list([], '?count=1')]],
  ['after what was refused', [hang(403), list([])]],
  ['after what is taken up for later', [hang(), take(202), list([FRONT])]],
  ['after what is taken up for later, and can be read still', [hang(), take(202), read(), list([FRONT])]],
  ['that is looked for elsewhere', [hang(), { ...list([]), response: { body: { gates: [] } } }]],
  ['after what broke down', [hang(), take(503), list([FRONT])]],
  ['sent while it was changed', [hang(), { ...list([]), sentAt: 0 }]],
  ['after two changes at once', [hang(), { ...take(), sentAt: 0 }, list([FRONT])]],
])('a list %s says nothing', (_what, exchanges) => {
  expect(outcomesOf(exchanges)).toEqual([]);
});

test('what a case has left is taken away behind it, and missed by nobody', () => {
  const cleanUp = sampleExchange({ row: 'clean-up:hangDoor', at: 'undo', purpose: 'clean-up', sentAt: 10 });
  const events = [
    ...sampleCase({ case: 'probe/1', first: 1 }, sampleExchange(hang()), cleanUp),
    ...sampleCase({ case: 'probe/2', first: 3 }, sampleExchange({ sentAt: 20, ...list([]) })),
  ];
  expect(membershipJudge.judge(benchOf(spec, events)).findings).toEqual([]);
});

test('what is taken out by another field than its name is missed by that name', () => {
  const bindings = { takeDoor: { path: '/houses/{house}/doors/{name.id}' } };
  const made: SampleExchange = { ...hang(), response: { status: 201, body: { id: 'd1', name: 'front' } } };
  const taken: SampleExchange = { ...take(), request: { method: 'DELETE', url: at('a/doors/d1') } };
  const verdicts = [[], [FRONT]].map((doors) => {
    const events = [made, taken, list(doors)].flatMap((one, index) =>
      sampleCase({ case: `probe/${index + 1}`, first: index + 1 }, sampleExchange({ sentAt: 10 * index, ...one })),
    );
    return membershipJudge.judge(benchOf(spec, events, sampleProfile({ bindings }))).findings.map(({ check, verdict }) => [check, verdict]);
  });
  expect(verdicts).toEqual([left('pass'), left('fail')]);
});

test('a list that was walked from its first page to its last one holds what was put in, on one page or another', () => {
  const [membership] = spec.document.laws?.membership ?? [];
  if (membership === undefined) throw new Error('the spec has no law of membership');
  const pagination = { operation: 'listDoors', list: '/doors', id: '/name', position: 'offset', clauses: {} };
  const walked = {
    ...spec,
    document: { ...spec.document, laws: { membership: [membership], pagination } },
    probes: { probes: [{ id: 'walk', about: 'walks', steps: [{ call: 'hangDoor' }, { call: 'listDoors' }, { walk: 'next' as const }] }] },
  };
  const verdictOf = (...last: readonly JsonValue[]): readonly unknown[] => {
    const pages = [
      list([{ name: 'back' }], '?count=1', { link: `<${at('a/doors?count=1&offset=x')}>; rel="next"` }),
      list([...last], '?count=1&offset=x'),
    ];
    const sent = [hang(), ...pages].map((one, index) =>
      sampleExchange({ row: 'probe:walk', at: `steps/${index}`, sentAt: index * 100, durationMs: 1, ...one }),
    );
    return membershipJudge.judge(benchOf(walked, sampleCase({}, ...sent), sampleProfile({}))).findings.map(({ verdict }) => verdict);
  };
  expect([verdictOf(FRONT), verdictOf({ name: 'side' })]).toEqual([['pass'], ['fail']]);
  // Nothing leads on from the only page, whatever its size was to be.
  const only = [hang(), list([{ name: 'back' }], '?count=1')].map((one, index) =>
    sampleExchange({ row: 'probe:walk', at: `steps/${index}`, sentAt: index * 100, durationMs: 1, ...one }),
  );
  const { findings } = membershipJudge.judge(benchOf(walked, sampleCase({}, ...only), sampleProfile({})));
  expect(findings.map(({ verdict }) => verdict)).toEqual(['fail']);
});
