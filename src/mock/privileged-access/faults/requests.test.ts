import { requestFaults } from '../faults.ts';
import { brief, inState, statusesOf, testFaults, type Caller, type Trial } from './test-faults.ts';
import { tryOut, type Reply } from '../try-out.ts';

const troubled =
  (error: string): Trial =>
  async (faults) => {
    const one = await inState(faults, 'a service user with an API key');
    await one.service.service.act('make the next request fail', { error });
    return statusesOf([await one.send('GET', '/groups'), await one.send('GET', '/groups')]);
  };

const issue = ({ service, given }: Caller, body: unknown, headers = {}): Promise<Reply> =>
  service.send('POST', `/v1/teams/${given['team_name']}/service_token`, { body, headers });

const keyOf = ({ given }: Caller): { readonly key_id: string; readonly key_secret: string } => ({
  key_id: given['key_id'] ?? '',
  key_secret: given['key_secret'] ?? '',
});

testFaults(
  requestFaults,
  {
    'an unknown path': {
      sound: '404 resource_does_not_exist',
      look: async (faults) => brief(await tryOut({ faults }).send('GET', '/v1/nothing')),
    },
    'where groups are': {
      sound: '200',
      look: async (faults) => brief(await (await inState(faults, 'a service user with an API key')).send('GET', '/groups')),
    },
    'other bodies': {
      sound: '415 unsupported_content_type, 400 invalid_request, 415 unsupported_content_type',
      look: async (faults) => {
        const one = await inState(faults, 'a service user with an API key');
        return statusesOf([await issue(one, [keyOf(one)]), await issue(one, '{"key_id":'), await issue(one, ['x'])]);
      },
    },
    'another body, then a proper one': {
      sound: '415 unsupported_content_type, 200',
      look: async (faults) => {
        const one = await inState(faults, 'a service user with an API key');
        return statusesOf([await issue(one, 'x', { 'content-type': 'text/plain' }), await issue(one, keyOf(one))]);
      },
    },
    'what is deprecated': {
      sound: '404 resource_deprecated',
      look: async (faults) => {
        const one = await inState(faults, 'a deprecated resource');
        return brief(await one.send('GET', `/attributes/${one.given['resource_id']}`));
      },
    },
    'a client that hangs up': {
      sound: '499 client_closed_connection, 200',
      look: async (faults) => {
        const one = await inState(faults, 'a service user with an API key');
        return statusesOf([
          await one.service.send('POST', `/v1/teams/${one.given['team_name']}/groups`, {
            token: one.token,
            body: '{"na',
            halfClosed: true,
          }),
          await one.send('GET', '/groups'),
        ]);
      },
    },
    'unclassified trouble': { sound: '500 unknown_error, 200', look: troubled('unknown_error') },
    'an offline service': { sound: '503 service_offline, 200', look: troubled('service_offline') },
    'a gateway that waits': { sound: '504 gateway_timeout, 200', look: troubled('gateway_timeout') },
  },
  [
    ['pam-errors-without-name', 'an unknown path', '404'],
    ['pam-content-type-not-read', 'another body, then a proper one', '400 invalid_request, 200'],
    ['pam-content-type-remembered', 'another body, then a proper one', '415 unsupported_content_type, 415 unsupported_content_type'],
    ['pam-array-of-one-taken', 'other bodies', '200, 400 invalid_request, 415 unsupported_content_type'],
    ['pam-other-json-breaks-service', 'other bodies', '500 unknown_error, 400 invalid_request, 500 unknown_error'],
    ['pam-broken-json-breaks-service', 'other bodies', '415 unsupported_content_type, 500 unknown_error, 415 unsupported_content_type'],
    ['pam-hang-up-unnoticed', 'a client that hangs up', '400 invalid_request, 200'],
    ['pam-hang-up-remembered', 'a client that hangs up', '499 client_closed_connection, 499 client_closed_connection'],
    ['pam-groups-elsewhere', 'where groups are', '404 resource_does_not_exist'],
    ['pam-groups-in-version-2', 'where groups are', '404 resource_does_not_exist'],
    ['pam-deprecated-as-missing', 'what is deprecated', '404 resource_does_not_exist'],
    ['pam-trouble-as-gateway', 'unclassified trouble', '504 gateway_timeout, 200'],
    ['pam-offline-as-trouble', 'an offline service', '500 unknown_error, 200'],
    ['pam-gateway-as-offline', 'a gateway that waits', '503 service_offline, 200'],
    ['pam-trouble-lasts', 'unclassified trouble', '500 unknown_error, 500 unknown_error'],
    ['pam-offline-lasts', 'an offline service', '503 service_offline, 503 service_offline'],
    ['pam-gateway-waits-on', 'a gateway that waits', '504 gateway_timeout, 504 gateway_timeout'],
  ],
);
