import { expect, test } from 'vitest';
import { tryOut, type ProvidedData, type TryOut } from './try-out.ts';

const hour = 3_600_000;
const issue = (service: TryOut, { team_name, key_id, key_secret }: ProvidedData) =>
  service.send('POST', `/v1/teams/${team_name}/service_token`, { body: { key_id, key_secret } });
const list = async (service: TryOut, { team_name }: ProvidedData, token?: string) =>
  outcome(await service.send('GET', `/v1/teams/${team_name}/groups`, { token }));
const outcome = ({ status, body }: { readonly status: number; readonly body: unknown }) =>
  status < 300 ? status : [status, Object(body).code];

test('an API key is exchanged for a token of its team that ends when it says', async () => {
  const service = tryOut();
  const given = service.provide('a service user with an API key');
  const { status, body } = await issue(service, given);
  expect({ status, body }).toEqual({
    status: 200,
    body: { bearer_token: expect.stringMatching(/^[0-9A-Za-z]{64}$/), expires_at: '2026-01-01T01:00:00Z', team_name: given['team_name'] },
  });
  const token = Object(body).bearer_token;
  const seen = [await list(service, given, token)];
  service.clock.advance(hour - 1);
  seen.push(await list(service, given, token));
  service.clock.advance(1);
  seen.push(await list(service, given, token), await list(service, given, await service.tokenFor(given)));
  expect(seen).toEqual([200, 200, [401, 'authentication_error'], 200]);
});

test('a token ends when its whole seconds say so, in the middle of a second too', async () => {
  const service = tryOut();
  const given = service.provide('a service user with an API key');
  service.clock.advance(999);
  const token = await service.tokenFor(given);
  service.clock.advance(hour - 999);
  expect(await list(service, given, token)).toEqual([401, 'authentication_error']);
});

test('only the right secret of a key of this team that has not expired is good', async () => {
  const service = tryOut();
  const given = service.provide('a service user with an API key');
  const other = service.provide('a service user of another team');
  const { key_id = '', key_secret = '', team_name = '' } = given;
  const seen = [
    await issue(service, { ...given, key_secret: `${key_secret}x` }),
    await issue(service, { ...given, key_secret: key_secret.toLowerCase() }),
    await issue(service, { ...given, key_id: key_id.slice(1) }),
    await issue(service, { ...other, team_name }),
    await issue(service, { ...given, team_name: 'nowhere' }),
    await issue(service, service.provide('a service user whose API key has expired')),
    await issue(service, service.provide('a team that is disabled')),
  ].map(outcome);
  service.clock.advance(90 * 24 * hour);
  seen.push(outcome(await issue(service, given)));
  const refused = [401, 'authentication_error'];
  expect(seen).toEqual([refused, refused, refused, refused, [404, 'resource_does_not_exist'], refused, [403, 'disabled_team'], refused]);
});

test('a token is needed, of this team, in an Authorization header of scheme Bearer', async () => {
  const service = tryOut();
  const given = service.provide('a service user with an API key');
  const token = await service.tokenFor(given);
  const with_ = async (authorization: string) =>
    outcome(await service.send('GET', `/v1/teams/${given['team_name']}/groups`, { headers: { authorization } }));
  const refused = [401, 'authentication_error'];
  const foreign = await service.tokenFor(service.provide('a service user of another team'));
  expect([
    await list(service, given),
    await with_(token),
    await with_(`Basic ${token}`),
    await with_('Bearer '),
    await with_(`Bearer ${token}x`),
    await with_(`Bearer ${foreign}`),
    await with_(`bearer ${token}`),
  ]).toEqual([refused, refused, refused, refused, refused, refused, 200]);
});

test('a 401 says which scheme is wanted', async () => {
  const service = tryOut();
  const { headers } = await service.send('GET', `/v1/teams/${service.provide('a service user with an API key')['team_name']}/groups`);
  expect(headers['www-authenticate']).toBe('Bearer');
});

test('states hand out tokens that have expired, that are of a disabled team, and lifetimes that hold', async () => {
  const service = tryOut();
  const expired = service.provide('a service user with an expired bearer token');
  const disabled = service.provide('a team that is disabled');
  const timed = service.provide('a service user whose bearer tokens live for a known time');
  const token = await service.tokenFor(timed);
  expect([
    await list(service, expired, expired['expired_bearer_token']),
    await list(service, expired, await service.tokenFor(expired)),
    await list(service, disabled, disabled['bearer_token']),
    await list(service, timed, token),
    timed['lifetime'],
    timed['half_lifetime'],
  ]).toEqual([[401, 'authentication_error'], 200, [403, 'disabled_team'], 200, 'PT3600S', 'PT1800S']);
});

test('permissions that expire need a new token', async () => {
  const service = tryOut();
  const given = service.provide('a service user with an API key');
  const token = await service.tokenFor(given);
  await service.service.act('let the permissions of a service user expire', { team_name: given['team_name'], key_id: given['key_id'] });
  expect([await list(service, given, token), await list(service, given, await service.tokenFor(given))]).toEqual([
    [401, 'authorization_error'],
    200,
  ]);
});

test('the other choices: errors, and forms of expires_at', async () => {
  const service = tryOut({
    choices: {
      expiredToken: 'authorization_error',
      otherTeam: 'forbidden_error',
      expiresAt: 'unix-seconds',
      tokenOfDisabledTeam: 'issued',
    },
  });
  const expired = service.provide('a service user with an expired bearer token');
  const other = service.provide('a service user of another team');
  const disabled = service.provide('a team that is disabled');
  expect([
    await list(service, expired, expired['expired_bearer_token']),
    await list(service, expired, await service.tokenFor(other)),
    outcome(await issue(service, { ...other, team_name: expired['team_name'] ?? '' })),
    Object((await issue(service, expired)).body).expires_at,
    outcome(await issue(service, disabled)),
    await list(service, disabled, disabled['bearer_token']),
  ]).toEqual([
    [401, 'authorization_error'],
    [403, 'forbidden_error'],
    [403, 'forbidden_error'],
    Date.UTC(2026, 0, 1, 1) / 1000,
    200,
    [403, 'disabled_team'],
  ]);
});
