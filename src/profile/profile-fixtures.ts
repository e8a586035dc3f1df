import { loadSpecs } from '../model/load.ts';
import type {
  CallerRow,
  CatalogueEntry,
  Clause,
  DocumentName,
  DocumentSpec,
  ErrorRow,
  LinkRow,
  Laws,
  MachineRow,
  OperationRow,
  ProbeRow,
  RateLimitHeaderRow,
  ResourceRow,
  ResponseRule,
  Specs,
} from '../model/types.ts';
import type { Profile, PublicService } from './profile.ts';

/** What a sample document says; everything not told is empty. */
export interface SpecParts {
  readonly name?: DocumentName;
  /** beyond those that rows name, or to give one of those another status */
  readonly clauses?: readonly (Partial<Clause> & Pick<Clause, 'id'>)[];
  readonly resources?: readonly ResourceRow[];
  readonly rules?: readonly ResponseRule[];
  readonly operations?: readonly OperationRow[];
  readonly links?: readonly LinkRow[];
  /** undefined, told as such: the document does not show where an error's name stands */
  readonly errorName?: string | undefined;
  readonly errors?: readonly ErrorRow[];
  readonly machines?: readonly MachineRow[];
  readonly callers?: readonly CallerRow[];
  readonly rateLimitHeaders?: readonly RateLimitHeaderRow[];
  readonly states?: readonly CatalogueEntry[];
  readonly acts?: readonly CatalogueEntry[];
  readonly probes?: readonly ProbeRow[];
  /** those of the real document unless told */
  readonly laws?: Laws;
}

/** A document for tests; it has every clause that a row names. */
export function sampleSpec(parts: SpecParts): DocumentSpec {
  const { name = 'authentication', errorName = '/code', rules = [], callers = [], rateLimitHeaders = [] } = parts;
  const { laws = loadSpecs().documents[name]?.document.laws ?? {} } = parts;
  const own = new Map((parts.clauses ?? []).map((clause) => [clause.id, clause]));
  const ids = [...new Set([...clausesIn(parts), ...own.keys()])];
  return {
    name,
    document: { title: name, idPrefix: 'authn', laws },
    load: loadSpecs().documents[name]?.load ?? {},
    families: {},
    refusals: {},
    features: [{ id: 'authn.doors', about: 'doors' }],
    clauses: ids.map((id) => ({ ...sampleClause(id), ...own.get(id) })),
    resources: { resources: [...(parts.resources ?? [])], rules: [...rules] },
    endpoints: { operations: [...(parts.operations ?? [])], links: [...(parts.links ?? [])] },
    states: { machines: [...(parts.machines ?? [])] },
    errors: {
      ...('errorName' in parts && parts.errorName === undefined ? {} : { errorName }),
      errors: [...(parts.errors ?? [])],
    },
    authentication: { callers: [...callers] },
    events: {},
    limits: { rateLimitHeaders: [...rateLimitHeaders] },
    versioning: {},
    providerStates: { states: [...(parts.states ?? [])], acts: [...(parts.acts ?? [])] },
    probes: { probes: [...(parts.probes ?? [])] },
  };
}

/** Every id in a list called `clauses`, at any depth. */
function clausesIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, entry]) =>
    key === 'clauses' && Array.isArray(entry) ? entry.filter((id) => typeof id === 'string') : clausesIn(entry),
  );
}

function sampleClause(id: string): Clause {
  return { id, source: { section: 'Doors', line: 1, digest: '00000000' }, says: id, status: 'testable', feature: 'authn.doors' };
}

/** The documents given, the others empty. */
export function sampleSpecs(...given: readonly DocumentSpec[]): Specs {
  const document = (name: DocumentName): DocumentSpec => given.find((spec) => spec.name === name) ?? sampleSpec({ name });
  const documents = {
    'privileged-access': document('privileged-access'),
    authentication: document('authentication'),
    governance: document('governance'),
  };
  const clauses = Object.values(documents).flatMap(({ clauses, name }) =>
    clauses.map((clause) => [clause.id, { ...clause, document: name }] as const),
  );
  return { documents, clauses: new Map(clauses), errata: [], digest: '0123456789abcdef' };
}

export const DOORS_URL = 'https://doors.example.test/api';
const STATES_URL = 'https://states.example.test/states';
const ACTS_URL = 'https://states.example.test/acts';

/** A profile with one service, everything claimed and permitted, everything under control, unless told otherwise. */
export function sampleProfile(
  service: Partial<PublicService> = {},
  about: Partial<Profile> = {},
  document: DocumentName = 'authentication',
): Profile {
  return {
    name: 'doors',
    embedded: false,
    file: 'doors.yaml',
    digest: 'fedcba',
    services: { [document]: { baseUrl: DOORS_URL, claims: undefined, bindings: {}, credentials: [], declares: [], ...service } },
    credentials: {},
    headers: {},
    sources: [{ kind: 'http', key: 'providerStates.0', cost: 0, url: STATES_URL, acts: ACTS_URL, headers: {}, provides: undefined }],
    clock: undefined,
    events: undefined,
    permissions: { mutate: true, destroy: true, exhaustRateLimit: true, origins: [] },
    control: { acts: true, clock: true, events: true },
    limits: { requests: 1000, perSecond: Infinity, concurrency: 1, durationMs: 60_000, timeoutMs: 1000, deliveryMs: 0, bodyBytes: 10_000 },
    ...about,
  };
}

/** A small document of each kind of row: a door that is opened with a key, shut, knocked at, and taken away. */
export function doorSpec(changes: SpecParts = {}): DocumentSpec {
  return sampleSpec({ ...DOOR, ...changes });
}

