import { expect, test } from 'vitest';
import { doorSpec, KNOCK_BINDING, sampleProfile, sampleSpecs } from '../profile/profile-fixtures.ts';
import type { PublicAccount } from '../profile/account-pool.ts';
import type { Profile } from '../profile/profile.ts';
import type { Source } from '../profile/sources.ts';
import type { CatalogueEntry, ProbeRow } from '../model/types.ts';
import { fitToSources, sourceUses } from './fit-sources.ts';
import { planDocument, type DocumentPlan } from './plan.ts';

const look: ProbeRow['steps'] = [{ call: 'getDoor', with: { id: '$door.id' }, expect: [{ clauses: ['doors.look'], status: [200] }] }];
const probe = (id: string, more: Partial<ProbeRow> = {}): ProbeRow => ({
  id,
  about: id,
  given: [{ state: 'a shut door', as: 'door' }],
  steps: look,
  ...more,
});

const accounts = (...about: readonly Partial<PublicAccount>[]): Extract<Source, { kind: 'accounts' }> => ({
  kind: 'accounts',
  key: 'providerStates.0',
  cost: 0,
  file: 'accounts.yaml',
  spent: [],
  spentFile: 'none',
  accounts: about.map((one, kin) => ({
    place: `accounts.yaml:${kin + 2}:5`,
    state: 'a shut door',
    params: {},
    consumable: undefined,
    kin,
    data: {},
    ...one,
  })),
});

function plan(sources: Profile['sources'], probes: readonly ProbeRow[], states?: readonly CatalogueEntry[]): DocumentPlan {
  const spec = doorSpec({ probes: [...probes], ...(states === undefined ? {} : { states }) });
  const profile = sampleProfile({ bindings: { knock: KNOCK_BINDING } }, { sources });
  return fitToSources(planDocument(sampleSpecs(spec), spec, profile, {}), profile);
}

const summaryOf = ({ cases, omissions }: DocumentPlan): unknown => [
  cases.map(({ id }) => id),
  omissions.map(({ row, why, blame, key }) => [row, why, blame, key]),
];
const left = (row: string, why: string): unknown => [row, why, 'provider-state', 'providerStates'];
const none = (state: string): string => `nothing provides ${state} (profile key providerStates)`;

test('an account that stays serves every case, one after the other', () => {
  expect(summaryOf(plan([accounts({})], [probe('one'), probe('two')]))).toEqual([
    ['tour/door/1', 'tour/door/2', 'tour/door/3', 'tour/door/4', 'probe/one', 'probe/two'],
    [],
  ]);
});

test('two accounts are lent to a case that needs two; it is left out where there is one', () => {
  const two = probe('two', {
    given: [
      { state: 'a shut door', as: 'door' },
      { state: 'a shut door', as: 'other' },
    ],
  });
  const why = "no account is left for 'a shut door': prepare more of them (profile key providerStates)";
  expect([summaryOf(plan([accounts({}, {})], [two])), summaryOf(plan([accounts({})], [two, probe('one')]))]).toEqual([
    [['tour/door/1', 'tour/door/2', 'tour/door/3', 'tour/door/4', 'probe/two'], []],
    [['tour/door/1', 'tour/door/2', 'tour/door/3', 'tour/door/4', 'probe/one'], [left('probe:two', why)]],
  ]);
});

test('accounts that a use spends go to the tours first, and what they do not suffice for is told', () => {
  const spent = { consumable: true };
  const why = "no account is left for 'a shut door': prepare more of them (profile key providerStates)";
  const planned = plan([accounts(spent, spent, spent)], [probe('one'), probe('two')]);
  expect(summaryOf(planned)).toEqual([
    ['tour/door/1', 'tour/door/2', 'tour/door/3'],
    [left('transition:knock@SHUT', why), left('probe:one', why), left('probe:two', why)],
  ]);
  expect(planned.requests.probes).toBe(2);
});

test('what earlier runs have spent is told with what is missing', () => {
  const source = { ...accounts({ consumable: true }), spent: ['a shut door', 'another door', 'a shut door'] };
  expect(new Set(plan([source], [probe('one')]).omissions.map(({ why }) => why))).toEqual(
    new Set(["no account is left for 'a shut door' (earlier runs have spent 2): prepare more of them (profile key providerStates)"]),
  );
  expect(plan([{ ...source, accounts: [] }], [probe('one')]).omissions[0]?.why).toBe(
    "nothing provides 'a shut door' (earlier runs have spent 2) (profile key providerStates)",
  );
});

test('a use that spends a state needs an account for that', () => {
  const spending = probe('spending', { given: [{ state: 'a shut door', as: 'door', spends: true }] });
  const why = "nothing provides 'a shut door' for a use that spends it: add an account with consumable: true";
  expect([summaryOf(plan([accounts({})], [spending])), summaryOf(plan([accounts({}, { consumable: true })], [spending]))]).toEqual([
    [['tour/door/1', 'tour/door/2', 'tour/door/3', 'tour/door/4'], [left('probe:spending', why)]],
    [['tour/door/1', 'tour/door/2', 'tour/door/3', 'tour/door/4', 'probe/spending'], []],
  ]);
});

