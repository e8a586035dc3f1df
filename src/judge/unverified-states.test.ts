import { expect, test } from 'vitest';
import { doorSpec, sampleProfile } from '../profile/profile-fixtures.ts';
import type { Profile } from '../profile/profile.ts';
import { sampleCase, sampleExchange } from '../trace/trace-fixtures.ts';
import type { TraceEvent } from '../trace/events.ts';
import type { Finding } from './finding.ts';
import { benchOf, heldAgainstTarget, SHUT_STATE } from './judge-fixtures.ts';
import { withoutUnverifiedStates } from './unverified-states.ts';

const KEY = 'providerStates.0';
const REASON = `${KEY}: the one request of openDoor with the data of 'a shut door' was refused: see that they are right and still valid, or say certain: true`;

/** Verdict, blame and reason of findings about doors that are opened with a key of the provider, each answered with a status. */
function doubted(
  statuses: readonly number[],
  findings: readonly Finding[],
  about: Partial<Profile> = {},
  url = 'http://127.0.0.1:1/doors/d1',
): unknown {
  const state: TraceEvent = { ...SHUT_STATE, by: KEY, data: { key: '~key-1~', door: 'doors' } };
  const exchanges = statuses.map((status) =>
    sampleExchange({ operation: 'openDoor', request: { method: 'POST', url, body: { key: '~key-1~' } }, response: { status } }),
  );
  const profile = sampleProfile({}, about);
  return withoutUnverifiedStates(benchOf(doorSpec(), sampleCase({}, state, ...exchanges), profile), findings).map(
    ({ verdict, blame, reason }) => [verdict, blame, reason],
  );
}

const AS_IT_WAS = [['fail', 'target', undefined]];
const IN_DOUBT = [['inconclusive', 'provider-state', REASON]];

test.each<[string, readonly number[], Finding, Partial<Profile>, unknown]>([
  ['that were refused in the whole run', [401], heldAgainstTarget('transition/open'), {}, IN_DOUBT],
  ['that were refused before', [401], heldAgainstTarget('read-back/open', { verdict: 'inconclusive', exchanges: [] }), {}, IN_DOUBT],
  ['that were refused wherever no rate limit was exceeded', [401, 429], heldAgainstTarget('transition/open'), {}, IN_DOUBT],
  ['that were only beyond a rate limit', [429], heldAgainstTarget('transition/open'), {}, AS_IT_WAS],
  ['that were accepted once', [401, 200], heldAgainstTarget('transition/open'), {}, AS_IT_WAS],
  ['that broke the target down', [500], heldAgainstTarget('transition/open'), {}, AS_IT_WAS],
  ['whose refusal was due, and is another', [401], heldAgainstTarget('transition/refused'), {}, AS_IT_WAS],
  ['of the embedded deployment', [401], heldAgainstTarget('transition/open'), { embedded: true }, AS_IT_WAS],
  [
    'that are certain',
    [401],
    heldAgainstTarget('transition/open'),
    { sources: [{ kind: 'module', key: KEY, cost: 0, file: 'states.mjs', provides: undefined, certain: true }] },
    AS_IT_WAS,
  ],
])('data of a provider state %s', (_which, statuses, found, about, wanted) => {
  expect(doubted(statuses, [found], about)).toEqual(wanted);
});

test('data of a provider state are no doubt where the document foresees the refusal', () => {
  const refused: Finding = { ...heldAgainstTarget('transition/refused'), verdict: 'pass' };
  const wrong = heldAgainstTarget('transition/open');
  expect(doubted([401], [refused, wrong])).toEqual([['pass', 'target', undefined], ...AS_IT_WAS]);
});

test('data of a provider state that are refused after it was taken down are no doubt', () => {
  const state: TraceEvent = { ...SHUT_STATE, by: KEY, data: { key: '~key-1~' } };
  const request = { method: 'POST', url: 'http://127.0.0.1:1/doors/d1', body: { key: '~key-1~' } } as const;
  const used = sampleExchange({ operation: 'openDoor', request });
  const { operation: _none, ...removed } = sampleExchange({ purpose: 'clean-up', request, response: { status: 401 } });
  const findings = [heldAgainstTarget('read-back/open', { verdict: 'inconclusive', exchanges: [] })];
  const judged = withoutUnverifiedStates(benchOf(doorSpec(), sampleCase({}, state, used, removed), sampleProfile()), findings);
  expect(judged).toEqual(findings);
});

test('data in an address that a target has sent, and that no decoder takes', () => {
  const url = 'http://127.0.0.1:1/doors/%FF?key=~key-1~';
  expect(doubted([401], [heldAgainstTarget('transition/open')], {}, url)).toEqual(IN_DOUBT);
});

