import { expect, test } from 'vitest';
import { tryOut, type Reply, type TryOut } from './try-out.ts';

const state = 'a user on the way to an app that asks for step-up';

async function begun(
  t: TryOut,
  params: Readonly<Record<string, unknown>> = {},
): Promise<{ readonly user: Readonly<Record<string, string>>; readonly first: Reply }> {
  const user = t.provide(state, params);
  return { user, first: await t.authn({ stateToken: user['stateToken'] }) };
}

test('without a session nobody is known yet, but where the way leads is', async () => {
  const t = tryOut();
  const { user, first } = await begun(t);
  expect(first.body).toEqual({
    stateToken: user['stateToken'],
    type: 'SESSION_STEP_UP',
    expiresAt: '2026-01-01T00:05:00.000Z',
    status: 'UNAUTHENTICATED',
    _embedded: {
      target: {
        type: 'APP',
        name: user['appName'],
        label: 'Payroll',
        _links: { logo: { name: 'medium', href: `https://id.test/assets/logos/${user['appName']}.png`, type: 'image/png' } },
      },
      authentication: {
        protocol: 'SAML2.0',
        issuer: { id: user['appId'], name: 'Payroll', uri: `urn:${user['appName']}:${user['appId']}` },
      },
    },
    _links: { next: { name: 'authenticate', href: 'https://id.test/api/v1/authn', hints: { allow: ['POST'] } } },
  });
});

test('user name and password lead to the redirect to the app', async () => {
  const t = tryOut();
  const { user, first } = await begun(t);
  const { stateToken } = first;
  const wrong = await t.signIn(user, { stateToken, password: 'wrong' });
  const done = await t.signIn(user, { stateToken });
  const again = await t.signIn(user, { stateToken });
  const target = `/login/step-up/redirect?stateToken=${stateToken}`;
  expect([wrong.gist, done.gist, done.at('sessionToken'), done.at('_links', 'next'), again.gist]).toEqual([
    '401 E0000004',
    '200 SUCCESS next=original',
    undefined,
    { name: 'original', href: `https://id.test${target}`, hints: { allow: ['GET'] } },
    '403 E0000079',
  ]);
  const redirect = await t.send('GET', target);
  expect([redirect.status, redirect.headers['location']]).toEqual([302, `https://id.test/app/${user['appId']}/home`]);
});

test.each([
  [{ session: true }, '200 SUCCESS next=original'],
  [{ session: true, requires: 'enrollment' }, '200 MFA_ENROLL cancel'],
  [{ session: true, requires: 'verification' }, '200 MFA_REQUIRED cancel'],
  [{ requires: 'verification' }, '200 UNAUTHENTICATED next=authenticate'],
])('a step-up %j: %s', async (params, gist) => {
  expect((await begun(tryOut(), params)).first.gist).toBe(gist);
});

test('verification in a step-up shows how devices are remembered, and ends at the app', async () => {
  const t = tryOut();
  const { user, first } = await begun(t, { session: true, requires: 'verification' });
  const push = String(first.at('_embedded', 'factor', 1, 'id'));
  const verified = await t.step(`factors/${user['factorId']}/verify`, first, { answer: user['proof'] });
  expect([first.at('_embedded', 'policy'), verified.gist, verified.at('type')]).toEqual([
    {
      allowRememberDevice: true,
      rememberDeviceLifetimeInMinutes: 1440,
      rememberDeviceByDefault: false,
      factorsPolicyInfo: { [push]: { autoPushEnabled: true } },
    },
    '200 SUCCESS next=original',
    'SESSION_STEP_UP',
  ]);
});

test.each([
  ['saml', '200 SUCCESS next=original'],
  ['ws-federation', '200 SUCCESS next=original'],
  ['other', '400 E0000001'],
])('a step-up to a %s app that the identity platform initiates: %s', async (protocol, gist) => {
  const t = tryOut();
  const user = t.provide('a user who may use an app', { protocol });
  const answer = await t.signIn(user, { audience: user['appId'] });
  const cause = gist.startsWith('400') ? `Sign-in is not allowed for app '${user['appId']}'.` : undefined;
  expect([answer.gist, answer.at('errorCauses', 0, 'errorSummary')]).toEqual([gist, cause]);
});

test.each([
  [{}, true],
  [{ signInPage: false }, false],
  [{ protocol: 'ws-federation' }, false],
  [{ protocol: 'other' }, false],
])('opening an app %j redirects with a state token: %s', async (params, withToken) => {
  const t = tryOut();
  const user = t.provide('a user who may use an app', params);
  const opened = await t.send('GET', `/app/${user['appId']}/sign-on`);
  const stateToken = new URL(String(opened.headers['location'])).searchParams.get('stateToken');
  const next = stateToken === null ? undefined : (await t.authn({ stateToken })).gist;
  expect([opened.status, next]).toEqual([302, withToken ? '200 UNAUTHENTICATED next=authenticate' : undefined]);
});