test('a state that no account is in, with its parameters, leaves out what needs it', () => {
  const size: CatalogueEntry = {
    name: 'a shut door',
    about: '',
    params: { size: { about: '', schema: { type: 'integer', default: 2 } } },
  };
  const wide = probe('wide', { given: [{ state: 'a shut door', as: 'door', params: { size: 3 } }] });
  const usual = probe('usual', { given: [{ state: 'a shut door', as: 'door', params: { size: 2 } }] });
  expect(summaryOf(plan([accounts({})], [wide, usual], [size]))).toEqual([
    ['tour/door/1', 'tour/door/2', 'tour/door/3', 'tour/door/4', 'probe/usual'],
    [left('probe:wide', none("'a shut door' with size: 3"))],
  ]);
});

test('a plan says what it asks of each source, and what that spends', () => {
  const http: Source = {
    kind: 'http',
    key: 'providerStates.1',
    cost: 2,
    provides: undefined,
    url: 'http://s.test',
    acts: 'http://a.test',
    headers: {},
  };
  const sources = [accounts({ consumable: true }), http];
  const shut: CatalogueEntry = { name: 'a shut door', about: '', cost: 3 };
  const planned = plan(sources, [probe('one'), probe('two')], [shut]);
  expect(sourceUses([planned], sampleProfile({}, { sources }))).toEqual([
    { key: 'providerStates.0', source: 'accounts accounts.yaml', uses: 1, spends: 1, cost: 3 },
    { key: 'providerStates.1', source: 'http http://s.test', uses: 5, spends: 0, cost: 25 },
  ]);
});

test('a state that a step asks for on its way is looked for as well', () => {
  const late = probe('late', { given: [], steps: [{ provide: { state: 'a shut door', as: 'door', params: { size: 3 } } }, ...look] });
  expect(summaryOf(plan([accounts({})], [late]))).toEqual([
    ['tour/door/1', 'tour/door/2', 'tour/door/3', 'tour/door/4'],
    [left('probe:late', none("'a shut door' with size: 3"))],
  ]);
});

test('a case of a size needs an account of that size', () => {
  const walk = probe('walk', {
    given: [{ state: 'a shut door', as: 'door', params: { rooms: '$size.objects' } }],
    sizes: [
      { id: 'few', objects: 3 },
      { id: 'many', objects: 300 },
    ],
  });
  expect(summaryOf(plan([accounts({}, { params: { rooms: 3 } })], [walk]))).toEqual([
    ['tour/door/1', 'tour/door/2', 'tour/door/3', 'tour/door/4', 'probe/walk@few'],
    [left('probe:walk@many', none("'a shut door' with rooms: 300"))],
  ]);
});

test('what takes control over the target cannot be prepared', () => {
  const control: CatalogueEntry = { name: 'a shut door', about: '', control: true };
  expect(plan([accounts({})], [probe('one')], [control]).cases).toEqual([]);
});

test('without the first state of a tour nothing behind it is reached, and the state is to blame', () => {
  const missing = none("'a shut door'");
  expect(summaryOf(plan([], []))).toEqual([
    [],
    [
      left('transition:open', missing),
      left('transition:refused', missing),
      left('transition:shut', `${missing}, which leads to OPEN`),
      left('transition:remove', `${missing}, which leads to SHUT`),
      left('transition:knock@OPEN', `${missing}, which leads to OPEN`),
      left('transition:knock@SHUT', `${missing}, which leads to SHUT`),
    ],
  ]);
});

test('a source that makes states is asked where accounts run out', () => {
  const http: Source = {
    kind: 'http',
    key: 'providerStates.1',
    cost: 0,
    provides: ['a shut door'],
    url: 'http://s.test',
    acts: 'http://a.test',
    headers: {},
  };
  const acting = probe('acting', { steps: [{ act: 'break the door' }, ...look] });
  expect(summaryOf(plan([accounts({ consumable: true }), http], [probe('one'), acting]))).toEqual([
    ['tour/door/1', 'tour/door/2', 'tour/door/3', 'tour/door/4', 'probe/one'],
    [left('probe:acting', "nothing can do the act 'break the door' (profile key providerStates)")],
  ]);
});

test('of the sizes of a probe those are driven that somebody has prepared; one that was drawn leaves no clause open', () => {
  const sized = probe('sized', {
    sizes: [
      { id: 'none', objects: 0 },
      { id: 'two', objects: 2 },
      { id: 'drawn', objects: { from: 3, to: 9 } },
    ],
    given: [{ state: 'a shut door', as: 'door', params: { doors: '$size.objects' } }],
  });
  const { cases, omissions } = plan([accounts({ params: { doors: 2 } }, {})], [sized]);
  expect(cases.flatMap(({ id }) => (id.startsWith('probe/') ? [id] : []))).toEqual(['probe/sized@two']);
  expect(omissions.map(({ row, clauses, why }) => [row, clauses, why.replace(/\d+/, 'N')])).toEqual([
    ['probe:sized@none', ['doors.look'], none("'a shut door' with doors: N")],
    ['probe:sized@drawn', [], none("'a shut door' with doors: N")],
  ]);
});
