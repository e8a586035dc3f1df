import { describe, expect, test } from 'vitest';
import type { ErrorRow, ProbeRow } from '../model/types.ts';
import { doorSpec } from '../profile/profile-fixtures.ts';
import type { TraceEvent } from '../trace/events.ts';
import { sampleCase, sampleExchange, type SampleExchange } from '../trace/trace-fixtures.ts';
import type { Finding } from './finding.ts';
import { benchOf, SHUT_STATE } from './judge-fixtures.ts';
import { servedElsewhere, withoutRefusedOperations } from './refused-operations.ts';

const PROBE: ProbeRow = {
  id: 'look',
  about: 'a door is looked at',
  steps: [
    { id: 'opened', call: 'openDoor', expect: [{ clauses: ['doors.open'], status: ['2xx'] }] },
    { call: 'getDoor', with: { id: '$opened.body.id' }, expect: [{ clauses: ['doors.look'], status: ['2xx'] }] },
    { call: 'openDoor', expect: [{ clauses: ['doors.wrong-key'], error: ['wrong_key'] }] },
    { call: 'getDoor', expect: [{ clauses: ['doors.path'], notStatus: [404, 405] }] },
    {
      call: 'openDoor',
      headers: { Authorization: 'Bearer ${opened.body.token}' },
      expect: [{ clauses: ['doors.keeper'], status: ['2xx'] }],
    },
    { call: 'openDoor', expect: [{ clauses: ['doors.secret'], error: ['wrong_key'], lacks: ['$door.key'] }] },
    { call: 'openDoor', expect: [{ clauses: ['doors.limit'], error: ['too_many_knocks'] }] },
    { call: 'openDoor', expect: [{ clauses: ['doors.unshown'], status: ['2xx'], ifServed: true }] },
    { call: 'openDoor', expect: [{ clauses: ['doors.fresh'], notStatus: [401, 429] }] },
    { call: 'getDoor', expect: [{ clauses: ['doors.gone'], error: ['no_such_door'] }] },
    { id: 'looked', call: 'getDoor' },
  ],
};

const ERRORS: readonly ErrorRow[] = [
  { name: 'wrong_key', status: 403, condition: 'another key', clauses: [] },
  { name: 'no_key', status: 401, condition: 'no key', credential: true, clauses: [] },
  { name: 'no_rights', status: 401, condition: 'the key opens another door', clauses: [] },
  { name: 'no_such_door', status: 404, condition: 'no such door', clauses: [] },
  { name: 'too_many_knocks', status: 429, condition: 'too many requests', clauses: [] },
  { name: 'closed', status: 503, condition: 'nobody is there for a while', temporary: true, clauses: [] },
];

const failed = (step: number, more: Partial<Finding> = {}): Finding => ({
  check: `probe/look/steps/${step}/0`,
  clauses: ['doors.look'],
  verdict: 'fail',
  basis: 'documented',
  exchanges: [1],
  case: 'probe/look',
  expected: 'status 2xx',
  received: 'a refusal',
  blame: 'target',
  ...more,
});

/** Verdict and blame of one finding about a case's exchanges. */
function settled(finding: Finding, ...exchanges: readonly SampleExchange[]): readonly unknown[] {
  return settledAll([finding], ...exchanges)[0] ?? [];
}

function settledAll(findings: readonly Finding[], ...exchanges: readonly SampleExchange[]): readonly (readonly unknown[])[] {
  const events = sampleCase({ case: 'probe/look' }, SHUT_STATE, ...exchanges.map((one) => sampleExchange(one)));
  const spec = doorSpec({ probes: [PROBE], errors: ERRORS });
  return withoutRefusedOperations(benchOf(spec, events), findings).map(({ verdict, blame }) => [verdict, blame]);
}

const refused = (operation: string, status: number, body: object = { code: 'no' }): SampleExchange => ({
  operation,
  response: { status, body },
});
const served = (operation: string): SampleExchange => ({ operation, response: { status: 200 } });
const STILL = ['fail', 'target'];

