import { expect, test } from 'vitest';
import { isObject } from '../kit/json.ts';
import { tryOut } from './try-out.ts';

test('factors stand under the chosen name', async () => {
  const embedded = async (choices: Readonly<Record<string, unknown>>): Promise<unknown> => {
    const t = tryOut({ choices });
    const embeddedObjects = (await t.signIn(t.provide('a user who must enroll a factor'))).at('_embedded');
    return isObject(embeddedObjects) ? Object.keys(embeddedObjects) : [];
  };
  expect([await embedded({}), await embedded({ factorsKey: 'factors' })]).toEqual([
    ['user', 'factor'],
    ['user', 'factors'],
  ]);
});

test('a loose summary differs in case and closing punctuation only', async () => {
  const t = tryOut({ choices: { errorSummary: 'loose' } });
  const user = t.provide('a user who may use an app', { protocol: 'other' });
  const summaries = [await t.signIn(user, { password: 'wrong' }), await t.signIn(user, { audience: user['appId'] })].map(({ at }) =>
    at('errorSummary'),
  );
  expect(summaries).toEqual(['Authentication failed.', 'Api validation failed: authrequest.']);
});

test('a locked-out user may get a transaction, and may need the right password for it', async () => {
  const t = tryOut({ choices: { lockedOutTransaction: true, lockedOutWithWrongPassword: 'refused' } });
  const user = t.provide('a user who is locked out', { shown: true });
  const shown = await t.signIn(user);
  expect([shown.at('expiresAt'), typeof shown.at('stateToken'), (await t.signIn(user, { password: 'wrong' })).gist]).toEqual([
    '2026-01-01T00:05:00.000Z',
    'string',
    '401 E0000004',
  ]);
});

test('a push is polled for, in verification and in enrollment', async () => {
  const t = tryOut({ choices: { pushWait: 'poll' } });
  const approve = (userId: unknown): Promise<unknown> => t.service.act('approve the push challenge of a user', { userId });
  const owner = t.provide('a user who must verify a factor', { factor: 'push' });
  const transaction = await t.signIn(owner);
  const verify = `factors/${owner['factorId']}/verify`;
  const waiting = [await t.step(verify, transaction), await t.step(verify, transaction)];
  await approve(owner['userId']);
  const verified = await t.step(verify, transaction);
  const other = t.provide('a user who must enroll a factor');
  const enrolling = await t.signIn(other);
  const pending = await t.step('factors', enrolling, { factorType: 'push' });
  const activate = String(pending.at('_links', 'next', 'href')).replace('https://id.test/api/v1/authn/', '');
  const still = await t.step(activate, enrolling);
  await approve(other['userId']);
  const enrolled = await t.step(activate, enrolling);
  expect([...waiting, verified, pending, still, enrolled].map(({ gist, at }) => [gist, at('factorResult')])).toEqual([
    ['200 MFA_CHALLENGE next=poll prev cancel', 'WAITING'],
    ['200 MFA_CHALLENGE next=poll prev cancel', 'WAITING'],
    ['200 SUCCESS', undefined],
    ['200 MFA_ENROLL_ACTIVATE next=poll prev cancel', 'WAITING'],
    ['200 MFA_ENROLL_ACTIVATE next=poll prev cancel', 'WAITING'],
    ['200 SUCCESS', undefined],
  ]);
});

test('a code by telephone is sent once more where a link leads there', async () => {
  const t = tryOut({ choices: { resendLink: 'list' } });
  const user = t.provide('a user who must verify a factor', { factor: 'sms' });
  const transaction = await t.signIn(user);
  const challenged = await t.step(`factors/${user['factorId']}/verify`, transaction);
  const again = await t.step(`factors/${user['factorId']}/verify/resend`, transaction);
  expect([challenged.at('_links', 'resend'), again.gist, t.codes]).toEqual([
    [
      {
        name: 'sms',
        href: `https://id.test/api/v1/authn/factors/${user['factorId']}/verify/resend`,
        hints: { allow: ['POST'] },
      },
    ],
    '200 MFA_CHALLENGE next=verify prev cancel resend',
    [user['login'], user['login']],
  ]);
});

test('nothing is sent once more for a push, for another factor, or before there is a challenge', async () => {
  const t = tryOut({ choices: { resendLink: 'list' } });
  const user = t.provide('a user who must verify a factor', { factor: 'push' });
  const transaction = await t.signIn(user);
  const resend = `factors/${user['factorId']}/verify/resend`;
  const early = await t.step(resend, transaction);
  const challenged = await t.step(`factors/${user['factorId']}/verify`, transaction);
  const gists = [early, challenged, await t.step(resend, transaction), await t.step('factors/another/verify/resend', transaction)];
  expect([gists.map(({ gist }) => gist), t.codes]).toEqual([
    ['403 E0000079', '200 MFA_CHALLENGE next=verify prev cancel', '403 E0000079', '404 E0000007'],
    [],
  ]);
});

