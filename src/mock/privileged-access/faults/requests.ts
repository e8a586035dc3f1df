import { isObject } from '../../kit/json.ts';
import type { Fault } from '../../kit/service.ts';
import type { ErrorName } from '../errors.ts';
import type { Rules } from '../rules.ts';

/** An error of the document that is told as another one, name and status together. */
const toldAs = (
  id: string,
  clause: string,
  about: string,
  error: ErrorName,
  other: ErrorName,
  alsoBreaks: readonly string[] = [],
): Fault<Rules> => ({
  id,
  clause,
  alsoBreaks,
  difficulty: 'exchange',
  about,
  change: ({ nameOf, statusOf }) => ({
    nameOf: (name) => nameOf(name === error ? other : name),
    statusOf: (name) => statusOf(name === error ? other : name),
  }),
});

const lasting = (id: string, clause: string, about: string, error: ErrorName): Fault<Rules> => ({
  id,
  clause,
  difficulty: 'sequence',
  about,
  change({ troubleAfter }) {
    let isSecond = false;
    return {
      troubleAfter(trouble) {
        if (trouble !== error) return troubleAfter(trouble);
        isSecond = !isSecond;
        return isSecond ? trouble : undefined;
      },
    };
  },
});

/** What is answered with a certain error: not so where errors have no names. */
const namedErrors = [
  'pam.endpoints.issue-token.request',
  'pam.endpoints.issue-token.request-both',
  'pam.endpoints.issue-token.request-object',
  'pam.errors.authentication-error-condition',
  'pam.errors.authorization-error-condition',
  'pam.errors.client-closed-connection-condition',
  'pam.errors.disabled-team-condition',
  'pam.errors.disabled-team-token',
  'pam.errors.forbidden-error-condition',
  'pam.errors.gateway-timeout-condition',
  'pam.errors.invalid-request-condition',
  'pam.errors.invalid-request-malformed',
  'pam.errors.quota-exceeded-condition',
  'pam.errors.resource-already-exists-condition',
  'pam.errors.resource-deprecated-condition',
  'pam.errors.resource-does-not-exist-misspelled',
  'pam.errors.server-authorization-revoked-condition',
  'pam.errors.service-offline-condition',
  'pam.errors.too-many-requests-condition',
  'pam.errors.unknown-error-condition',
  'pam.errors.unknown-path',
  'pam.errors.unsupported-content-type-array',
  'pam.errors.unsupported-content-type-condition',
  'pam.limits.quota-exceeded',
  'pam.pagination.count-not-below-100',
  'pam.pagination.improper-count',
  'pam.pagination.made-up-offset',
  'pam.resources.token.key-of-another-team',
  'pam.versioning.resource-deprecated',
];

/** What cannot be told apart where nothing answers at the documented place. */
const place = ['pam.endpoints.list-groups.method-path', 'pam.service.paths-v1', 'pam.service.team-paths', 'pam.pagination.first-call'];

/** Takes groups away from where the document shows them. */
const movedFrom = (id: string, clause: string, about: string, placeOf: (path: string) => string): Fault<Rules> => ({
  id,
  clause,
  alsoBreaks: place.filter((other) => other !== clause),
  difficulty: 'exchange',
  about,
  change: ({ pathOf }) => ({
    pathOf: (method, path) => pathOf(method, method === 'GET' && path.endsWith('/groups') ? placeOf(path) : path),
  }),
});

