import { expect, onTestFinished, test } from 'vitest';
import { loadSpecs } from '../../src/model/load.ts';
import { atPointer } from '../../src/model/pointer.ts';
import type { DocumentName, ServiceProfile } from '../../src/model/types.ts';
import { readProfile } from '../../src/profile/load-profile.ts';
import type { ExchangeEvent } from '../../src/trace/events.ts';
import { memoryTrace } from '../../src/trace/writer.ts';
import type { Choice } from '../reference-server/choices.ts';
import { startSecondDeployment } from '../reference-server/start.ts';
import { draw } from '../support/draw.ts';
import { runOverHttp, withService } from '../support/strangers-run.ts';

const specs = loadSpecs();
const source = readProfile('test/reference-server/profile.yaml', specs);

/** What its profile says of a deployment with a choice, and an exchange in which the choice takes place. */
interface ChoiceRow {
  /** operations that there are not */
  readonly without?: readonly string[];
  readonly bindings?: ServiceProfile['bindings'];
  readonly credentials?: ServiceProfile['credentials'];
  readonly declares?: ServiceProfile['declares'];
  readonly isShown: (exchange: ExchangeEvent) => boolean;
}

type Unusual = Readonly<Partial<Record<Choice, ChoiceRow>>>;

const PRIVILEGED_ACCESS: Unusual = {
  // What is deleted is not found afterwards: so it is with groups, where servers cannot be deleted.
  'keeps-servers': {
    without: ['deleteServer'],
    isShown: ({ operation, response }) => operation === 'getGroup' && response?.status === 404,
  },
};

const GROUPS_BY_ID: Unusual = {
  'groups-by-id': {
    bindings: {
      getGroup: {
        method: 'GET',
        path: '/v1/group-cards/{team_name}',
        query: { called: '$group_name.id' },
        response: { root: '/cards/0/front' },
      },
      deleteGroup: { method: 'POST', path: '/v1/group-burials/{team_name}', success: 200, body: { grave: { name: '$group_name.id' } } },
      setGroupRoles: { method: 'PATCH', path: '/v1/group-roles/{team_name}/{group_name.id}', success: 202, body: { wear: '$roles' } },
      addGroupMember: { method: 'PUT', path: '/v1/memberships/{team_name}/{group_name.id}/{user_name}', success: 201 },
      removeGroupMember: {
        method: 'POST',
        path: '/v1/farewells/{team_name}',
        success: 202,
        body: { from: '$group_name.id', who: '$user_name' },
      },
      assignDelegatedResourceAdmin: {
        method: 'PUT',
        path: '/v1/estates/{team_name}/{resource_group_id}/stewards',
        success: 202,
        body: { group: '$group_name.id' },
      },
      createSecurityPolicy: {
        method: 'POST',
        path: '/v1/rules/{team_name}',
        success: 201,
        body: { rule: { machine: '$server_id', for: '$group_name.id', title: '$name' } },
        response: { security_policy_id: '/rule' },
      },
    },
    isShown: ({ operation, request, response }) =>
      operation === 'getGroup' && response?.status === 200 && /called=[0-9A-F]{8}-/.test(request.url),
  },
};

const AUTHENTICATION: Unusual = {
  'unlocks-by-state-token': {
    bindings: { unlock: { success: 200, body: { at: '$stateToken' } } },
    isShown: ({ operation, request, response }) =>
      operation === 'unlock' && response?.status === 200 && atPointer(request.body, '/at') !== undefined,
  },
  'policy-of-length-and-digits': {
    isShown: ({ response }) => atPointer(response?.body, '/_embedded/policy/complexity/minLength') === 17,
  },
  'second-api-token': {
    credentials: { factors: { env: 'REFERENCE_FACTORS_TOKEN', operations: ['userFactors'] } },
    isShown: ({ operation, response }) => operation === 'userFactors' && response?.status === 200,
  },
};

