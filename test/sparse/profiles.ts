import type { DocumentName, Permissions, ProfileFile, Specs } from '../../src/model/types.ts';
import { resolveProfile } from '../../src/profile/load-profile.ts';
import type { Profile } from '../../src/profile/profile.ts';
import { HOSTS } from '../../src/qualify/transport.ts';

/** A profile of the mock that lacks most of what its own has. */
export interface SparseProfile {
  readonly name: string;
  readonly profile: Profile;
}

interface Lacking {
  readonly documents: readonly DocumentName[];
  /** which bindings stay, by their place in the profile; all where omitted */
  readonly bindings?: (index: number) => boolean;
  readonly declares?: false;
  readonly credentials?: false;
  /** what of the surroundings is under control; all where omitted */
  readonly control?: Profile['control'];
  readonly permissions?: Required<Permissions>;
  /** the provider states that are there; all where omitted */
  readonly states?: readonly string[];
}

const NO_CONTROL = { acts: false, clock: false, events: false };
const READ_ONLY = { mutate: false, destroy: false, exhaustRateLimit: false, origins: [] };

/** Sparse and partial profiles of every kind that a first try has: few bindings, one account, no clock, no acts, nothing that may be changed. */
export function sparseProfiles(specs: Specs, source: ProfileFile, file: string): readonly SparseProfile[] {
  const statesOf = (document: DocumentName): readonly string[] =>
    specs.documents[document]?.providerStates.states.map(({ name }) => name) ?? [];
  const all = Object.keys(specs.documents);
  const states = all.flatMap(statesOf);
  const every = (rest: number): readonly string[] => states.filter((_state, index) => index % 3 === rest);
  const ofOne = all.flatMap((document): readonly (readonly [string, Lacking])[] => {
    const documents = [document];
    return [
      [`${document} alone`, { documents }],
      [`${document} without control`, { documents, control: NO_CONTROL }],
      [`${document} without declarations`, { documents, control: NO_CONTROL, declares: false }],
      [`${document}, read only`, { documents, control: NO_CONTROL, permissions: READ_ONLY }],
      [`${document}, nothing deleted`, { documents, permissions: { ...READ_ONLY, mutate: true } }],
      [`${document} with six bindings`, { documents, control: NO_CONTROL, bindings: (index) => index < 6 }],
      [`${document} without bindings`, { documents, control: NO_CONTROL, bindings: () => false }],
      [`${document} with one account`, { documents, control: NO_CONTROL, states: statesOf(document).slice(0, 1) }],
    ];
  });
  const ofSeveral: readonly (readonly [string, Lacking])[] = [
    ['trusted by nobody', { documents: ['authentication'], credentials: false }],
    [
      'one account, trusted by nobody',
      { documents: ['authentication'], control: NO_CONTROL, states: statesOf('authentication').slice(0, 1), credentials: false },
    ],
    ['two services', { documents: all.slice(0, 2), control: NO_CONTROL }],
    ['two services with a third of the states', { documents: all.slice(1), control: NO_CONTROL, states: every(0) }],
    ['everything with another third of the states', { documents: all, control: NO_CONTROL, states: every(1) }],
    ['everything but a clock', { documents: all, control: { acts: true, clock: false, events: true } }],
    ['everything but acts', { documents: all, control: { acts: false, clock: true, events: true } }],
    ['everything but events', { documents: all, control: { acts: true, clock: true, events: false } }],
  ];
  return [...ofOne, ...ofSeveral].map(([name, lacking]) => ({ name, profile: sparse(source, file, states, lacking) }));
}

function sparse(source: ProfileFile, file: string, all: readonly string[], lacking: Lacking): Profile {
  const { documents, bindings = () => true, declares = true, credentials = true, control, permissions, states = all } = lacking;
  const services = Object.fromEntries(
    documents.map((document) => {
      const service = source.services?.[document];
      const bound = Object.entries(service?.bindings ?? {}).filter((_binding, index) => bindings(index));
      return [
        document,
        {
          ...service,
          bindings: Object.fromEntries(bound),
          declares: declares ? (service?.declares ?? []) : [],
          ...(credentials ? {} : { credentials: {} }),
        },
      ];
    }),
  );
  const profile = resolveProfile({ ...source, services }, file, {}, { services: HOSTS, control: 'http://control.assay.test' });
  const prepared = { kind: 'module', key: 'providerStates.0', cost: 0, file: 'none', provides: states } as const;
  return {
    ...profile,
    ...(permissions === undefined ? {} : { permissions }),
    ...(control === undefined
      ? {}
      : {
          control,
          clock: control.clock ? profile.clock : undefined,
          events: control.events ? profile.events : undefined,
          sources: control.acts ? profile.sources : [prepared],
        }),
  };
}
