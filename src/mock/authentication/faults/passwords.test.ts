import type { Reply, TryOut } from '../try-out.ts';
import { passwordFaults } from '../faults.ts';
import {
  activate,
  begin,
  change,
  expired,
  gist,
  newPassword,
  session,
  showFaults,
  verify,
  warn,
  warned,
  type Scenario,
} from './test-faults.ts';

/** Changes an expired password with this body over the right one; undefined leaves a member out. */
const changed =
  (body: Readonly<Record<string, unknown>>) =>
  async (t: TryOut): Promise<string> => {
    const { user, first } = await expired(t);
    return gist(await t.step(change, first, { oldPassword: user['password'], newPassword, ...body }));
  };

/** Changes an expired password with a wrong old one, twice in one transaction. */
const wrongTwice: Scenario = async (t) => {
  const { first } = await expired(t);
  const body = { oldPassword: 'wrong', newPassword };
  return [gist(await t.step(change, first, body)), gist(await t.step(change, first, body))];
};

/** Changes a password beside a session of its user: whether that is alive afterwards. */
const sessionAfter =
  (body: Readonly<Record<string, unknown>>, own: boolean) =>
  async (t: TryOut): Promise<number> => {
    const user = t.provide('a user whose password is about to expire');
    const id = String((await session(t, await t.signIn(user))).at('id'));
    const first: Reply = await t.signIn(user, warn);
    await t.step(change, first, { oldPassword: user['password'], newPassword, ...body }, own ? { headers: { cookie: `sid=${id}` } } : {});
    return (await t.send('GET', `/api/v1/sessions/${id}`)).status;
  };

/** Changes a password to another, and signs in with a third. */
const signsInAfter =
  (to: string, by: string): Scenario =>
  async (t) => {
    const { user, first } = await expired(t);
    await t.step(change, first, { oldPassword: user['password'], newPassword: to });
    return gist(await t.signIn({ ...user, password: by }));
  };

/** A session that was revoked: whether it is alive at once, and an hour later. */
const revokedSession: Scenario = async (t) => {
  const user = t.provide('a user whose password is about to expire');
  const path = `/api/v1/sessions/${String((await session(t, await t.signIn(user))).at('id'))}`;
  await t.step(change, await t.signIn(user, warn), { oldPassword: user['password'], newPassword, revokeSessions: true });
  const { status } = await t.send('GET', path);
  t.clock.advance(3_600_000);
  return [status, (await t.send('GET', path)).status];
};

const long = newPassword.repeat(6);

showFaults(passwordFaults, {
  'authn-wrong-old-password-accepted': [changed({ oldPassword: 'wrong' }), '403 E0000014', '200 SUCCESS'],
  'authn-second-wrong-old-password-accepted': [wrongTwice, ['403 E0000014', '403 E0000014'], ['403 E0000014', '200 SUCCESS']],
  'authn-second-wrong-old-password-refused-otherwise': [wrongTwice, ['403 E0000014', '403 E0000014'], ['403 E0000014', '401 E0000004']],
  'authn-old-password-left-out': [changed({ oldPassword: undefined }), '400 E0000003', '200 SUCCESS'],
  'authn-new-password-left-out': [changed({ newPassword: undefined }), '400 E0000003', '200 SUCCESS'],
  'authn-state-token-left-out': [changed({ stateToken: undefined }), '400 E0000003', '200 SUCCESS'],
  'authn-state-token-trimmed': [
    async (t) => {
      const { user, first } = await expired(t);
      const token = ` ${String(first.at('stateToken'))} `;
      return gist(await t.step(change, first, { stateToken: token, oldPassword: user['password'], newPassword }));
    },
    '401 E0000011',
    '200 SUCCESS',
  ],
  'authn-weak-password-accepted': [changed({ newPassword: 'weak' }), '403 E0000014', '200 SUCCESS'],
  'authn-weak-first-password-accepted': [
    async (t) => gist(await t.step('credentials/reset_password', (await activate(t)).first, { newPassword: 'weak' })),
    '403 E0000014',
    '200 SUCCESS',
  ],
  'authn-revoke-sessions-demanded': [changed({}), '200 SUCCESS', '400 E0000003'],
  'authn-sessions-revoked-unasked': [sessionAfter({}, false), 200, 404],
  'authn-sessions-live-on': [sessionAfter({ revokeSessions: true }, false), 404, 200],
  'authn-current-session-revoked': [sessionAfter({ revokeSessions: true }, true), 200, 404],
  'authn-revoked-sessions-return': [revokedSession, [404, 404], [404, 200]],
  'authn-long-password-cut': [signsInAfter(long, long.slice(0, 72)), '401 E0000004', '200 SUCCESS'],
  'authn-new-password-in-one-byte': [signsInAfter(`${newPassword}東`, `${newPassword}東`), '200 SUCCESS', '401 E0000004'],
  'authn-new-password-stripped': [signsInAfter(`${newPassword}<&>`, `${newPassword}<&>`), '200 SUCCESS', '401 E0000004'],
  'authn-refused-change-ends-sessions': [sessionAfter({ revokeSessions: true, newPassword: 'weak' }, false), 200, 404],
  'authn-warning-settled-by-a-refused-change': [
    async (t) => {
      const { user, first } = await warned(t);
      return [gist(await t.step(change, first, { oldPassword: 'wrong', newPassword })), gist(await t.signIn(user, warn))];
    },
    ['403 E0000014', '200 PASSWORD_WARN next=changePassword skip cancel'],
    ['403 E0000014', '200 SUCCESS'],
  ],
  'authn-empty-old-password-changes': [changed({ oldPassword: '' }), '403 E0000014', '200 SUCCESS'],
  'authn-sessions-live-on-where-expired': [
    async (t) => {
      const { user, first } = await expired(t);
      const second = await t.signIn(user);
      const opened = await session(t, await t.step(change, first, { oldPassword: user['password'], newPassword }));
      const body = { oldPassword: newPassword, newPassword: `${newPassword}2`, revokeSessions: true };
      return [gist(await t.step(change, second, body)), (await t.send('GET', `/api/v1/sessions/${String(opened.at('id'))}`)).status];
    },
    ['200 SUCCESS', 404],
    ['200 SUCCESS', 200],
  ],
  'authn-expired-password-set-without-old': [
    async (t) => gist(await t.step('credentials/reset_password', (await expired(t)).first, { newPassword })),
    '403 E0000079',
    '200 SUCCESS',
  ],
  'authn-expired-password-set-after-factor': [
    async (t) => {
      const verified = await verify(t, await begin(t, 'a user whose password has expired', { factor: true }));
      return gist(await t.step('credentials/reset_password', verified, { newPassword }));
    },
    '403 E0000079',
    '200 SUCCESS',
  ],
});
