import { expect, test } from 'vitest';
import { tryOut } from './try-out.ts';

test('a valid password ends in SUCCESS with a session token and without a state token', async () => {
  const t = tryOut();
  const user = t.provide('a user who can sign in');
  const { status, headers, body, at } = await t.signIn(user);
  expect({ status, headers, body }).toEqual({
    status: 200,
    headers: {
      'content-type': 'application/json',
      'x-rate-limit-limit': '1000',
      'x-rate-limit-remaining': '1000',
      'x-rate-limit-reset': '1767225600',
    },
    body: {
      expiresAt: '2026-01-01T00:05:00.000Z',
      status: 'SUCCESS',
      sessionToken: at('sessionToken'),
      _embedded: {
        user: {
          id: user['userId'],
          passwordChanged: '2025-12-22T00:00:00.000Z',
          profile: {
            login: user['login'],
            firstName: user['firstName'],
            lastName: user['lastName'],
            locale: 'en_US',
            timeZone: 'Europe/Berlin',
          },
        },
      },
    },
  });
});

test('errors have the error object and nothing of the user', async () => {
  const t = tryOut();
  const user = t.provide('a user who can sign in');
  const { status, body, at } = await t.signIn(user, { password: 'wrong' });
  expect({ status, body }).toEqual({
    status: 401,
    body: { errorCode: 'E0000004', errorSummary: 'Authentication failed', errorLink: 'E0000004', errorId: at('errorId'), errorCauses: [] },
  });
});

test.each([
  ['POST', '/api/v1/authn', '{', {}, '400 E0000003'],
  ['POST', '/api/v1/authn', '[]', {}, '400 E0000003'],
  ['POST', '/api/v1/authn', '', {}, '400 E0000003'],
  ['POST', '/api/v1/authn', '{}', {}, '400 E0000003'],
  ['POST', '/api/v1/authn', '{"username":7,"password":"x"}', {}, '400 E0000003'],
  ['POST', '/api/v1/authn', '{"username":"x"}', {}, '400 E0000003'],
  ['POST', '/api/v1/authn', '{"stateToken":"nobody"}', {}, '401 E0000011'],
  ['POST', '/api/v1/authn', '{}', { 'content-type': 'text/plain' }, '400 E0000021'],
  ['POST', '/api/v1/authn', '{}', { accept: 'text/html' }, '400 E0000021'],
  ['GET', '/api/v1/authn', undefined, {}, '405 E0000022'],
  ['GET', '/nowhere', undefined, {}, '404 E0000007'],
  ['GET', '/api/v1/sessions/nobody', undefined, {}, '404 E0000007'],
  ['POST', '/api/v1/sessions', '{"sessionToken":"nobody"}', {}, '401 E0000004'],
  ['GET', '/api/v1/users/nobody/factors', undefined, {}, '401 E0000011'],
  ['GET', '/app/nowhere/sign-on', undefined, {}, '404 E0000007'],
  ['GET', '/login/step-up/redirect', undefined, {}, '401 E0000011'],
  ['POST', '/api/v1/authn/credentials/change_password', '{}', {}, '400 E0000003'],
])('%s %s with %s %s is answered %5$s', async (method, target, body, headers, gist) => {
  expect((await tryOut().send(method, target, body, { headers })).gist).toBe(gist);
});

test('what could not be read is refused', async () => {
  const t = tryOut();
  const send = async (unreadable: 'malformed' | 'headers-too-large'): Promise<string> => (await t.send('', '', '', { unreadable })).gist;
  expect([await send('malformed'), await send('headers-too-large')]).toEqual(['400 E0000003', '400 E0000021']);
});
