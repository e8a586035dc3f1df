import { expect, test } from 'vitest';
import type { ProbeRow } from '../model/types.ts';
import { doorSpec, KNOCK_BINDING, sampleProfile, sampleSpecs, type SpecParts } from '../profile/profile-fixtures.ts';
import type { Profile, PublicService } from '../profile/profile.ts';
import { familyPlans } from './family-plans.ts';
import { planDocument, type DocumentPlan } from './plan.ts';
import { statesAsked } from './provision.ts';

const probe = (id: string, steps: ProbeRow['steps'], more: Partial<ProbeRow> = {}): ProbeRow => ({ id, about: id, steps, ...more });
const look = probe('look', [{ call: 'getDoor', with: { id: '1' }, expect: [{ clauses: ['doors.look'], status: [200] }] }], {
  given: [{ state: 'a shut door' }],
});

interface Setup {
  readonly parts?: SpecParts;
  readonly service?: Partial<PublicService>;
  readonly profile?: Partial<Profile>;
  readonly selection?: Parameters<typeof planDocument>[3];
}

function plan({ parts = {}, service = {}, profile = {}, selection = {} }: Setup = {}): DocumentPlan {
  const spec = doorSpec({ probes: [look], ...parts });
  return planDocument(sampleSpecs(spec), spec, sampleProfile({ bindings: { knock: KNOCK_BINDING }, ...service }, profile), selection);
}

const ids = ({ cases }: DocumentPlan): readonly string[] => cases.map(({ id }) => id);
const omitted = ({ omissions }: DocumentPlan): readonly (readonly string[])[] => omissions.map(({ row, why, blame }) => [row, why, blame]);

test('a document is planned as a tour over its transitions, what is only declared beside it, and its probes', () => {
  const planned = plan();
  expect(planned.cases.map(({ id, kind, title }) => [id, kind, title])).toEqual([
    ['tour/door/1', 'tour', 'door: start → OPEN → SHUT → gone: 404'],
    ['tour/door/2', 'tour', 'door: start → refused: wrong_key'],
    ['tour/door/3', 'probe', 'door: start → OPEN → not shown'],
    ['tour/door/4', 'probe', 'door: start → OPEN → SHUT → not shown'],
    ['probe/look', 'probe', 'look'],
  ]);
  expect(planned.omissions).toEqual([]);
  expect(planned.transitions.map(({ id }) => id)).toEqual(['open', 'refused', 'shut', 'remove']);
  // open, shut, the two requests of remove, and refused; two of them read back. The ways to the two knocks are probes.
  expect(planned.requests).toEqual({ tour: 5, readBack: 5, probes: 6, pagination: 0, walks: 0, lowerBound: 5 });
  expect(planned.preparations).toEqual({ tour: 2, lowerBound: 2 });
  expect(planned.cases.flatMap(statesAsked)).toHaveLength(5);
});

test('an operation that the profile does not bind is left out, and the profile is to blame', () => {
  const planned = plan({ service: { bindings: {} } });
  expect(omitted(planned)).toEqual([
    ['transition:knock@OPEN', 'services.authentication.bindings.knock is missing', 'config'],
    ['transition:knock@SHUT', 'services.authentication.bindings.knock is missing', 'config'],
  ]);
  expect(ids(planned)).toEqual(['tour/door/1', 'tour/door/2', 'probe/look']);
  expect(omitted(plan({ service: { bindings: { knock: { method: 'POST' } } } }))[0]).toEqual([
    'transition:knock@OPEN',
    'services.authentication.bindings.knock.path is missing',
    'config',
  ]);
});

test('all that is missing from the profile is named at once, and before what is not permitted', () => {
  const steps = [{ call: 'knock', with: { id: '1' } }, { act: 'break the door' }, ...look.steps];
  const planned = plan({
    parts: { probes: [probe('p', steps, { needs: ['doorColour', 'doorBell'], permissions: ['destroy'] })] },
    service: { bindings: {} },
    profile: { permissions: { mutate: true, destroy: false, exhaustRateLimit: false, origins: [] } },
  });
  expect(omitted(planned).filter(([row]) => row === 'probe:p')).toEqual([
    ['probe:p', 'services.authentication.bindings.doorColour is missing', 'config'],
    ['probe:p', 'services.authentication.bindings.doorBell is missing', 'config'],
    ['probe:p', 'services.authentication.bindings.knock is missing', 'config'],
  ]);
});

test.each([
  [
    'a binding that it needs',
    probe('p', look.steps, { needs: ['doorColour'] }),
    {},
    'services.authentication.bindings.doorColour is missing',
    'config',
  ],
  [
    'a clock',
    probe('p', [{ advance: 'PT1H' }, ...look.steps]),
    { control: { acts: true, clock: false, events: true } },
    "the target's clock cannot be turned (profile key clock)",
    'config',
  ],
  [
    'acts',
    probe('p', [{ act: 'break the door' }, ...look.steps]),
    { sources: [] },
    "nothing can do the act 'break the door' (profile key providerStates)",
    'provider-state',
  ],
])('a probe without %s is left out, and told why', (_what, row, profile, why, blame) => {
  const planned = plan({ parts: { probes: [row], machines: [] }, profile });
  expect(omitted(planned)).toEqual([['probe:p', why, blame]]);
  expect(ids(planned)).not.toContain('probe/p');
});