test('the token of a vendor may be enrolled at once, by the code that comes with it', async () => {
  const t = tryOut({ choices: { tokenEnrollment: 'at-once' } });
  const enroll = async (factorType: string, more: Readonly<Record<string, unknown>>): Promise<string> => {
    const transaction = await t.signIn(t.provide('a user who must enroll a factor'));
    return (await t.step('factors', transaction, { factorType, ...more })).gist;
  };
  const vendor = { provider: 'KEYMAKER', passCode: '654321' };
  expect([
    await enroll('token:hardware', vendor),
    await enroll('token', vendor),
    await enroll('token', { provider: 'KEYMAKER' }),
    await enroll('token:software:totp', {}),
  ]).toEqual(['200 SUCCESS', '200 SUCCESS', '400 E0000003', '200 MFA_ENROLL_ACTIVATE next=activate prev cancel']);
});

test('what unlocking leads to may be cancelled', async () => {
  const unlocked = async (choices: Readonly<Record<string, unknown>>): Promise<string> => {
    const t = tryOut({ choices });
    const { login } = t.provide('a user who is locked out', { shown: true });
    return (await t.send('POST', '/api/v1/authn/recovery/unlock', { username: login, factorType: 'EMAIL' })).gist;
  };
  expect([await unlocked({}), await unlocked({ unlockLinks: 'cancel' })]).toEqual([
    '200 RECOVERY_CHALLENGE',
    '200 RECOVERY_CHALLENGE cancel',
  ]);
});

test('the factor of a challenge may stand by itself', async () => {
  const challenge = async (choices: Readonly<Record<string, unknown>>): Promise<unknown> => {
    const t = tryOut({ choices: { factorsKey: 'factors', ...choices } });
    const user = t.provide('a user who must verify a factor', { factor: 'sms' });
    const transaction = await t.signIn(user);
    const challenged = await t.step(`factors/${user['factorId']}/verify`, transaction);
    return [challenged.at('_embedded', 'factor', 'factorType'), challenged.at('_embedded', 'factors', 0, 'factorType')];
  };
  expect([await challenge({}), await challenge({ challengedFactor: 'by-itself' })]).toEqual([
    [undefined, 'sms'],
    ['sms', undefined],
  ]);
});

test('an activation shows the factor that it is about, which cannot be verified yet', async () => {
  const t = tryOut();
  const transaction = await t.signIn(t.provide('a user who must enroll a factor'));
  const pending = await t.step('factors', transaction, { factorType: 'call', profile: { phoneNumber: '+1 555-123-4567' } });
  expect(pending.at('_embedded', 'factor')).toEqual([
    {
      id: expect.any(String),
      factorType: 'call',
      provider: 'PLATFORM',
      vendorName: 'PLATFORM',
      profile: { phoneNumber: '+1 XXX-XXX-4567' },
    },
  ]);
});

test('pages of other origins may call', async () => {
  const asked = { origin: 'https://shop.test', 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' };
  const call = async (choices: Readonly<Record<string, unknown>>): Promise<unknown> => {
    const t = tryOut({ choices });
    const before = await t.send('OPTIONS', '/api/v1/authn', undefined, { headers: asked });
    const refused = await t.send('POST', '/api/v1/authn', {}, { headers: { origin: 'https://shop.test' } });
    return [before, refused].map(({ status, headers }) => [
      status,
      Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('access-control-') || name === 'vary')),
    ]);
  };
  const permission = { 'access-control-allow-origin': 'https://shop.test', 'access-control-allow-credentials': 'true', vary: 'Origin' };
  expect([await call({}), await call({ crossOrigin: 'allowed' })]).toEqual([
    [
      [405, {}],
      [400, {}],
    ],
    [
      [204, { ...permission, 'access-control-allow-methods': 'POST', 'access-control-allow-headers': 'content-type' }],
      [400, { ...permission, 'access-control-expose-headers': 'X-Rate-Limit-Limit, X-Rate-Limit-Remaining, X-Rate-Limit-Reset' }],
    ],
  ]);
});

test('an OPTIONS that no browser sends before a request, and a request that no page sends, are answered as ever', async () => {
  const t = tryOut({ choices: { crossOrigin: 'allowed' } });
  const options = await t.send('OPTIONS', '/api/v1/authn');
  const plain = await t.signIn(t.provide('a user who can sign in'));
  expect([options.gist, plain.gist, plain.headers['access-control-allow-origin']]).toEqual(['405 E0000022', '200 SUCCESS', undefined]);
});
