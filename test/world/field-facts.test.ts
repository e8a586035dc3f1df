import { expect, test } from 'vitest';
import type { HttpRequest } from '../../src/drive/transport.ts';
import { presetChoices } from '../../src/mock/kit/choice-settings.ts';
import { createDeployment } from '../../src/mock/kit/deployment.ts';
import type { LimiterSettings } from '../../src/mock/kit/limiter.ts';
import type { WireResponse } from '../../src/mock/kit/service.ts';
import { loadSpecs } from '../../src/model/load.ts';
import { atPointer } from '../../src/model/pointer.ts';
import type { DocumentName, ProfileFile, ServiceProfile } from '../../src/model/types.ts';
import { readProfile } from '../../src/profile/load-profile.ts';
import { runInProcess } from '../../src/qualify/in-process.ts';
import { withChoices } from '../../src/run/choices.ts';
import { profileFile } from '../../src/run/targets.ts';
import type { ExchangeEvent } from '../../src/trace/events.ts';
import { draw } from '../support/draw.ts';

const specs = loadSpecs();
const file = profileFile('mock');
const source = readProfile(file, specs);

/** Makes of a response of the mock one as a deployment of the field gives it. */
type Rewrite = (response: WireResponse, request: HttpRequest) => WireResponse;

type IsShown = (exchange: ExchangeEvent) => boolean;

/** What deployments of the field do where the documents are silent, or otherwise than they say. */
interface FieldFact {
  readonly document: DocumentName;
  /** where the first places do not show it */
  readonly depth?: 'standard';
  readonly choices?: Readonly<Record<string, unknown>> | undefined;
  readonly limiter?: LimiterSettings;
  /** bindings and declarations that say it, in the place of those of the same name */
  readonly bindings?: ServiceProfile['bindings'];
  readonly declares?: ServiceProfile['declares'];
  readonly credentials?: ServiceProfile['credentials'];
  /** a new one for each run: it may remember what it has seen */
  readonly rewrite?: () => Rewrite;
  /** each is true of an exchange in which it took place */
  readonly shown: readonly IsShown[];
  /** the clauses that it contradicts, where a sentence of a document does */
  readonly contradicts?: readonly string[];
  /** why clauses stay open, where some do */
  readonly open?: RegExp;
}

const answered =
  (operation: string, status: number, has: (body: unknown, exchange: ExchangeEvent) => boolean = () => true): IsShown =>
  (exchange) =>
    exchange.operation === operation && exchange.response?.status === status && has(exchange.response.body, exchange);

/** True of a refusal with this status and error code. */
const coded =
  (status: number, code: string): IsShown =>
  ({ response }) =>
    response?.status === status && atPointer(response.body, '/errorCode') === code;

const at =
  (pointer: string, value?: unknown) =>
  (body: unknown): boolean =>
    value === undefined ? atPointer(body, pointer) !== undefined : atPointer(body, pointer) === value;

const state =
  (status: string): IsShown =>
  ({ response }) =>
    atPointer(response?.body, '/status') === status;

type JsonObject = Readonly<Record<string, unknown>>;

/** Rewrites the JSON of responses member by member; what becomes undefined is left out. */
function members(
  change: (name: string, value: unknown, owner: JsonObject, response: WireResponse, request: HttpRequest) => unknown,
): () => Rewrite {
  return () => (response, request) =>
    response.body.startsWith('{') || response.body.startsWith('[')
      ? {
          ...response,
          body: JSON.stringify(
            JSON.parse(response.body, function (this: JsonObject, name, value: unknown) {
              return change(name, value, this, response, request);
            }),
          ),
        }
      : response;
}

/** The link relations of a response with further parameters in each address. */
const linksWith =
  (query: string) =>
  (): Rewrite =>
  (response): WireResponse => {
    const links = Object.entries(response.headers).map(([name, value]) =>
      name.toLowerCase() === 'link'
        ? [name, typeof value === 'string' ? addTo(value, query) : value.map((one) => addTo(one, query))]
        : [name, value],
    );
    return { ...response, headers: Object.fromEntries(links) };
  };

function addTo(link: string, query: string): string {
  return link.replaceAll('>', `&${query}>`);
}

const withoutHeader =
  (header: RegExp, from: (response: WireResponse) => boolean) =>
  (): Rewrite =>
  (response): WireResponse =>
    from(response)
      ? { ...response, headers: Object.fromEntries(Object.entries(response.headers).filter(([name]) => !header.test(name))) }
      : response;

