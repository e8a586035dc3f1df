import { expect, test } from 'vitest';
import { tryOut } from './try-out.ts';

test('unlocking leads to a recovery challenge, whoever asks', async () => {
  const t = tryOut();
  const { login } = t.provide('a user who is locked out', { shown: true });
  const ask = async (username: string | undefined): Promise<readonly unknown[]> => {
    const { gist, at } = await t.send('POST', '/api/v1/authn/recovery/unlock', { username, factorType: 'EMAIL' });
    return [gist, at('recoveryType'), at('factorType'), at('_embedded')];
  };
  const answer = ['200 RECOVERY_CHALLENGE', 'UNLOCK', 'EMAIL', undefined];
  expect([await ask(login), await ask('nobody@example.test')]).toEqual([answer, answer]);
});

test('abandoned transactions are dropped in the end', async () => {
  const t = tryOut();
  const user = t.provide('a user whose password has expired');
  const { stateToken } = await t.signIn(user);
  t.clock.advance(2 * 86_400_000);
  await t.signIn(user);
  t.switchFaults(['authn-expired-transaction-alive']);
  expect((await t.authn({ stateToken })).gist).toBe('401 E0000011');
});
