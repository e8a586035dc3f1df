import type { Change, Faults } from '../../kit/faults.ts';
import { after, around, before, reportedAs } from '../fault.ts';
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

/** Takes groups away from where the document shows them. */
const movedFrom = (placeOf: (path: string) => string) =>
  before('pathOf', (method, path) => [method, method === 'GET' && path.endsWith('/groups') ? placeOf(path) : path]);

/** Defects of how requests are taken in, and of how they are refused. */
export const requestFaults: Faults<Policy> = {
  'pam-errors-without-name': { errorBody: ({ message }) => ({ description: message }) },
  'pam-content-type-not-read': { takesContentType: () => true, malformed: () => 'invalid_request' },
  'pam-content-type-remembered': ({ takesContentType, objectOf }) => {
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
  'pam-array-of-one-taken': after('objectOf', (result, json) => (Array.isArray(json) && isObject(json[0]) ? json[0] : result)),
  'pam-other-json-breaks-service': { notAnObject: () => 'unknown_error' },
  'pam-broken-json-breaks-service': { malformed: () => 'unknown_error' },
  'pam-hang-up-unnoticed': { noticesHangUp: () => false },
  'pam-hang-up-remembered': around('noticesHangUp', (noticesHangUp) => {
    let wasClosed = false;
    return (halfClosed) => {
      const noticed = noticesHangUp(halfClosed);
      const told = noticed || wasClosed;
      wasClosed = noticed;
      return told;
    };
  }),
  'pam-groups-elsewhere': movedFrom((path) => `${path}/list`),
  'pam-groups-in-version-2': movedFrom((path) => (path.startsWith('/v1/') ? `${path}/moved` : path.replace('/v2/', '/v1/'))),
  'pam-deprecated-as-missing': reportedAs('resource_deprecated', 'resource_does_not_exist'),
  'pam-trouble-as-gateway': reportedAs('unknown_error', 'gateway_timeout'),
  'pam-offline-as-trouble': reportedAs('service_offline', 'unknown_error'),
  'pam-gateway-as-offline': reportedAs('gateway_timeout', 'service_offline'),
  'pam-trouble-lasts': lasting('unknown_error'),
  'pam-offline-lasts': lasting('service_offline'),
  'pam-gateway-waits-on': lasting('gateway_timeout'),
};
