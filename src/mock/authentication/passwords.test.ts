import { expect, test } from 'vitest';
import { tryOut, type Reply, type TryOut } from './try-out.ts';

const change = 'credentials/change_password';
const warn = { options: { warnBeforePasswordExpired: true } };
const newPassword = 'Correct1Horse!';

async function begun(
  t: TryOut,
  state = 'a user whose password has expired',
): Promise<{ readonly user: Readonly<Record<string, string>>; readonly transaction: Reply }> {
  const user = t.provide(state);
  return { user, transaction: await t.signIn(user, warn) };
}

async function session(t: TryOut, signedIn: Reply): Promise<string> {
  return String((await t.send('POST', '/api/v1/sessions', { sessionToken: signedIn.at('sessionToken') })).at('id'));
}

test.each(['a user whose password has expired', 'a user whose password is about to expire'])('%s changes it', async (state) => {
  const t = tryOut();
  const { user, transaction } = await begun(t, state);
  const changed = await t.step(change, transaction, { oldPassword: user['password'], newPassword });
  const gists = [
    changed.gist,
    (await t.signIn(user)).gist,
    (await t.signIn(user, { password: newPassword })).gist,
    (await t.authn({ stateToken: transaction.stateToken })).gist,
  ];
  expect(gists).toEqual(['200 SUCCESS', '401 E0000004', '200 SUCCESS', '401 E0000011']);
  expect([typeof changed.at('sessionToken'), changed.at('stateToken'), changed.at('_embedded', 'user', 'passwordChanged')]).toEqual([
    'string',
    undefined,
    '2026-01-01T00:00:00.000Z',
  ]);
});

test.each(['a user whose password has expired', 'a user whose password is about to expire'])(
  '%s is refused a change, and may try again',
  async (state) => {
    const t = tryOut();
    const { user, transaction } = await begun(t, state);
    const { password: oldPassword, weakPassword } = user;
    const refusals = [
      await t.step(change, transaction, { oldPassword: 'wrong', newPassword }),
      await t.step(change, transaction, { oldPassword, newPassword: weakPassword }),
      await t.step(change, transaction, { oldPassword, newPassword: 'long enough but plain' }),
    ];
    expect(refusals.map(({ gist, at }) => [gist, at('errorSummary'), at('errorCauses')])).toEqual([
      ['403 E0000014', 'Update of credentials failed', [{ errorSummary: 'oldPassword: The credentials provided were incorrect.' }]],
      [
        '403 E0000014',
        'Update of credentials failed',
        [{ errorSummary: 'newPassword: A password needs at least 8 characters, 1 lower case, 1 upper case, 1 numbers and 1 symbols' }],
      ],
      [
        '403 E0000014',
        'Update of credentials failed',
        [{ errorSummary: 'newPassword: A password needs at least 8 characters, 1 lower case, 1 upper case, 1 numbers and 1 symbols' }],
      ],
    ]);
    expect((await t.step(change, transaction, { oldPassword, newPassword })).gist).toBe('200 SUCCESS');
  },
);

test('an expired password cannot be skipped, a warning can', async () => {
  const t = tryOut();
  const expired = await begun(t);
  const warned = await begun(t, 'a user whose password is about to expire');
  expect([(await t.step('skip', expired.transaction)).gist, (await t.step('skip', warned.transaction)).gist]).toEqual([
    '403 E0000079',
    '200 SUCCESS',
  ]);
});

test('a cancelled transaction is over', async () => {
  const t = tryOut();
  const { user, transaction } = await begun(t);
  const cancelled = await t.step('cancel', transaction);
  const later = await t.step(change, transaction, { oldPassword: user['password'], newPassword });
  expect([cancelled.status, cancelled.body, later.gist]).toEqual([200, {}, '401 E0000011']);
});

test.each([
  [undefined, [200, 200]],
  [false, [200, 200]],
  [true, [404, 200]],
])('revokeSessions %s leaves other sessions and that of the caller at %j', async (revokeSessions, statuses) => {
  const t = tryOut();
  const user = t.provide('a user whose password is about to expire');
  const other = await session(t, await t.signIn(user));
  const own = await session(t, await t.signIn(user));
  const transaction = await t.signIn(user, warn);
  await t.step(
    change,
    transaction,
    { oldPassword: user['password'], newPassword, ...(revokeSessions === undefined ? {} : { revokeSessions }) },
    { headers: { cookie: `sid=${own}` } },
  );
  const alive = async (id: string): Promise<number> => (await t.send('GET', `/api/v1/sessions/${id}`)).status;
  expect([await alive(other), await alive(own)]).toEqual(statuses);
});

test('a session token is exchanged once', async () => {
  const t = tryOut();
  const user = t.provide('a user who can sign in');
  const sessionToken = (await t.signIn(user)).at('sessionToken');
  const first = await t.send('POST', '/api/v1/sessions', { sessionToken });
  const again = await t.send('POST', '/api/v1/sessions', { sessionToken });
  expect([first.body, again.gist]).toEqual([
    { id: first.at('id'), cookie: `sid=${String(first.at('id'))}`, userId: user['userId'], status: 'ACTIVE', active: true },
    '401 E0000004',
  ]);
});

test('of two changes at once one succeeds', async () => {
  const t = tryOut();
  const { user, transaction } = await begun(t);
  const attempts = ['Correct1Horse!', 'Battery2Staple!'].map((wanted) =>
    t.step(change, transaction, { oldPassword: user['password'], newPassword: wanted }),
  );
  expect((await Promise.all(attempts)).map(({ gist }) => gist)).toEqual(['200 SUCCESS', '401 E0000011']);
});
