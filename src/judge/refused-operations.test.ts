import { describe, expect, test } from 'vitest';
import type { ProbeRow } from '../model/types.ts';
import { doorSpec } from '../profile/profile-fixtures.ts';
import { sampleCase, sampleExchange } from '../trace/trace-fixtures.ts';
import type { SampleExchange } from '../trace/trace-fixtures.ts';
import type { Finding } from './finding.ts';
import { benchOf } from './judge-fixtures.ts';
import { withoutRefusedOperations } from './refused-operations.ts';

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
    { call: 'openDoor', expect: [{ clauses: ['doors.secret'], lacks: ['$door.key'] }] },
  ],
};

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
  const events = sampleCase({ case: 'probe/look' }, ...exchanges.map((one) => sampleExchange(one)));
  return (
    withoutRefusedOperations(benchOf(doorSpec({ probes: [PROBE] }), events), [finding]).map(({ verdict, blame }) => [verdict, blame])[0] ??
    []
  );
}

const refused = (operation: string, status: number): SampleExchange => ({ operation, response: { status, body: { code: 'no' } } });
const served = (operation: string): SampleExchange => ({ operation, response: { status: 200 } });
const STILL = ['fail', 'target'];

describe('an operation that was refused each time', () => {
  test.each([
    [401, 'config'],
    [403, 'config'],
    [404, 'provider-state'],
    [400, 'target'],
    [429, 'target'],
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
    [500, STILL],
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

  test('fails by what the refusal holds and no answer may hold', () => {
    expect(settled(failed(5), refused('openDoor', 403))).toEqual(STILL);
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