describe('an operation that was refused each time', () => {
  test.each([
    [401, 'config'],
    [403, 'config'],
    [404, 'provider-state'],
    [400, 'target'],
    [429, 'target'],
    [409, 'provider-state'],
    [500, 'target'],
    [503, 'target'],
  ])('%i: a read shows nothing of what was created, blame %s', (status, blame) => {
    expect(settled(failed(1), refused('getDoor', status), refused('getDoor', status))).toEqual(['inconclusive', blame]);
  });

  test.each([
    [401, ['inconclusive', 'config']],
    [403, ['inconclusive', 'config']],
    [404, STILL],
    [409, STILL],
    [429, ['inconclusive', 'target']],
    [500, STILL],
    [503, ['inconclusive', 'target']],
  ])("%i: a promised success is contradicted unless the profile's credential may be the cause", (status, outcome) => {
    expect(settled(failed(0), refused('openDoor', status))).toEqual(outcome);
  });

  test.each([
    [403, ['inconclusive', 'config']],
    [500, ['inconclusive', 'target']],
    [400, STILL],
  ])('%i: a refusal of another kind is due, which only a request that was looked at can have', (status, outcome) => {
    expect(settled(failed(2), refused('openDoor', status))).toEqual(outcome);
  });

  test('fails where the status is named as not due', () => {
    expect(settled(failed(3), refused('getDoor', 404))).toEqual(STILL);
  });

  test('fails by what the refusal holds and no answer may hold, not by its error', () => {
    expect(settled(failed(5), refused('openDoor', 500, { code: '~doorKey-1~' }))).toEqual(STILL);
    expect(settled(failed(5), refused('openDoor', 500))).toEqual(['inconclusive', 'target']);
  });

  test('leaves the limit open: whether refused requests count is not said', () => {
    expect(settled(failed(6), refused('openDoor', 404))).toEqual(['inconclusive', 'provider-state']);
  });

  test('fails where the run of a replayed case has seen it served', () => {
    const events = (served: string[]): readonly TraceEvent[] =>
      sampleCase({ case: 'probe/look', served }, SHUT_STATE, sampleExchange(refused('getDoor', 401)));
    const verdicts = [['getDoor'], ['openDoor']].map((served) =>
      withoutRefusedOperations(benchOf(doorSpec({ probes: [PROBE], errors: ERRORS }), events(served)), [failed(1)]).map(
        ({ verdict }) => verdict,
      ),
    );
    expect(verdicts).toEqual([['fail'], ['inconclusive']]);
  });

  test('leaves open what the document says of a success only', () => {
    expect(settled(failed(7), refused('openDoor', 400))).toEqual(['inconclusive', 'target']);
  });

  test.each([
    [401, 'no_key', STILL],
    [401, 'no_rights', ['inconclusive', 'config']],
    [429, 'too_many_knocks', ['inconclusive', 'target']],
  ])('%i %s: a status that is named as not due counts where it is about the credential itself', (status, code, outcome) => {
    expect(settled(failed(8), refused('openDoor', status, { code }))).toEqual(outcome);
  });

  test('is blamed for what the target seemed to leave out behind it', () => {
    const open = failed(1, { verdict: 'inconclusive', exchanges: [] });
    expect(settled(open, refused('openDoor', 403))).toEqual(['inconclusive', 'config']);
    expect(settled({ ...open, blame: 'harness' }, refused('openDoor', 403))).toEqual(['inconclusive', 'harness']);
  });

  test('keeps nothing from being there where the refusal was due', () => {
    const due = failed(9, { verdict: 'pass', exchanges: [1] });
    const later = failed(0, { exchanges: [2] });
    const exchanges = [refused('getDoor', 404, { code: 'no_such_door' }), served('openDoor')];
    expect(settledAll([due, later], ...exchanges)[1]).toEqual(STILL);
    expect(settledAll([later], ...exchanges)[0]).toEqual(['inconclusive', 'provider-state']);
  });

  test('keeps nothing from being there where it is a read to which nothing refers', () => {
    const later = failed(0, { exchanges: [2] });
    expect(settled(later, { ...refused('getDoor', 403), at: 'steps/3' }, served('openDoor'))).toEqual(STILL);
    expect(settled(later, { ...refused('getDoor', 403), at: 'steps/10' }, served('openDoor'))).toEqual(['inconclusive', 'config']);
  });

  test('fails where the credential comes from the case itself', () => {
    expect(settled(failed(4), refused('openDoor', 403))).toEqual(STILL);
  });

  test.each(['shape/doors.error', 'header/limit/present', 'error/wrong_key', 'link/shut'])(
    'fails by %s: it is said of every response',
    (check) => {
      expect(settled(failed(0, { check }), refused('openDoor', 403))).toEqual(STILL);
    },
  );

  test.each([
    ['knock', 500, STILL],
    ['knock', 403, ['inconclusive', 'config']],
    ['getDoor', 500, ['inconclusive', 'target']],
  ])(
    '%s, %i: what the profile declares of the request itself does not hold, what a read was to show is open',
    (operation, status, outcome) => {
      expect(settled(failed(0, { check: 'declared/knocking' }), refused(operation, status))).toEqual(outcome);
    },
  );

  test('keeps what follows in the case from being judged', () => {
    expect(settled(failed(1, { exchanges: [2] }), refused('openDoor', 403), served('getDoor'))).toEqual(['inconclusive', 'config']);
  });

  test.each([
    ['once it was served', [refused('getDoor', 403), served('getDoor')]],
    ['where it was refused in different ways', [refused('getDoor', 404), refused('getDoor', 403)]],
  ])('is judged %s', (_when, exchanges) => {
    expect(settled(failed(1), ...exchanges)).toEqual(STILL);
  });

  test('names the requests and the refusal', () => {
    const events = sampleCase({ case: 'probe/look' }, sampleExchange(refused('getDoor', 503)), sampleExchange(refused('getDoor', 503)));
    const [finding] = withoutRefusedOperations(benchOf(doorSpec({ probes: [PROBE] }), events), [failed(1)]);
    expect(finding).not.toHaveProperty('expected');
    expect(finding?.reason).toMatch(
      /^each of 2 requests of getDoor was refused \(status 503.*\): nothing can be told of what was not returned$/,
    );
  });
});

test('operations that refuse a case and serve others are told', () => {
  const first = sampleCase({ case: 'first' }, sampleExchange(refused('getDoor', 401)), sampleExchange(served('openDoor')));
  const second = sampleCase({ case: 'second' }, sampleExchange(served('getDoor')), sampleExchange(refused('closeDoor', 403)));
  const events = [...first, ...second];
  expect([first, second, events].map((own) => servedElsewhere(events, own))).toEqual([['getDoor'], [], []]);
});
