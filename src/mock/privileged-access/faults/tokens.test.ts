import { tokenFaults } from '../faults.ts';
import { brief, caller, inState, statusesOf, testFaults, type Caller } from './test-faults.ts';
import { lingering, tryOut, type ProvidedData, type Reply } from '../try-out.ts';

const issue = ({ service, given }: Caller, body: unknown, headers = {}): Promise<Reply> =>
  service.send('POST', `/v1/teams/${given['team_name']}/service_token`, { body, headers });

const keyOf = ({ given }: Caller): { readonly key_id: string; readonly key_secret: string } => ({
  key_id: given['key_id'] ?? '',
  key_secret: given['key_secret'] ?? '',
});

/** The target of the link to the second page of one group each. */
async function furtherPage({ send }: Caller): Promise<string> {
  const { headers } = await send('GET', '/groups?count=1');
  const { pathname, search } = new URL(/<([^>]+)>; rel="next"/.exec(String(headers['link']))?.[1] ?? '', 'http://mock.test');
  return `${pathname}${search}`;
}

testFaults(
  tokenFaults,
  {
    'two keys of a team at once': {
      sound: 'two tokens, 401 authorization_error, 201',
      look: async (faults) => {
        const service = tryOut({ faults, pause: lingering('issue a token') });
        const { admin_key_id = '', admin_key_secret = '', ...given } = service.provide('a service user in groups');
        const keys: readonly ProvidedData[] = [{}, { key_id: admin_key_id, key_secret: admin_key_secret }];
        const callers = await Promise.all(keys.map((key) => caller(service, given, key)));
        const replies = await Promise.all(callers.map(({ send }, index) => send('POST', '/resource_groups', { name: `place ${index}` })));
        return `${new Set(callers.map(({ token }) => token)).size === 1 ? 'one token' : 'two tokens'}, ${statusesOf(replies)}`;
      },
    },
    'keys and secrets': {
      sound: '401 authentication_error, 401 authentication_error, 400 invalid_request, 400 invalid_request',
      look: async (faults) => {
        const one = await inState(faults, 'a service user with an API key');
        const key = keyOf(one);
        return statusesOf([
          await issue(one, { ...key, key_secret: 'x' }),
          await issue(one, { ...key, key_id: 'x' }),
          await issue(one, { key_id: key.key_id }),
          await issue(one, { ...key, key_id: 7 }),
        ]);
      },
    },
    'a secret with one character more, and with two': {
      sound: '401 authentication_error, 401 authentication_error',
      look: async (faults) => {
        const one = await inState(faults, 'a service user with an API key');
        const { key_id, key_secret } = keyOf(one);
        return statusesOf([
          await issue(one, { key_id, key_secret: `${key_secret}x` }),
          await issue(one, { key_id, key_secret: `${key_secret}xx` }),
        ]);
      },
    },
    'a secret in a list': {
      sound: '400 invalid_request',
      look: async (faults) => {
        const one = await inState(faults, 'a service user with an API key');
        const { key_id, key_secret } = keyOf(one);
        return brief(await issue(one, { key_id, key_secret: [key_secret] }));
      },
    },
    'what else is known of a key, for its secret': {
      sound: '401 authentication_error, 401 authentication_error',
      look: async (faults) => {
        const one = await inState(faults, 'a service user with an API key');
        const { key_id } = keyOf(one);
        return statusesOf([await issue(one, { key_id, key_secret: key_id }), await issue(one, { key_id, key_secret: one.token })]);
      },
    },
    'improper, then proper': {
      sound: '400 invalid_request, 200',
      look: async (faults) => {
        const one = await inState(faults, 'a service user with an API key');
        return statusesOf([await issue(one, {}), await issue(one, keyOf(one))]);
      },
    },
    'an expired key': {
      sound: '401 authentication_error',
      look: async (faults) => {
        const one = await inState(faults, 'a service user whose API key has expired');
        return brief(await issue(one, keyOf(one)));
      },
    },
    'a token in words': {
      sound: '["string","2026-01-01T01:00:00Z","team_name"]',
      look: async (faults) => {
        const one = await inState(faults, 'a service user with an API key');
        return JSON.stringify(
          Object.entries(Object((await issue(one, keyOf(one))).body)).map(([name, value]) =>
            value === one.given[name] ? name : name === 'bearer_token' ? typeof value : value,
          ),
        );
      },
    },
    'a token over time': {
      sound: '200, 200, 200, 401 authentication_error, 401 authentication_error, 200',
      look: async (faults) => {
        const service = tryOut({ faults });
        const given = service.provide('a service user whose bearer tokens live for a known time');
        const one = await caller(service, given);
        const replies = [await one.send('GET', '/groups')];
        for (const minutes of [30, 29, 1, 60]) {
          service.clock.advance(minutes * 60_000);
          replies.push(await one.send('GET', '/groups'));
        }
        replies.push(await (await caller(service, given)).send('GET', '/groups'));
        return statusesOf(replies);
      },
    },
    'a key just after the end of its token': {
      sound: '200',
      look: async (faults) => {
        const { service, given } = await inState(faults, 'a service user whose bearer tokens live for a known time');
        service.clock.advance(3_601_000);
        return brief(await (await caller(service, given)).send('GET', '/groups'));
      },
    },
    'a token a day after its end': {
      sound: '401 authentication_error',
      look: async (faults) => {
        const one = await inState(faults, 'a service user with an API key');
        one.service.clock.advance(25 * 3_600_000);
        return brief(await one.send('GET', '/groups'));
      },
    },
    'a token after its end, once its key has another': {
      sound: '401 authentication_error',
      look: async (faults) => {
        const one = await inState(faults, 'a service user with an API key');
        one.service.clock.advance(2 * 3_600_000);
        await caller(one.service, one.given);
        return brief(await one.send('GET', '/groups'));
      },
    },
    'a further page for another team': {
      sound: '401 authentication_error',
      look: async (faults) => {
        const one = await inState(faults, 'a team with groups');
        const other = await caller(one.service, one.service.provide('a service user of another team'));
        return brief(await one.service.send('GET', await furtherPage(one), { token: other.token }));
      },
    },
    'a further page after permissions have lapsed': {
      sound: '401 authorization_error',
      look: async (faults) => {
        const one = await inState(faults, 'a team with groups');
        const page = await furtherPage(one);
        const { team_name, key_id } = one.given;
        await one.service.service.act('let the permissions of a service user expire', { team_name, key_id });
        return brief(await one.service.send('GET', page, { token: one.token }));
      },
    },
    "the beginning of a team's name": {
      sound: '404 resource_does_not_exist',
      look: async (faults) => {
        const { service, given, token } = await inState(faults, 'a service user with an API key');
        return brief(await service.send('GET', `/v1/teams/${given['team_name']?.slice(0, -2)}/groups`, { token }));
      },
    },
    'other credentials': {
      sound:
        '401 authentication_error, 200, 401 authentication_error, 200, 401 authentication_error, 401 authentication_error, 401 authentication_error',
      look: async (faults) => {
        const one = await inState(faults, 'a service user with an API key');
        const other = await caller(one.service, one.service.provide('a service user of another team'));
        const target = `/v1/teams/${one.given['team_name']}/groups`;
        const with_ = (authorization: string) => one.service.send('GET', target, { headers: { authorization } });
        return statusesOf([
          await one.service.send('GET', target),
          await one.send('GET', '/groups'),
          await with_('Bearer x'),
          await one.send('GET', '/groups'),
          await with_(`Basic ${one.token}`),
          await with_(`Bearer ${one.given['key_secret']}`),
          await with_(`Bearer ${other.token}`),
        ]);
      },
    },
    'a token in the query': {
      sound: '401 authentication_error',
      look: async (faults) => {
        const { service, given, token } = await inState(faults, 'a service user with an API key');
        return brief(await service.send('GET', `/v1/teams/${given['team_name']}/groups?access_token=${token}`));
      },
    },
    'lapsed permissions': {
      sound: '401 authorization_error',
      look: async (faults) => {
        const one = await inState(faults, 'a service user with an API key');
        await one.service.service.act('let the permissions of a service user expire', {
          team_name: one.given['team_name'],
          key_id: one.given['key_id'],
        });
        return brief(await one.send('GET', '/groups'));
      },
    },
    'teams that are not there': {
      sound: '404 resource_does_not_exist',
      look: async (faults) => {
        const one = await inState(faults, 'a service user with an API key');
        return brief(await one.service.send('GET', '/v1/teams/nowhere/groups', { token: one.token }));
      },
    },
    'a disabled team': {
      sound: '403 disabled_team',
      look: async (faults) => brief(await (await inState(faults, 'a team that is disabled')).send('GET', '/groups')),
    },
    'a group in a disabled team': {
      sound: '403 disabled_team',
      look: async (faults) => brief(await (await inState(faults, 'a team that is disabled')).send('POST', '/groups', { name: 'x' })),
    },
    'a token with another last character': {
      sound: '401 authentication_error',
      look: async (faults) => {
        const { service, given, token } = await inState(faults, 'a service user with an API key');
        return brief(await service.send('GET', `/v1/teams/${given['team_name']}/groups`, { token: `${token.slice(0, -1)}!` }));
      },
    },
  },
  [
    ['pam-any-secret', 'keys and secrets', '200, 401 authentication_error, 400 invalid_request, 400 invalid_request'],
    ['pam-key-id-is-secret', 'what else is known of a key, for its secret', '200, 401 authentication_error'],
    ['pam-token-is-secret', 'what else is known of a key, for its secret', '401 authentication_error, 200'],
    ['pam-any-key-id', 'keys and secrets', '401 authentication_error, 200, 400 invalid_request, 400 invalid_request'],
    ['pam-secret-may-be-missing', 'keys and secrets', '401 authentication_error, 401 authentication_error, 200, 400 invalid_request'],
    ['pam-improper-key-breaks-service', 'improper, then proper', '500 unknown_error, 200'],
    [
      'pam-key-id-as-number',
      'keys and secrets',
      '401 authentication_error, 401 authentication_error, 400 invalid_request, 401 authentication_error',
    ],
    ['pam-secret-in-a-list', 'a secret in a list', '200'],
    ['pam-improper-key-remembered', 'improper, then proper', '400 invalid_request, 400 invalid_request'],
    ['pam-expired-key-works', 'an expired key', '200'],
    ['pam-key-works-once', 'improper, then proper', '400 invalid_request, 401 authentication_error'],
    [
      'pam-same-token-again',
      'a token over time',
      '200, 200, 200, 401 authentication_error, 401 authentication_error, 401 authentication_error',
    ],
    ['pam-expired-token-given-again', 'a key just after the end of its token', '401 authentication_error'],
    ['pam-expires-at-past', 'a token in words', '["string","2025-12-31T23:00:00Z","team_name"]'],
    ['pam-expires-at-as-http-date', 'a token in words', '["string","Thu, 01 Jan 2026 01:00:00 GMT","team_name"]'],
    ['pam-expires-at-as-duration', 'a token in words', '["string","PT1H","team_name"]'],
    ['pam-token-shared-at-once', 'two keys of a team at once', 'one token, 401 authorization_error, 401 authorization_error'],
    ['pam-rights-shared-at-once', 'two keys of a team at once', 'two tokens, 401 authorization_error, 401 authorization_error'],
    [
      'pam-token-cut',
      'a token over time',
      '401 authentication_error, 401 authentication_error, 401 authentication_error, 401 authentication_error, 401 authentication_error, 401 authentication_error',
    ],
    ['pam-team-name-of-nobody', 'a token in words', '["string","2026-01-01T01:00:00Z","default"]'],
    [
      'pam-no-token-needed',
      'other credentials',
      '200, 200, 401 authentication_error, 200, 401 authentication_error, 401 authentication_error, 401 authentication_error',
    ],
    [
      'pam-any-token',
      'other credentials',
      '401 authentication_error, 200, 200, 200, 401 authentication_error, 200, 401 authentication_error',
    ],
    [
      'pam-any-scheme',
      'other credentials',
      '401 authentication_error, 200, 401 authentication_error, 200, 200, 401 authentication_error, 401 authentication_error',
    ],
    ['pam-token-in-query', 'a token in the query', '200'],
    [
      'pam-secret-is-token',
      'other credentials',
      '401 authentication_error, 200, 401 authentication_error, 200, 401 authentication_error, 200, 401 authentication_error',
    ],
    [
      'pam-wrong-token-locks-out',
      'other credentials',
      '401 authentication_error, 401 authentication_error, 401 authentication_error, 401 authentication_error, 401 authentication_error, 401 authentication_error, 401 authentication_error',
    ],
    ['pam-expired-token-works', 'a token over time', '200, 200, 200, 200, 200, 200'],
    ['pam-token-lives-a-year', 'a token in words', '["string","2027-01-01T01:00:00Z","team_name"]'],
    [
      'pam-token-ends-early',
      'a token over time',
      '200, 401 authentication_error, 401 authentication_error, 401 authentication_error, 401 authentication_error, 200',
    ],
    ['pam-token-outlives-expires-at', 'a token in words', '["string","2026-01-01T00:15:00Z","team_name"]'],
    [
      'pam-token-ends-a-minute-early',
      'a token over time',
      '200, 200, 401 authentication_error, 401 authentication_error, 401 authentication_error, 200',
    ],
    ['pam-token-ends-a-minute-late', 'a token over time', '200, 200, 200, 200, 401 authentication_error, 200'],
    ['pam-token-prolonged-by-use', 'a token over time', '200, 200, 200, 200, 401 authentication_error, 200'],
    ['pam-expired-token-returns', 'a token a day after its end', '200'],
    ['pam-expired-token-revived-by-another', 'a token after its end, once its key has another', '200'],
    ['pam-expired-token-forbidden-later', 'a token a day after its end', '403 forbidden_error'],
    ['pam-superseded-token-forbidden', 'a token after its end, once its key has another', '403 forbidden_error'],
    ['pam-expired-token-forbidden', 'a token over time', '200, 200, 200, 403 forbidden_error, 403 forbidden_error, 200'],
    ['pam-lapsed-permissions-count', 'lapsed permissions', '200'],
    [
      'pam-token-of-any-team',
      'other credentials',
      '401 authentication_error, 200, 401 authentication_error, 200, 401 authentication_error, 401 authentication_error, 200',
    ],
    ['pam-further-pages-for-any-team', 'a further page for another team', '200'],
    ['pam-further-pages-for-lapsed-tokens', 'a further page after permissions have lapsed', '200'],
    ['pam-team-by-prefix', "the beginning of a team's name", '200'],
    ['pam-team-name-not-read', 'teams that are not there', '200'],
    ['pam-token-tail-ignored', 'a token with another last character', '200'],
    ['pam-token-padding-ignored', 'a token with another last character', '200'],
    ['pam-secret-one-longer', 'a secret with one character more, and with two', '200, 401 authentication_error'],
    [
      'pam-token-works-twice',
      'a token over time',
      '200, 200, 401 authentication_error, 401 authentication_error, 401 authentication_error, 200',
    ],
    ['pam-disabled-team-takes-groups', 'a group in a disabled team', '201'],
    ['pam-disabled-team-served', 'a disabled team', '200'],
  ],
);