/** The moments that rate-limit headers say, otherwise. */
const rateLimitHeaders =
  (change: (value: string, headers: WireResponse['headers']) => string) =>
  (): Rewrite =>
  (response): WireResponse => ({
    ...response,
    headers: Object.fromEntries(
      Object.entries(response.headers).map(([name, value]) => [
        name,
        /^x-ratelimit-re(?:set|try-at)$/i.test(name) && typeof value === 'string' ? change(value, response.headers) : value,
      ]),
    ),
  });

const header =
  (name: string, is: (value: string) => boolean): IsShown =>
  ({ response }) => {
    const value = response?.headers[name];
    return typeof value === 'string' && is(value);
  };

/** A request type that was taken back is a draft again, until it is published. */
function unPublishedAsDraft(): Rewrite {
  const takenBack = new Set<string>();
  return (response, { method, url }) => {
    const [, id = '', , move] = /\/request-types\/([^/?]+)(\/([\w-]+))?/.exec(new URL(url).pathname) ?? [];
    if (method === 'POST' && response.status < 300 && move === 'un-publish') takenBack.add(id);
    if (method === 'POST' && response.status < 300 && move === 'publish') takenBack.delete(id);
    return takenBack.has(id) ? { ...response, body: response.body.replace('"DISABLED"', '"DRAFT"') } : response;
  };
}

/** The transaction of a first password says so in the enrollment that follows, too, and to whoever signs in with its state token. */
function activatingUntilItsEnd(): Rewrite {
  const activating = new Map<string, WireResponse | undefined>();
  return (response, { url, body = '' }) => {
    const answer = bodyOf(response);
    if (atPointer(answer, '/recoveryType') === 'ACCOUNT_ACTIVATION') activating.set(String(atPointer(answer, '/stateToken')), undefined);
    const [token, enrollment] = [...activating].find(([one]) => body.includes(one)) ?? [];
    if (token === undefined) return response;
    if (url.endsWith('/authn') && atPointer(answer, '/errorCode') === 'E0000004') return enrollment ?? response;
    if (atPointer(answer, '/status') !== 'MFA_ENROLL') return response;
    const goesOn = { ...response, body: response.body.replace('{', '{"recoveryType":"ACCOUNT_ACTIVATION",') };
    activating.set(token, goesOn);
    return goesOn;
  };
}

function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Nothing but the token by which the transaction goes on is as the documents show it elsewhere. */
function unlikeAnyShown({ status, stateToken }: JsonObject): JsonObject {
  return {
    status,
    stateToken,
    expiresAt: 'in a while',
    _embedded: { factor: { profile: null }, policy: { complexity: 'none' }, target: {} },
    _links: { next: { name: 'poll', href: 7, hints: { allow: 'POST' } }, cancel: null, skip: [] },
  };
}

function bodyOf({ body }: WireResponse): unknown {
  return body.startsWith('{') ? JSON.parse(body) : undefined;
}

const linkedElsewhere = members((name, value, owner) =>
  name === 'factorsPolicyInfo'
    ? undefined
    : name === 'href' && owner['name'] === undefined
      ? String(value).replace(/verify$/, 'challenge')
      : value,
)();

/** What takes a bearer token, and no API token. */
const refusingApiTokens = (): Rewrite => (response, request) => {
  if (!/\/(reviews|grants)\b/.test(request.url) || !String(request.headers['authorization']).startsWith('SSWS')) return response;
  const body = {
    errorCode: 'E0000006',
    errorSummary: 'You do not have permission',
    errorLink: 'E0000006',
    errorId: 'oae1',
    errorCauses: [],
  };
  return { ...response, status: 403, body: JSON.stringify(body) };
};

const UNDOCUMENTED_STATES = ['MFA_CHALLENGE', 'MFA_ENROLL_ACTIVATE', 'RECOVERY', 'RECOVERY_CHALLENGE'];

const LIMITERS = ['fixed-aligned', 'fixed-first', 'sliding-log', 'sliding-counter', 'token-bucket', 'concurrency'] as const;