const DOOR_MACHINE: MachineRow = {
  id: 'door',
  resource: 'Door',
  statePointer: '/state',
  initial: 'start',
  states: [
    { name: 'start', pseudo: true, clauses: ['doors.states'] },
    { name: 'OPEN', clauses: ['doors.states'] },
    { name: 'SHUT', clauses: ['doors.states'] },
    { name: 'none', pseudo: true, clauses: ['doors.states'] },
  ],
  readBack: [{ call: 'getDoor', with: { id: '$last.id' } }],
  transitions: [
    {
      id: 'open',
      clauses: ['doors.transitions.open'],
      from: 'start',
      given: [{ state: 'a shut door', as: 'door' }],
      trigger: [{ call: 'openDoor', with: { id: '$door.id', key: '$door.key' } }],
      to: 'OPEN',
      also: [{ clauses: ['doors.transitions.open-token'], present: ['/token'] }],
    },
    {
      id: 'refused',
      clauses: ['doors.transitions.refused'],
      from: 'start',
      given: [{ state: 'a shut door', as: 'door' }],
      trigger: [{ call: 'openDoor', with: { id: '$door.id', key: 'some other key' } }],
      to: { refused: 'wrong_key' },
    },
    { id: 'shut', clauses: ['doors.transitions.shut'], from: 'OPEN', trigger: [{ follow: 'shut' }], to: 'SHUT' },
    {
      id: 'knock',
      clauses: ['doors.transitions.knock'],
      from: ['OPEN', 'SHUT'],
      trigger: [{ call: 'knock', with: { id: '$door.id' } }],
      to: { declared: 'knocking' },
    },
    {
      id: 'remove',
      clauses: ['doors.transitions.remove'],
      from: 'SHUT',
      trigger: [
        { call: 'removeDoor', with: { id: '$door.id' } },
        { call: 'getDoor', with: { id: '$door.id' } },
      ],
      to: { gone: 404 },
    },
  ],
};

const ID = { name: 'id', in: 'path', required: true, schema: { type: 'string' }, clauses: [] } as const;

const DOOR: SpecParts = {
  resources: [
    {
      name: 'Door',
      fields: [
        { path: 'id', schema: { type: 'string' }, clauses: ['doors.door.id'] },
        { path: 'state', schema: { enum: ['OPEN', 'SHUT'] }, clauses: ['doors.door.state'] },
        { path: 'openedAt', schema: { type: 'string', format: 'utc-milliseconds' }, clauses: ['doors.door.opened-at'] },
        { path: 'token', schema: { type: 'string' }, secret: 'doorToken', clauses: ['doors.door.token'] },
      ],
    },
  ],
  rules: [
    {
      id: 'doors.open-has-token',
      clauses: ['doors.open-has-token'],
      when: { state: ['OPEN'] },
      schema: { properties: { body: { required: ['token'] } } },
      expected: 'a token in an open door',
    },
  ],
  operations: [
    {
      id: 'openDoor',
      clauses: ['doors.endpoints.open'],
      method: 'POST',
      path: '/doors/{id}/open',
      parameters: [
        { ...ID, clauses: [] },
        { name: 'key', in: 'body', required: true, schema: { type: 'string' }, secret: 'doorKey', clauses: ['doors.endpoints.open'] },
      ],
      responses: [{ status: 200, resource: 'Door', clauses: [] }],
    },
    {
      id: 'getDoor',
      clauses: ['doors.endpoints.get'],
      method: 'GET',
      path: '/doors/{id}',
      safe: true,
      parameters: [{ ...ID, clauses: [] }],
      responses: [{ status: 200, resource: 'Door', clauses: [] }],
    },
    {
      id: 'shutDoor',
      clauses: ['doors.endpoints.shut'],
      method: 'POST',
      path: '/doors/{id}/shut',
      parameters: [{ ...ID, clauses: [] }],
      responses: [{ status: 200, resource: 'Door', clauses: [] }],
    },
    {
      id: 'removeDoor',
      clauses: ['doors.endpoints.remove'],
      method: 'DELETE',
      path: '/doors/{id}',
      destructive: true,
      parameters: [{ ...ID, clauses: [] }],
      responses: [],
    },
    // The document does not show how to knock, nor what comes of it.
    {
      id: 'knock',
      clauses: ['doors.endpoints.knock'],
      open: ['method', 'path', 'response'],
      parameters: [{ ...ID, clauses: [] }],
      responses: [{ resource: 'Door', clauses: [] }],
    },
  ],
  links: [{ name: 'shut', operation: 'shutDoor', clauses: ['doors.links.shut'] }],
  errors: [
    {
      name: 'wrong_key',
      status: 403,
      summary: 'The key does not fit',
      condition: 'another key',
      clauses: ['doors.errors.wrong-key.status', 'doors.errors.wrong-key.summary'],
    },
    { name: 'no_such_door', status: 404, condition: 'no such door', clauses: ['doors.errors.no-such-door'] },
    { name: 'too_many_knocks', status: 429, condition: 'too many requests', clauses: ['doors.errors.too-many'] },
  ],
  machines: [DOOR_MACHINE],
  states: [
    {
      name: 'a shut door',
      about: 'a door that is shut',
      data: { id: { about: 'its id', schema: {} }, key: { about: 'its key', schema: {}, secret: 'doorKey' } },
    },
  ],
  acts: [{ name: 'break the door', about: 'nobody opens it again' }],
  clauses: [
    { id: 'doors.transitions.knock', status: 'unspecified', filledBy: ['declares/knocking'] },
    { id: 'doors.about', status: 'informative', reason: 'says what a door is' },
  ],
};

/** The binding that says how this deployment is knocked at. */
export const KNOCK_BINDING = { method: 'POST', path: '/doors/{id}/knock' } as const;
