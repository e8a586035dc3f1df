import { expect, test } from 'vitest';
import type { Binding, Laws } from '../../model/types.ts';
import { doorSpec, sampleProfile } from '../../profile/profile-fixtures.ts';
import type { PublicProfile } from '../../profile/profile.ts';
import type { TraceEvent } from '../../trace/events.ts';
import { sampleCase, sampleExchange } from '../../trace/trace-fixtures.ts';
import { benchOf } from '../judge-fixtures.ts';
import { servedJudge } from './served-judge.ts';

const operation = (id: string) => ({ id, clauses: [], responses: [] });
const spec = doorSpec({
  operations: [operation('getDoor'), operation('knock')],
  probes: [204, 409].map((status) => ({
    id: `expects-${status}`,
    about: 'a knock',
    steps: [{ call: 'knock', with: {}, expect: [{ clauses: ['doors.knocking'], status: [status] }] }],
  })),
  laws: { served: [{ operation: 'knock', clauses: ['doors.knocking'] }] },
});

const REPLAY: TraceEvent = {
  type: 'run',
  schemaVersion: 1,
  tool: { name: 'assay', version: '0.0.0' },
  specsDigest: '',
  profileDigest: '',
  profile: {},
  seed: 1,
  startedAt: '2026-07-01T12:00:00.000Z',
  selection: {},
  walks: 0,
  faults: [],
  replays: 'probe/look',
};

const knocks = (...statuses: readonly (number | undefined)[]) =>
  statuses.map((status) =>
    sampleExchange({ operation: 'knock', row: 'probe:other', response: status === undefined ? undefined : { status } }),
  );
const expecting = (wanted: number, status: number) =>
  sampleExchange({ operation: 'knock', row: `probe:expects-${wanted}`, response: { status } });
const looks = (status: number) => sampleExchange({ operation: 'getDoor', response: { status } });

function failing(events: readonly TraceEvent[], profile?: PublicProfile): readonly unknown[] {
  return servedJudge.judge(benchOf(spec, events, profile)).findings.map(({ verdict, exchanges }) => [verdict, ...exchanges]);
}

test('there is a check for each operation that the document offers by name', () => {
  expect(servedJudge.checks(spec)).toEqual([{ id: 'law/served.knock', clauses: ['doors.knocking'] }]);
});

test('an operation that ends each of three requests in an error of its own fails at each of them', () => {
  const events = sampleCase({}, looks(200), ...knocks(500, 500, 500));
  expect(failing(events)).toEqual([
    ['fail', 2],
    ['fail', 3],
    ['fail', 4],
  ]);
  expect(servedJudge.judge(benchOf(spec, events)).findings[0]).toMatchObject({
    check: 'law/served.knock',
    clauses: ['doors.knocking'],
    expected: 'knock is served at least once',
    received: 'status 500 to each of 3 requests',
  });
});

test.each<[string, readonly TraceEvent[]]>([
  ['two requests, as a passing fault may meet them', sampleCase({}, looks(200), ...knocks(500, 500))],
  ['one that was served', sampleCase({}, looks(200), ...knocks(500, 500, 500, 204))],
  ['one that was refused for what it asks', sampleCase({}, looks(200), ...knocks(500, 500, 500), expecting(204, 409))],
  ['an error of what stands before the service', sampleCase({}, looks(200), ...knocks(503, 503, 503))],
  ['no response', sampleCase({}, looks(200), ...knocks(undefined, undefined, undefined))],
  ['a service that answers nothing but errors', sampleCase({}, looks(500), ...knocks(500, 500, 500))],
  ['operations that the run which is replayed saw served', [REPLAY, ...sampleCase({ served: ['knock'] }, ...knocks(500))]],
])('nothing is said of %s', (_what, events) => {
  expect(failing(events)).toEqual([]);
});

test('a replay of one case says of its requests what the run said of all', () => {
  expect(failing([REPLAY, ...sampleCase({}, ...knocks(500))])).toEqual([['fail', 1]]);
});

test.each<[string, readonly TraceEvent[]]>([
  ['foreseen', [expecting(409, 409)]],
  ['of which nothing was expected', knocks(403)],
])('a refusal %s says nothing of whether the operation is served', (_what, refused) => {
  expect(failing(sampleCase({}, looks(200), ...knocks(500, 500, 500), ...refused))).toHaveLength(3);
});

test('values that an operation does not foresee prove nothing', () => {
  const odd = knocks(500, 500, 500).map((event) => ({ ...event, place: { row: 'negative:knock/odd', at: 'steps/0' } }));
  expect(failing(sampleCase({}, looks(200), ...odd))).toEqual([]);
});

test('to refuse each credential that the target itself has issued is its own error, too', () => {
  const laws: Laws = { served: [{ operation: 'knock', issued: true, clauses: ['doors.knocking'] }] };
  const issued = { ...spec, document: { ...spec.document, laws } };
  const refusals = (...statuses: readonly number[]) => sampleCase({}, looks(200), ...statuses.map((status) => expecting(204, status)));
  const failures = (...statuses: readonly number[]) => servedJudge.judge(benchOf(issued, refusals(...statuses))).findings.length;
  expect([failures(401, 401, 401), failures(403, 403, 403), failures(401, 401, 200), failures(401, 403, 500)]).toEqual([3, 3, 0, 0]);
  expect(failing(refusals(401, 401, 401))).toEqual([]);
});

test.each<[Binding, number]>([
  [{}, 0],
  [{ certain: true }, 3],
])('a request that only a profile knows counts where the profile is certain: %j', (binding, count) => {
  const profile = sampleProfile({ bindings: { knock: binding } });
  expect(failing(sampleCase({}, looks(200), ...knocks(500, 500, 500)), profile)).toHaveLength(count);
});