const FACTS: Readonly<Record<string, FieldFact>> = {
  // where document 1 is silent
  'a key is exchanged without Authorization, the team is repeated, the end is in whole seconds': {
    document: 'privileged-access',
    choices: { expiresAt: 'rfc3339' },
    shown: [
      answered(
        'issueToken',
        200,
        (body, { request }) =>
          request.headers['authorization'] === undefined &&
          at('/team_name')(body) &&
          /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(String(atPointer(body, '/expires_at'))),
      ),
    ],
  },
  'groups are made, read, changed and deleted by name': {
    document: 'privileged-access',
    shown: [answered('createGroup', 201), answered('getGroup', 200), answered('setGroupRoles', 204), answered('deleteGroup', 204)],
  },
  'a list carries filters in its links': {
    document: 'privileged-access',
    rewrite: linksWith('contains=&descending=false&include_deleted=false&prev=false'),
    shown: [header('link', (value) => value.includes('include_deleted=false') && value.includes('contains='))],
  },
  'errors of a code and a message': {
    document: 'privileged-access',
    choices: { errorBody: 'code-message' },
    shown: [({ response }) => at('/code')(response?.body) && at('/message')(response?.body)],
  },
  'errors of a code, a text and causes': {
    document: 'privileged-access',
    choices: { errorBody: 'code-causes' },
    shown: [({ response }) => at('/code')(response?.body) && at('/error_cause')(response?.body)],
  },
  'errors of a message and the paths that are wrong': {
    document: 'privileged-access',
    choices: { errorBody: 'message-errors' },
    shown: [({ response }) => at('/message')(response?.body) && at('/errors')(response?.body)],
  },
  'more requests at once than are permitted': {
    document: 'privileged-access',
    limiter: { kind: 'concurrency', limit: 1 },
    shown: [({ response }) => response?.status === 429],
    open: /^the rate limit refused a request of the case \(429\)/,
  },
  'timestamps in RFC 3339 alone': {
    document: 'privileged-access',
    choices: { expiresAt: 'rfc3339', deletedAt: 'rfc3339' },
    shown: [answered('issueToken', 200, (body) => String(atPointer(body, '/expires_at')).endsWith('Z'))],
  },
  'the last page links back': {
    document: 'privileged-access',
    choices: { lastPage: 'lone-prev' },
    shown: [header('link', (value) => !value.includes('next') && value.includes('prev'))],
  },
  'the last page has no Link header': {
    document: 'privileged-access',
    choices: { lastPage: 'no-link' },
    shown: [
      ({ operation, request, response }) =>
        operation === 'listGroups' && request.url.includes('offset') && response?.headers['link'] === undefined,
    ],
  },
  'all links stand in one line': {
    document: 'privileged-access',
    choices: { linkLines: 'one' },
    shown: [header('link', (value) => value.includes('next') && value.includes('prev'))],
  },
  'offsets are JSON in base64url, of which one begins like the other': {
    document: 'privileged-access',
    choices: { offsetForm: 'json' },
    shown: [header('link', (value) => value.includes('offset=eyJ') || value.includes('offset=~'))],
  },
  'names of teams hold signs that a path may hold as they are': {
    document: 'privileged-access',
    choices: { teamNames: 'signs' },
    shown: [({ request }) => /\/v1\/teams\/Crew(?:\+|%2B)[A-Za-z\d]{14}\.~/.test(request.url)],
  },
  'each link has a line of its own': {
    document: 'privileged-access',
    choices: { linkLines: 'each' },
    shown: [({ response }) => Array.isArray(response?.headers['link'])],
  },
  // where document 2 is silent
  'skipping the warning ends in SUCCESS': {
    document: 'authentication',
    shown: [answered('skip', 200, (body) => at('/status', 'SUCCESS')(body) && at('/sessionToken')(body))],
  },
  'cancelling answers a small object without a status': {
    document: 'authentication',
    shown: [answered('cancel', 200, (body) => typeof body === 'object' && !at('/status')(body))],
  },
  'an activation says so until its transaction ends': {
    document: 'authentication',
    depth: 'standard',
    rewrite: activatingUntilItsEnd,
    shown: [answered('authenticate', 200, (body) => at('/status', 'MFA_ENROLL')(body) && at('/recoveryType', 'ACCOUNT_ACTIVATION')(body))],
  },
  'unlocking leads to a challenge': {
    document: 'authentication',
    shown: [answered('unlock', 200, (body) => at('/status', 'RECOVERY_CHALLENGE')(body) && at('/recoveryType', 'UNLOCK')(body))],
  },
  'unlocking takes the state token of the transaction that found the account locked': {
    document: 'authentication',
    choices: { lockedOutTransaction: true },
    bindings: { unlock: { success: 200, body: { username: '$username', factorType: 'EMAIL', stateToken: '$stateToken' } } },
    shown: [answered('unlock', 200, (_body, { request }) => at('/stateToken')(request.body))],
  },
  'a dead state token and a call that the state does not allow have codes of their own': {
    document: 'authentication',
    shown: [coded(401, 'E0000011'), coded(403, 'E0000079')],
  },
  'a wrong code is refused, and a factor is challenged in a state of its own': {
    document: 'authentication',
    shown: [coded(403, 'E0000068'), state('MFA_CHALLENGE')],
  },
  'a factor is activated in a state of its own': {
    document: 'authentication',
    bindings: {
      enrollFactor: {
        success: 200,
        body: { stateToken: '$stateToken', factorType: 'sms', provider: 'PLATFORM', profile: { phoneNumber: '+1 555 0199' } },
      },
    },
    declares: [{ name: 'after-enrollment', to: 'MFA_ENROLL_ACTIVATE', values: ['MFA_ENROLL_ACTIVATE'] }],
    shown: [state('MFA_ENROLL_ACTIVATE')],
    open: /enrollFactor led to MFA_ENROLL_ACTIVATE|enroll-further-factor before it was not taken/,
  },
  'the transaction is read back where it began, and its end slides': {
    document: 'authentication',
    choices: { expiresAt: 'sliding' },
    shown: [answered('getState', 200, at('/expiresAt'))],
  },
  'codes for what is malformed, and what is not there': {
    document: 'authentication',
    shown: [coded(400, 'E0000003'), coded(404, 'E0000007')],
  },
  'codes for what is unfit, and for a breakdown': {
    document: 'authentication',
    declares: [{ name: 'trusted-metadata', refused: 'E0000021', status: [400] }],
    rewrite: () => (response, request) => {
      if (!request.url.includes('/factors/questions')) return { ...response, body: response.body.replace('"E0000003"', '"E0000021"') };
      const body = {
        errorCode: 'E0000009',
        errorSummary: 'Internal Server Error',
        errorLink: 'E0000009',
        errorId: 'oae1',
        errorCauses: [],
      };
      return { ...response, status: 500, body: JSON.stringify(body) };
    },
    shown: [coded(400, 'E0000021'), coded(500, 'E0000009')],
    open: /listQuestions|status 500/,
  },
  'a code for a method that an address does not have': {
    document: 'authentication',
    rewrite: () => (response, request) => {
      if (!request.url.includes('/factors/questions')) return response;
      const body = {
        errorCode: 'E0000022',
        errorSummary: 'The endpoint does not support the provided HTTP method',
        errorLink: 'E0000022',
        errorId: 'oae1',
        errorCauses: [],
      };
      return { ...response, status: 405, body: JSON.stringify(body) };
    },
    shown: [coded(405, 'E0000022')],
    open: /listQuestions|status 405/,
  },
  'the summary of a validation error names the object of its operation': {
    document: 'authentication',
    rewrite: members((name, value, owner, _response, { url }) => {
      if (owner['errorCode'] !== 'E0000003' && owner['errorCode'] !== 'E0000001') return value;
      const object = new URL(url).pathname.endsWith('/authn') ? 'authRequest' : 'credentialsRequest';
      return name === 'errorSummary' ? `Api validation failed: ${object}` : name === 'errorCode' ? 'E0000001' : value;
    }),
    declares: [{ name: 'trusted-metadata', refused: 'E0000001', status: [400] }],
    shown: [({ response }) => at('/errorSummary', 'Api validation failed: credentialsRequest')(response?.body)],
  },
  // where document 3 is silent
  'two base paths, and an API token': {
    document: 'governance',
    shown: [
      ({ request: { url, headers } }) => url.includes('/governance/api/v1/') && String(headers['authorization']).startsWith('SSWS '),
      ({ request: { url } }) => url.includes('/governance/api/v2/'),
      answered('activateRequestCondition', 200),
      answered('deactivateRequestCondition', 200),
    ],
  },
  'campaigns are launched from SCHEDULED, ended from ACTIVE, and deleted but while they run': {
    document: 'governance',
    shown: [
      answered('launchCampaign', 202),
      answered('launchCampaign', 409),
      answered('endCampaign', 202),
      answered('endCampaign', 409),
      answered('deleteCampaign', 204),
      answered('deleteCampaign', 409),
    ],
  },
  'request conditions are made INACTIVE, and PATCH leaves their status': {
    document: 'governance',
    choices: { newCondition: 'INACTIVE' },
    shown: [
      answered('createRequestCondition', 201, at('/status', 'INACTIVE')),
      answered('activateRequestCondition', 409),
      answered('deactivateRequestCondition', 409),
      answered('updateRequestCondition', 200),
    ],
  },
  'requests are submitted, then pending, or rejected where they are found invalid': {
    document: 'governance',
    shown: [
      answered('createRequest', 202),
      answered('readRequest', 200, at('/status', 'PENDING')),
      answered('readRequest', 200, at('/status', 'REJECTED')),
    ],
  },
  'resources and assignments of collections come as arrays': {
    document: 'governance',
    shown: [
      answered('addCollectionResource', 200, (_body, { request }) => Array.isArray(request.body)),
      answered('createCollectionAssignment', 201, (body) => Array.isArray(body)),
    ],
  },
  'errors are those of the other document': {
    document: 'governance',
    shown: [coded(404, 'E0000007'), coded(409, 'E0000195')],
  },
  'too many requests have their code in governance, too': {
    document: 'governance',
    limiter: { kind: 'token-bucket', limit: 20, periodMs: 1_000 },
    shown: [coded(429, 'E0000047')],
  },
  // two readings
  'factors stand under factor': {
    document: 'authentication',
    choices: { factorsKey: 'factor' },
    shown: [answered('authenticate', 200, at('/_embedded/factor'))],
  },
  'factors stand under factors': {
    document: 'authentication',
    choices: { factorsKey: 'factors' },
    shown: [answered('authenticate', 200, at('/_embedded/factors'))],
  },
  'a summary differs in case and punctuation': {
    document: 'authentication',
    choices: { errorSummary: 'loose' },
    shown: [
      ({ response }) => at('/errorCode', 'E0000004')(response?.body) && !at('/errorSummary', 'Authentication failed')(response?.body),
    ],
  },
  'states beyond the eight: one factor object, links that lead elsewhere, no policy of factors': {
    document: 'authentication',
    choices: { challengedFactor: 'by-itself', pushWait: 'poll', resendLink: 'list', unlockLinks: 'cancel' },
    rewrite: () => (response, request) => {
      const status = atPointer(bodyOf(response), '/status');
      return UNDOCUMENTED_STATES.some((one) => one === status) ? linkedElsewhere(response, request) : response;
    },
    shown: [state('MFA_CHALLENGE'), ({ response }) => at('/_embedded/factor/factorType')(response?.body)],
  },
  'states beyond the eight: whatever stands in the response': {
    document: 'authentication',
    rewrite: members((name, value) =>
      name === '' && isJsonObject(value) && UNDOCUMENTED_STATES.some((one) => one === value['status']) ? unlikeAnyShown(value) : value,
    ),
    shown: [state('MFA_CHALLENGE'), ({ response }) => at('/_links/cancel', null)(response?.body)],
  },
  // what error bodies have in the field
  'refusals repeat their HTTP status, and write null for what is not there': {
    document: 'authentication',
    rewrite: members((name, value, _owner, { status }) =>
      name === '' && status >= 400 && isJsonObject(value)
        ? { ...value, status, stateToken: null, sessionToken: null, profile: {}, user: null, _embedded: {} }
        : value,
    ),
    shown: [({ response }) => at('/status', 401)(response?.body) && at('/stateToken', null)(response?.body)],
  },
  'cookies that are taken away are called like parameters': {
    document: 'authentication',
    rewrite: () => (response) => ({ ...response, headers: { ...response.headers, 'set-cookie': 'stateToken=; Max-Age=0' } }),
    shown: [header('set-cookie', (value) => value === 'stateToken=; Max-Age=0')],
  },
  // what clients expect
  'each transition link allows one method, and leads to an absolute address': {
    document: 'authentication',
    shown: [
      answered(
        'authenticate',
        200,
        (body) =>
          at('/_links/next/name')(body) &&
          at('/_links/next/hints/allow/0')(body) &&
          !at('/_links/next/hints/allow/1')(body) &&
          /^https?:/.test(String(atPointer(body, '/_links/next/href'))),
      ),
    ],
  },
  'what the libraries of three ecosystems need at once': {
    document: 'authentication',
    choices: presetChoices('client-libraries').authentication,
    shown: [answered('authenticate', 200, at('/_embedded/factors'))],
  },
  'operations that refuse an API token with 403, and take another kind': {
    document: 'governance',
    credentials: { reviewer: { value: 'mock-governance-token', scheme: 'Bearer', operations: ['*Review', '*Reviews', 'listGrants'] } },
    rewrite: refusingApiTokens,
    shown: [answered('readReview', 200), answered('listGrants', 200)],
  },
  'operations that refuse the only credential with 403': {
    document: 'governance',
    rewrite: refusingApiTokens,
    shown: [answered('listReviews', 403), answered('listGrants', 403)],
    open: /403/,
  },
  ...Object.fromEntries(
    LIMITERS.map((kind) => [
      `a rate limiter: ${kind}`,
      {
        document: 'privileged-access',
        declares: [{ name: 'operation-before-the-end-of-the-period' }],
        limiter: { kind, limit: 50, periodMs: 60_000 },
        shown: [({ response }: ExchangeEvent) => response?.headers['x-ratelimit-limit'] === '50'],
      },
    ]),
  ),
  'rate-limit headers with fractions of seconds': {
    document: 'privileged-access',
    rewrite: rateLimitHeaders((value) => `${value}.375`),
    shown: [header('x-ratelimit-reset', (value) => value.endsWith('.375'))],
  },
  'the end of the window where nothing is replenished yet': {
    document: 'privileged-access',
    limiter: { kind: 'fixed-first', limit: 50, periodMs: 60_000 },
    declares: [{ name: 'operation-before-the-end-of-the-period' }],
    rewrite: rateLimitHeaders((_value, headers) => String(headers['x-ratelimit-reset'])),
    shown: [({ response }) => response?.headers['x-ratelimit-retry-at'] === response?.headers['x-ratelimit-reset']],
  },
  // otherwise than the documents say
  'seconds left in the place of a moment': {
    document: 'privileged-access',
    rewrite: rateLimitHeaders((value) => String(Math.max(0, Number(value) - Math.floor(Date.now() / 1000)))),
    shown: [header('x-ratelimit-reset', (value) => value.length < 6)],
    contradicts: ['pam.limits.header-reset', 'pam.limits.header-retry-at'],
  },
  'no rate-limit headers on a 429': {
    document: 'privileged-access',
    limiter: { kind: 'token-bucket', limit: 50, periodMs: 60_000 },
    rewrite: withoutHeader(/^x-ratelimit-/i, ({ status }) => status === 429),
    shown: [({ response }) => response?.status === 429 && response.headers['x-ratelimit-limit'] === undefined],
    contradicts: ['pam.limits.headers-every-response'],
  },
  'un-publish leads to DRAFT': {
    document: 'governance',
    rewrite: unPublishedAsDraft,
    shown: [answered('unPublishRequestType', 200)],
    contradicts: ['gov.request-type.un-publish'],
  },
  MANUAL_REQUIRED: {
    document: 'governance',
    rewrite: members((name, value) => (name === 'grantStatus' && value === 'MANUAL_GRANT_REQUIRED' ? 'MANUAL_REQUIRED' : value)),
    shown: [answered('readRequest', 200, at('/grantStatus', 'MANUAL_REQUIRED'))],
    contradicts: ['gov.grant-status.states'],
  },
  'deleted_at is the year one until it is deleted': {
    document: 'privileged-access',
    rewrite: members((name, value) => (name === 'deleted_at' && value === null ? '0001-01-01T00:00:00Z' : value)),
    shown: [({ response }) => JSON.stringify(response?.body ?? null).includes('0001-01-01')],
    contradicts: ['pam.resources.group.deleted-at'],
  },
  'X-RateLimit-Retry-At only once the limit is exceeded': {
    document: 'privileged-access',
    rewrite: withoutHeader(/^x-ratelimit-retry-at$/i, ({ status }) => status !== 429),
    shown: [({ response }) => response?.status === 200 && response.headers['x-ratelimit-retry-at'] === undefined],
    contradicts: ['pam.limits.headers-every-response'],
  },
  'a code of its own for a password that violates the policy': {
    document: 'authentication',
    rewrite: members((name, value, owner) =>
      name === 'errorCode' && value === 'E0000014' && !JSON.stringify(owner).includes('oldPassword') ? 'E0000080' : value,
    ),
    shown: [coded(403, 'E0000080')],
    contradicts: ['authn.endpoints.change-password.weak-password', 'authn.errors.e0000014.weak-password'],
  },
  'no errorCauses where there is none': {
    document: 'authentication',
    rewrite: members((name, value) => (name === 'errorCauses' && Array.isArray(value) && value.length === 0 ? undefined : value)),
    shown: [({ response }) => at('/errorCode')(response?.body) && !at('/errorCauses')(response?.body)],
    contradicts: ['authn.errors.body'],
  },
  'a push factor shows its device before it is verified': {
    document: 'authentication',
    rewrite: members((name, value, owner) =>
      name === 'profile' && owner['factorType'] === 'push' && JSON.stringify(value) === '{}' ? { deviceType: 'SmartPhone_Android' } : value,
    ),
    shown: [({ response }) => JSON.stringify(response?.body ?? null).includes('SmartPhone_Android')],
    contradicts: ['authn.resources.factor.push-empty'],
  },
  "another provider's name for the service's own factors": {
    document: 'authentication',
    rewrite: members((name, value) => ((name === 'provider' || name === 'vendorName') && value === 'PLATFORM' ? 'ACME' : value)),
    shown: [({ response }) => JSON.stringify(response?.body ?? null).includes('"ACME"')],
    contradicts: ['authn.resources.factor.provider-own'],
  },
};