/** Defects of how requests are taken in, and of how they are refused. */
export const requestFaults: readonly Fault<Rules>[] = [
  {
    id: 'pam-errors-without-name',
    clause: 'pam.errors.named',
    alsoBreaks: namedErrors,
    difficulty: 'response',
    about: 'an error has a description and no name',
    change: () => ({ errorBody: ({ message }) => ({ description: message }) }),
  },
  {
    id: 'pam-content-type-not-read',
    clause: 'pam.errors.unsupported-content-type-condition',
    difficulty: 'exchange',
    about: 'a body that is no JSON and does not say so is refused as broken JSON',
    change: () => ({ takesContentType: () => true, malformed: () => 'invalid_request' }),
  },
  {
    id: 'pam-content-type-remembered',
    clause: 'pam.errors.unsupported-content-type-remedy',
    difficulty: 'sequence',
    about: 'after a body of another content type, the next JSON object is refused as such, too',
    change({ takesContentType, objectOf }) {
      let wasOther = false;
      return {
        takesContentType(contentType) {
          const isJson = takesContentType(contentType);
          if (!isJson) wasOther = true;
          return isJson;
        },
        objectOf(json) {
          const object = objectOf(json);
          const isRefused = object !== undefined && wasOther;
          if (isRefused) wasOther = false;
          return isRefused ? undefined : object;
        },
      };
    },
  },
  {
    id: 'pam-array-of-one-taken',
    clause: 'pam.errors.unsupported-content-type-array',
    alsoBreaks: ['pam.endpoints.issue-token.request-object'],
    difficulty: 'exchange',
    about: 'an array is taken for its first object',
    change: ({ objectOf }) => ({ objectOf: (json) => (Array.isArray(json) && isObject(json[0]) ? json[0] : objectOf(json)) }),
  },
  {
    id: 'pam-other-json-breaks-service',
    clause: 'pam.endpoints.issue-token.request-object',
    alsoBreaks: ['pam.errors.unsupported-content-type-array'],
    difficulty: 'exchange',
    about: 'a JSON value that is no object is answered 500',
    change: () => ({ notAnObject: () => 'unknown_error' }),
  },
  {
    id: 'pam-broken-json-breaks-service',
    clause: 'pam.errors.invalid-request-malformed',
    alsoBreaks: ['pam.endpoints.issue-token.request-object'],
    difficulty: 'exchange',
    about: 'a body that is broken JSON is answered 500',
    change: () => ({ malformed: () => 'unknown_error' }),
  },
  {
    id: 'pam-hang-up-unnoticed',
    clause: 'pam.errors.client-closed-connection-condition',
    difficulty: 'exchange',
    about: 'a request whose body was cut off by its client is taken for a whole one',
    change: () => ({ noticesHangUp: () => false }),
  },
  {
    id: 'pam-hang-up-remembered',
    clause: 'pam.errors.client-closed-connection-retry',
    difficulty: 'sequence',
    about: 'after a client has closed its connection too early, the next request is answered as if it had, too',
    change({ noticesHangUp }) {
      let wasClosed = false;
      return {
        noticesHangUp(halfClosed) {
          const noticed = noticesHangUp(halfClosed);
          const told = noticed || wasClosed;
          wasClosed = noticed;
          return told;
        },
      };
    },
  },
  movedFrom(
    'pam-groups-elsewhere',
    'pam.endpoints.list-groups.method-path',
    'groups are not listed on the path groups of the team',
    (path) => `${path}/list`,
  ),
  movedFrom('pam-groups-in-version-2', 'pam.service.paths-v1', 'groups are listed under /v2 only', (path) =>
    path.startsWith('/v1/') ? `${path}/moved` : path.replace('/v2/', '/v1/'),
  ),
  toldAs(
    'pam-deprecated-as-missing',
    'pam.errors.resource-deprecated-condition',
    'what is deprecated is answered as if it had never been there',
    'resource_deprecated',
    'resource_does_not_exist',
    ['pam.versioning.resource-deprecated'],
  ),
  toldAs(
    'pam-trouble-as-gateway',
    'pam.errors.unknown-error-condition',
    'trouble of its own is answered as if a gateway had waited in vain',
    'unknown_error',
    'gateway_timeout',
  ),
  toldAs(
    'pam-offline-as-trouble',
    'pam.errors.service-offline-condition',
    'that the service is offline is answered as unclassified trouble',
    'service_offline',
    'unknown_error',
  ),
  toldAs(
    'pam-gateway-as-offline',
    'pam.errors.gateway-timeout-condition',
    'that a gateway waited in vain is answered as if the service were offline',
    'gateway_timeout',
    'service_offline',
  ),
  lasting(
    'pam-trouble-lasts',
    'pam.errors.unknown-error-temporary',
    'unclassified trouble is met by the next request, too',
    'unknown_error',
  ),
  lasting(
    'pam-offline-lasts',
    'pam.errors.service-offline-temporary',
    'the service is offline for the next request, too',
    'service_offline',
  ),
  lasting(
    'pam-gateway-waits-on',
    'pam.errors.gateway-timeout-temporary',
    'the gateway waits in vain for the next request, too',
    'gateway_timeout',
  ),
];
