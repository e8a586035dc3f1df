import { expect, test } from 'vitest';
import { isObject } from '../core/json.ts';
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

test('a push profile may be shown as soon as the password is right', async () => {
  const t = tryOut({ choices: { pushProfile: 'after-password' } });
  const transaction = await t.signIn(t.provide('a user who must verify a factor', { factor: 'push' }));
  expect(transaction.at('_embedded', 'factor', 0, 'profile', 'deviceType')).toBe('SmartPhone');
});