/** The profile of the mock with what a fact says of its service. */
function profileWith({ document, bindings = {}, declares = [], credentials = {} }: FieldFact): ProfileFile {
  const own = source.services?.[document] ?? {};
  const kept = (own.declares ?? []).filter(({ name }) => !declares.some((declared) => declared.name === name));
  const service = {
    ...own,
    bindings: { ...own.bindings, ...bindings },
    declares: [...kept, ...declares],
    credentials: { ...own.credentials, ...credentials },
  };
  return { ...source, services: { ...source.services, [document]: service } };
}

test.each(draw(3, Object.entries(FACTS)))('%s', async (_about, fact) => {
  const { document, depth = 'quick', choices = {}, limiter, rewrite, shown, contradicts, open } = fact;
  const { judgement, events } = await runInProcess(specs, withChoices(profileWith(fact), { [document]: choices }), file, {
    seed: 1,
    selection: { documents: [document] },
    depth,
    ...(limiter === undefined ? {} : { limiter }),
    ...(rewrite === undefined ? {} : { change: rewrite() }),
  });
  const exchanges = events.filter((event) => event.type === 'exchange');
  const failed = judgement.clauses.filter(({ verdict }) => verdict === 'fail');
  const unclear = judgement.clauses.filter(({ verdict, reason = '' }) => verdict === 'inconclusive' && open?.test(reason) !== true);
  expect({
    shown: shown.map((isShown) => exchanges.some(isShown)),
    // What contradicts a document may break a declaration of the profile, too, and keep the rest of a case from being seen.
    failed: failed.filter(({ basis }) => contradicts === undefined || basis === 'documented').map(({ clause }) => clause.id),
    open: contradicts === undefined ? unclear.map(({ clause, reason }) => `${clause.id}: ${reason}`) : [],
  }).toEqual({ shown: shown.map(() => true), failed: contradicts ?? [], open: [] });
});

test.each<[string, DocumentName, string]>([
  ['behind the clock that was turned in an earlier run', 'authentication', 'P30D'],
  ['ahead of a clock that is turned alone', 'authentication', 'PT0S'],
  ['behind the clock that was turned in an earlier run', 'privileged-access', 'P30D'],
  ['ahead of a clock that is turned alone', 'privileged-access', 'PT0S'],
])('a proxy writes a Date of its own, %s: %s', async (_where, document, turned) => {
  const date = turned === 'PT0S' ? new Date().toUTCString() : new Date(Date.parse(createDeployment().control.time().now)).toUTCString();
  const { judgement } = await runInProcess(specs, source, file, {
    seed: 1,
    selection: { documents: [document] },
    depth: 'quick',
    deploy: (options) => {
      const deployment = createDeployment(options);
      deployment.control.advance(turned);
      return deployment;
    },
    change: (response) => ({ ...response, headers: { ...response.headers, date } }),
  });
  const wrong = judgement.clauses.filter(({ verdict }) => verdict === 'fail' || verdict === 'inconclusive');
  expect(wrong.map(({ clause, reason }) => `${clause.id}: ${reason}`)).toEqual([]);
});
