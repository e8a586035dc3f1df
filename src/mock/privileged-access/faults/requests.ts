import type { Change, Faults } from '../../kit/faults.ts';
import { after, around, before, exchange, reportedAs, response, sequence } from '../fault.ts';
import type { Policy } from '../policy.ts';
import { isObject } from '../../kit/json.ts';
import type { ErrorName } from '../errors.ts';

/** The same trouble is met twice. */
const lasting = (error: ErrorName): Change<Policy> =>
  around('troubleAfter', (troubleAfter) => {
    let isSecond = false;
    return (trouble) => {
      if (trouble !== error) return troubleAfter(trouble);
      isSecond = !isSecond;
      return isSecond ? trouble : undefined;
    };
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

/** Takes groups away from where the document shows them. */
const movedFrom = (placeOf: (path: string) => string) =>
  before('pathOf', (method, path) => [method, method === 'GET' && path.endsWith('/groups') ? placeOf(path) : path]);

/** Defects of how requests are taken in, and of how they are refused. */
export const requestFaults: Faults<Policy> = {
  'pam-errors-without-name': response('an error has a description and no name', ['pam.errors.named', ...namedErrors], {
    errorBody: ({ message }) => ({ description: message }),
  }),
  'pam-content-type-not-read': exchange(
    'a body that is no JSON and does not say so is refused as broken JSON',
    'pam.errors.unsupported-content-type-condition',
    { takesContentType: () => true, malformed: () => 'invalid_request' },
  ),
  'pam-content-type-remembered': sequence(
    'after a body of another content type, the next JSON object is refused as such, too',
    'pam.errors.unsupported-content-type-remedy',
    ({ takesContentType, objectOf }) => {
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
  ),
  'pam-array-of-one-taken': exchange(
    'an array is taken for its first object',
    ['pam.errors.unsupported-content-type-array', 'pam.endpoints.issue-token.request-object'],
    after('objectOf', (result, json) => (Array.isArray(json) && isObject(json[0]) ? json[0] : result)),
  ),
  'pam-other-json-breaks-service': exchange(
    'a JSON value that is no object is answered 500',
    ['pam.endpoints.issue-token.request-object', 'pam.errors.unsupported-content-type-array'],
    { notAnObject: () => 'unknown_error' },
  ),
  'pam-broken-json-breaks-service': exchange(
    'a body that is broken JSON is answered 500',
    ['pam.errors.invalid-request-malformed', 'pam.endpoints.issue-token.request-object'],
    { malformed: () => 'unknown_error' },
  ),
  'pam-hang-up-unnoticed': exchange(
    'a request whose body was cut off by its client is taken for a whole one',
    'pam.errors.client-closed-connection-condition',
    { noticesHangUp: () => false },
  ),
  'pam-hang-up-remembered': sequence(
    'after a client has closed its connection too early, the next request is answered as if it had, too',
    'pam.errors.client-closed-connection-retry',
    around('noticesHangUp', (noticesHangUp) => {
      let wasClosed = false;
      return (halfClosed) => {
        const noticed = noticesHangUp(halfClosed);
        const told = noticed || wasClosed;
        wasClosed = noticed;
        return told;
      };
    }),
  ),
  'pam-groups-elsewhere': exchange(
    'groups are not listed on the path groups of the team',
    ['pam.endpoints.list-groups.method-path', 'pam.service.paths-v1', 'pam.service.team-paths', 'pam.pagination.first-call'],
    movedFrom((path) => `${path}/list`),
  ),
  'pam-groups-in-version-2': exchange(
    'groups are listed under /v2 only',
    ['pam.service.paths-v1', 'pam.endpoints.list-groups.method-path', 'pam.service.team-paths', 'pam.pagination.first-call'],
    movedFrom((path) => (path.startsWith('/v1/') ? `${path}/moved` : path.replace('/v2/', '/v1/'))),
  ),
  'pam-deprecated-as-missing': exchange(
    'what is deprecated is answered as if it had never been there',
    ['pam.errors.resource-deprecated-condition', 'pam.versioning.resource-deprecated'],
    reportedAs('resource_deprecated', 'resource_does_not_exist'),
  ),
  'pam-trouble-as-gateway': exchange(
    'trouble of its own is answered as if a gateway had waited in vain',
    'pam.errors.unknown-error-condition',
    reportedAs('unknown_error', 'gateway_timeout'),
  ),
  'pam-offline-as-trouble': exchange(
    'that the service is offline is answered as unclassified trouble',
    'pam.errors.service-offline-condition',
    reportedAs('service_offline', 'unknown_error'),
  ),
  'pam-gateway-as-offline': exchange(
    'that a gateway waited in vain is answered as if the service were offline',
    'pam.errors.gateway-timeout-condition',
    reportedAs('gateway_timeout', 'service_offline'),
  ),
  'pam-trouble-lasts': sequence(
    'unclassified trouble is met by the next request, too',
    'pam.errors.unknown-error-temporary',
    lasting('unknown_error'),
  ),
  'pam-offline-lasts': sequence(
    'the service is offline for the next request, too',
    'pam.errors.service-offline-temporary',
    lasting('service_offline'),
  ),
  'pam-gateway-waits-on': sequence(
    'the gateway waits in vain for the next request, too',
    'pam.errors.gateway-timeout-temporary',
    lasting('gateway_timeout'),
  ),
};