test.each<[string, readonly (readonly [string, string, number])[], unknown]>([
  [
    'that no operation knows',
    [
      ['openDoor', 'd2', 200],
      ['openDoor', 'side-1', 404],
    ],
    IN_DOUBT,
  ],
  [
    'that another operation knows',
    [
      ['getDoor', 'side-1', 200],
      ['openDoor', 'd2', 200],
      ['openDoor', 'side-1', 404],
    ],
    AS_IT_WAS,
  ],
])('a field of one of several objects %s', (_which, sent, wanted) => {
  const objects = { door: { 'the front': { id: 'front-1' }, 'the side': { id: 'side-1' } } };
  const state: TraceEvent = { ...SHUT_STATE, by: KEY, data: { house: 'house-1', side: 'the side', objects } };
  const exchanges = sent.map(([operation, id, status]) =>
    sampleExchange({ operation, request: { method: 'POST', url: `http://127.0.0.1:1/house-1/${id}` }, response: { status } }),
  );
  const bench = benchOf(doorSpec(), sampleCase({}, state, ...exchanges), sampleProfile());
  const found = withoutUnverifiedStates(bench, [heldAgainstTarget('transition/open', { exchanges: [sent.length] })]);
  expect(found.map(({ verdict, blame, reason }) => [verdict, blame, reason])).toEqual(wanted);
});

test.each<[string, readonly (readonly [string, number])[], unknown]>([
  [
    'that no case could use is in doubt',
    [
      ['~key-1~', 401],
      ['~key-2~', 200],
      ['~key-1~', 401],
    ],
    ['inconclusive', 'provider-state', REASON.replace('the one request', 'each of 2 requests')],
  ],
  [
    'that one case could use is not',
    [
      ['~key-1~', 401],
      ['~key-2~', 200],
      ['~key-1~', 200],
    ],
    ['fail', 'target', undefined],
  ],
  [
    'that only one case was given is not',
    [
      ['~key-1~', 401],
      ['~key-2~', 200],
      ['~key-2~', 200],
    ],
    ['fail', 'target', undefined],
  ],
])('of several accounts, one %s', (_which, uses, wanted) => {
  const cases = uses.flatMap(([key, status], index) => {
    const first = index + 1;
    const state: TraceEvent = { ...SHUT_STATE, by: KEY, data: { key } };
    const request = { method: 'POST', url: 'http://127.0.0.1:1/doors/d1', body: { key } } as const;
    return sampleCase({ case: `probe/${first}`, first }, state, sampleExchange({ operation: 'openDoor', request, response: { status } }));
  });
  const [found] = withoutUnverifiedStates(benchOf(doorSpec(), cases, sampleProfile()), [
    heldAgainstTarget('transition/open', { case: 'probe/1' }),
  ]);
  expect([found?.verdict, found?.blame, found?.reason]).toEqual(wanted);
});

test.each<[string, TraceEvent['type'], unknown]>([
  ['and no account was left to repeat it', 'blocked', ['inconclusive', 'provider-state', REASON]],
  ['and another account could use it', 'exchange', ['fail', 'target', undefined]],
])('of several accounts, one that its only case could not use, %s', (_which, repeated, wanted) => {
  const stateWith = (key: string): TraceEvent => ({ ...SHUT_STATE, by: KEY, data: { key } });
  const use = (key: string, status: number): TraceEvent =>
    sampleExchange({
      operation: 'openDoor',
      request: { method: 'POST', url: 'http://127.0.0.1:1/doors/d1', body: { key } },
      response: { status },
    });
  const blocked: TraceEvent = {
    type: 'blocked',
    case: '',
    place: { row: 'probe:look', at: 'steps/0' },
    because: 'no account is left',
    blame: 'provider-state',
  };
  const cases = [
    ...sampleCase({ case: 'probe/1', first: 1 }, stateWith('~key-1~'), use('~key-1~', 401)),
    ...sampleCase({ case: 'probe/2', first: 2 }, stateWith('~key-2~'), use('~key-2~', 200)),
    ...sampleCase(
      { case: 'probe/1/again-1', first: 3, again: { of: 'probe/1', to: 'repeat' } },
      ...(repeated === 'blocked' ? [blocked] : [stateWith('~key-3~'), use('~key-3~', 200)]),
    ),
  ];
  const [found] = withoutUnverifiedStates(benchOf(doorSpec(), cases, sampleProfile()), [
    heldAgainstTarget('transition/open', { case: 'probe/1' }),
  ]);
  expect([found?.verdict, found?.blame, found?.reason]).toEqual(wanted);
});