const GOVERNANCE: Unusual = {
  'values-beside-each-other': {
    bindings: {
      listPrincipalEntitlements: {
        method: 'GET',
        path: '/ledger/holders/{principalId}/{resourceId}',
        query: {},
        response: {
          items: '',
          'items[].name': '/like/name',
          'items[].displayName': '/like/displayName',
          'items[].description': '/like/description',
          'items[].multiValue': '/like/multiValue',
          'items[].required': '/like/required',
          'items[].values': '/like/values',
          'items[].resource': '/like/home',
          'items[].targetPrincipal': '/like/holder',
        },
      },
    },
    isShown: ({ operation, response }) => operation === 'listPrincipalEntitlements' && atPointer(response?.body, '/1/id') !== undefined,
  },
  'collections-by-location': {
    bindings: {
      createCollection: {
        path: '/shelf/v9/collections',
        success: 201,
        body: { thing: { like: { name: '$name', description: '$description' } } },
        response: { id: 'Location' },
      },
    },
    isShown: ({ operation, response }) => operation === 'createCollection' && response?.status === 201 && response.bytes === 0,
  },
  'several-approvers': { isShown: ({ response }) => atPointer(response?.body, '/thing/like/signatures/1/signer') !== undefined },
  'publish-detects-invalid': {
    isShown: ({ operation, response }) =>
      operation === 'publishRequestType' && atPointer(response?.body, '/thing/like/now/status') === 'DISABLED',
  },
};

const JOBS: Unusual = {
  'jobs-run-by-themselves': {
    declares: [
      { name: 'request.create', to: ['SUBMITTED', 'PENDING'] },
      { name: 'grant.after-approval', to: ['PENDING', 'GRANTED', 'FAILED', 'MANUAL_GRANT_REQUIRED'] },
    ],
    isShown: ({ operation, response }) => operation === 'readRequest' && atPointer(response?.body, '/thing/like/status') === 'PENDING',
  },
};

/** Choices that one deployment takes at the same time. */
const DEPLOYMENTS: readonly (readonly [DocumentName, Unusual])[] = [
  ['privileged-access', PRIVILEGED_ACCESS],
  ['privileged-access', GROUPS_BY_ID],
  ['authentication', AUTHENTICATION],
  ['governance', GOVERNANCE],
  ['governance', JOBS],
];

const titled = DEPLOYMENTS.map(([document, unusual]) => [document, Object.keys(unusual).join(', '), unusual] as const);

test.each(draw(1, titled))('%s: %s', async (document, _choices, unusual) => {
  const rows = Object.values(unusual);
  const { environment, close } = await startSecondDeployment(undefined, new Set(Object.keys(unusual)));
  onTestFinished(close);
  const profile = withService(source, document, ({ bindings, credentials, declares = [] }) => {
    const missing = rows.flatMap((row) => row.without ?? []);
    const all = Object.assign({}, bindings, ...rows.map((row) => row.bindings));
    const added = rows.flatMap((row) => row.declares ?? []);
    return {
      bindings: Object.fromEntries(Object.entries(all).filter(([operation]) => !missing.includes(operation))),
      credentials: Object.assign({}, credentials, ...rows.map((row) => row.credentials)),
      declares: [...declares.filter(({ name }) => added.every((one) => one.name !== name)), ...added],
    };
  });
  const trace = memoryTrace();
  const { clauses } = await runOverHttp(specs, profile, { selection: { documents: [document] }, env: environment, trace });
  const exchanges = trace.events.filter((event) => event.type === 'exchange');
  const withVerdict = (wanted: string): readonly string[] => clauses.filter(({ verdict }) => verdict === wanted).map(({ id }) => id);
  expect({ shown: rows.map(({ isShown }) => exchanges.some(isShown)), failed: withVerdict('fail') }).toEqual({
    shown: rows.map(() => true),
    failed: [],
  });
  expect(withVerdict('inconclusive').length).toBeLessThanOrEqual(0.02 * clauses.length);
  expect(withVerdict('pass').length).toBeGreaterThan(0.5 * clauses.length);
});