test('a document that the profile has no service for is left out as a whole', () => {
  const planned = plan({ profile: { services: {} } });
  expect([planned.cases, planned.omissions]).toEqual([[], []]);
});

test('only what the selection asks is driven, over whatever leads there', () => {
  const planned = plan({ selection: { clauses: 'doors.transitions.remove' } });
  expect(planned.cases.map(({ title }) => title)).toEqual(['door: start → OPEN → SHUT → gone: 404']);
  expect([planned.transitions.length, planned.preparations]).toEqual([4, { tour: 1, lowerBound: 0 }]);
  expect(ids(plan({ selection: { clauses: 'doors.look' } }))).toEqual(['probe/look']);
  expect(ids(plan({ selection: { features: ['doors.none'] } }))).toEqual([]);
});

test('nothing is driven for a feature that is not claimed', () => {
  const planned = plan({ service: { claims: [], bindings: {} } });
  expect([planned.cases, planned.omissions]).toEqual([[], []]);
});

test('a state that nothing leads to is said', () => {
  const [machine] = doorSpec().states.machines;
  if (machine === undefined) throw new Error('no machine');
  const planned = plan({ parts: { machines: [{ ...machine, transitions: machine.transitions.filter(({ id }) => id !== 'shut') }] } });
  expect(omitted(planned)).toEqual([
    [
      'transition:remove',
      'nothing documented, bound or declared leads to SHUT. Say under declares which of these does: knocking',
      'config',
    ],
    [
      'transition:knock@SHUT',
      'nothing documented, bound or declared leads to SHUT. Say under declares which of these does: knocking',
      'config',
    ],
  ]);
});

test('a probe that judges nothing itself is driven with what it serves, else in every run that is not filtered', () => {
  const bare = { steps: [{ call: 'getDoor', with: { id: '1' } }] as ProbeRow['steps'] };
  const parts = {
    probes: [
      { id: 'bare', about: 'bare', ...bare },
      { id: 'serving', about: 'serving', serves: ['doors.look'], ...bare },
    ],
    clauses: [{ id: 'doors.look' }],
  };
  const probes = (selection: NonNullable<Setup['selection']>): readonly string[] =>
    ids(plan({ parts, selection })).filter((id) => id.startsWith('probe/'));
  expect(
    [
      {},
      { documents: ['authentication' as const] },
      { clauses: 'doors.look' },
      { clauses: 'doors.other' },
      { features: ['authn.doors'] },
    ].map(probes),
  ).toEqual([['probe/bare', 'probe/serving'], ['probe/bare', 'probe/serving'], ['probe/serving'], [], ['probe/bare', 'probe/serving']]);
});

test('a read-back whose operation is not bound is passed over', () => {
  const [machine] = doorSpec().states.machines;
  if (machine === undefined) throw new Error('no machine');
  const planned = plan({
    parts: { machines: [{ ...machine, readBack: [{ call: 'knock', with: { id: '$last.id' } }] }] },
    service: { bindings: {} },
  });
  expect(planned.requests.readBack).toBe(0);
});

test.each(['mutate', 'destroy', 'exhaustRateLimit'] as const)(
  'a probe that needs the permission %s is left out where the profile does not give it',
  (permission) => {
    const permissions = { mutate: true, destroy: true, exhaustRateLimit: true, origins: [], [permission]: false };
    const planned = plan({ parts: { probes: [{ ...look, permissions: [permission] }] }, profile: { permissions } });
    expect(planned.omissions.filter(({ row }) => row.startsWith('probe:')).map(({ row, blame }) => [row, blame])).toEqual([
      ['probe:look', 'config'],
    ]);
  },
);

test('what removes something is not called where the profile does not permit it', () => {
  const planned = plan({ profile: { permissions: { mutate: true, destroy: false, exhaustRateLimit: true, origins: [] } } });
  expect(planned.cases.flatMap(({ steps }) => steps.map(({ step }) => step.call))).not.toContain('removeDoor');
});

test('places of an oracle family are counted, and those that cannot be exercised are named with what the profile lacks', () => {
  const at = (id: string, place: string, more: Partial<ProbeRow> = {}): ProbeRow => ({
    ...look,
    id,
    family: { name: 'echoes', place },
    ...more,
  });
  const probes = [
    at('echo', 'hall'),
    at('echo.2', 'hall', { adds: true }),
    at('echo.3', 'cellar', { needs: ['dig'] }),
    at('echo.4', 'attic'),
  ];
  const planned = plan({ parts: { probes } });
  expect(planned.cases.flatMap(({ family }) => family ?? [])).toEqual([
    { name: 'echoes', place: 'hall' },
    { name: 'echoes', place: 'hall' },
    { name: 'echoes', place: 'attic' },
  ]);
  expect(familyPlans([planned])).toEqual([
    {
      name: 'echoes',
      places: 3,
      planned: 2,
      notExercisable: [{ place: 'authentication/cellar', lacks: 'services.authentication.bindings.dig is missing' }],
    },
  ]);
});
