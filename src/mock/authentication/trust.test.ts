import { expect, test } from 'vitest';
import { tryOut, type More, type TryOut } from './try-out.ts';

const trusted = { trusted: true };
const device = { context: { deviceToken: 'd'.repeat(32) } };

/** Signs in with the body and meets the challenge, then signs in again: what the second time is answered. */
async function secondSignIn(
  t: TryOut,
  challenge: string,
  body: Readonly<Record<string, unknown>>,
  again = body,
  more: More = trusted,
): Promise<string> {
  const user = t.provide('a user who must verify a factor', { challenge });
  const first = await t.signIn(user, body, more);
  await t.step(`factors/${user['factorId']}/verify`, first, { answer: user['proof'], rememberDevice: true }, more);
  return (await t.signIn(user, again, more)).gist;
}

test.each(['once-per-device', 'on-new-device'])('a policy %s asks once of a device, again of another and of none', async (challenge) => {
  const t = tryOut();
  const other = { context: { deviceToken: 'other' } };
  expect([
    await secondSignIn(t, challenge, device),
    await secondSignIn(t, challenge, device, other),
    await secondSignIn(t, challenge, device, {}),
  ]).toEqual(['200 SUCCESS', '200 MFA_REQUIRED cancel', '200 MFA_REQUIRED cancel']);
});

test.each([
  ['of 33 characters', 'd'.repeat(33), trusted],
  ['with hyphens', 'device-token', trusted],
  ['that is null', null, trusted],
  ['of a public application', 'device', {}],
  ['beside an API token that was never issued', 'device', { headers: { authorization: 'SSWS nobody' } }],
])('a device token %s does not count', async (_name, deviceToken, more) => {
  expect(await secondSignIn(tryOut(), 'once-per-device', { context: { deviceToken } }, undefined, more)).toBe('200 MFA_REQUIRED cancel');
});

test('an unfit device token is refused where that is the choice', async () => {
  const t = tryOut({ choices: { unfitDeviceToken: 'refused' } });
  const user = t.provide('a user who can sign in');
  const gist = async (deviceToken: string, more: More): Promise<string> => (await t.signIn(user, { context: { deviceToken } }, more)).gist;
  expect([await gist('with-hyphens', trusted), await gist('with-hyphens', {}), await gist('fit', trusted)]).toEqual([
    '400 E0000003',
    '200 SUCCESS',
    '200 SUCCESS',
  ]);
});

test('a user is told of a new device fingerprint of a trusted application, once', async () => {
  const t = tryOut();
  const user = t.provide('a user who is told of new devices');
  const signIn = async (fingerprint: string, more: More = trusted, password = user['password']): Promise<number> => {
    await t.signIn(user, { password }, { ...more, headers: { 'x-device-fingerprint': fingerprint } });
    return t.mails.length;
  };
  expect([await signIn('a', {}), await signIn('a', trusted, 'wrong'), await signIn('a'), await signIn('a'), await signIn('b')]).toEqual([
    0, 0, 1, 1, 2,
  ]);
  expect(t.mails).toEqual([user['login'], user['login']]);
});

test('a user is not told where that is not enabled', async () => {
  const t = tryOut();
  await t.signIn(
    t.provide('a user who is told of new devices', { enabled: false }),
    {},
    { ...trusted, headers: { 'x-device-fingerprint': 'a' } },
  );
  expect(t.mails).toEqual([]);
});

test.each([
  [{}, 'address', trusted, '200 SUCCESS'],
  [{}, 'otherAddress', trusted, '401 E0000004'],
  [{}, 'address', {}, '401 E0000004'],
  [{ gateway: false }, 'address', trusted, '401 E0000004'],
  [{}, undefined, trusted, '401 E0000004'],
])('with gateway %j, forwarded for %s, sent by %j: %s', async (params, name, more, gist) => {
  const t = tryOut();
  const user = t.provide('a user who may sign in from one address only', params);
  const headers: Record<string, string> = name === undefined ? {} : { 'x-forwarded-for': `${user[name]}, 192.0.2.1` };
  expect((await t.signIn(user, {}, { ...more, headers })).gist).toBe(gist);
});

test('an activation token is taken with and without an API token', async () => {
  const t = tryOut();
  const token = (): string => t.provide('a user with an activation token', { password: true })['token'] ?? '';
  expect([(await t.authn({ token: token() })).gist, (await t.authn({ token: token() }, trusted)).gist]).toEqual([
    '200 SUCCESS',
    '200 SUCCESS',
  ]);
});
