import type { JsonObject } from '../../kit/service.ts';
import type { Reply, TryOut } from '../try-out.ts';
import { concurrencyFaults } from '../faults.ts';
import { activate, begin, change, expired, gist, newPassword, session, showFaults, trusted, verify, warn } from './test-faults.ts';

/** Callers wait for one another at each suspension point until two are there. */
function inPairs(): (point: string) => Promise<void> {
  const waiting = new Map<string, () => void>();
  return (point) =>
    new Promise((resolve) => {
      const other = waiting.get(point);
      if (other === undefined) {
        waiting.set(point, resolve);
        // nobody else may come: go on when everything else has had its turn
        setImmediate(resolve);
        return;
      }
      waiting.delete(point);
      other();
      resolve();
    });
}

const together = (...replies: readonly Promise<Reply>[]): Promise<readonly Reply[]> => Promise.all(replies);
const plain = 'a user who can sign in';

const from = (t: TryOut, user: Readonly<Record<string, string>>, fingerprint: string): Promise<Reply> =>
  t.signIn(user, {}, { ...trusted, headers: { 'x-device-fingerprint': fingerprint } });

showFaults(
  concurrencyFaults,
  {
    'authn-users-mixed-up': [
      async (t) => {
        const users = [t.provide(plain), t.provide(plain)];
        const replies = await together(...users.map((user) => t.signIn(user)));
        return replies.map((reply, index) => reply.at('_embedded', 'user', 'id') === users[index]?.['userId']);
      },
      [true, true],
      [false, true],
    ],
    'authn-sessions-mixed-up': [
      async (t) => {
        const users = [t.provide(plain), t.provide(plain)];
        const signedIn: Reply[] = [];
        for (const user of users) signedIn.push(await t.signIn(user));
        const replies = await together(...signedIn.map((reply) => session(t, reply)));
        return replies.map((reply, index) => reply.at('userId') === users[index]?.['userId']);
      },
      [true, true],
      [false, true],
    ],
    'authn-state-token-shared': [
      async (t) => {
        const state = 'a user whose password has expired';
        const users = [t.provide(state), t.provide(state)];
        const [one, other] = await together(...users.map((user) => t.signIn(user)));
        return one?.stateToken === other?.stateToken;
      },
      false,
      true,
    ],
    'authn-options-mixed-up': [
      async (t) => {
        const state = 'a user whose password is about to expire';
        return (await together(t.signIn(t.provide(state), warn), t.signIn(t.provide(state)))).map(gist);
      },
      ['200 PASSWORD_WARN next=changePassword skip cancel', '200 SUCCESS'],
      ['200 SUCCESS', '200 SUCCESS'],
    ],
    'authn-trust-mixed-up': [
      async (t) => {
        const guarded = t.provide('a user who may sign in from one address only');
        const headers = { 'x-forwarded-for': guarded['address'] ?? '' };
        return (await together(t.signIn(guarded, {}, { headers }), t.signIn(t.provide(plain), {}, trusted))).map(gist);
      },
      ['401 E0000004', '200 SUCCESS'],
      ['200 SUCCESS', '200 SUCCESS'],
    ],
    'authn-device-tokens-mixed-up': [
      async (t) => {
        const device: JsonObject = { context: { deviceToken: 'a' } };
        const begun = await begin(t, 'a user who must verify a factor', { challenge: 'once-per-device' }, device, trusted);
        await verify(t, begun, trusted);
        return (await together(t.signIn(begun.user, {}, trusted), t.signIn(begun.user, device, trusted))).map(gist);
      },
      ['200 MFA_REQUIRED cancel', '200 SUCCESS'],
      ['200 SUCCESS', '200 SUCCESS'],
    ],
    'authn-password-changed-twice': [
      async (t) => {
        const { user, first } = await expired(t);
        const changes = ['Correct1Horse!', 'Battery2Staple!'].map((newPassword) =>
          t.step(change, first, { oldPassword: user['password'], newPassword }),
        );
        return (await together(...changes)).map(gist);
      },
      ['200 SUCCESS', '401 E0000011'],
      ['200 SUCCESS', '200 SUCCESS'],
    ],
    'authn-device-lost-at-once': [
      async (t) => {
        const user = t.provide('a user who must verify a factor', { challenge: 'once-per-device' });
        const devices: readonly JsonObject[] = ['a', 'b'].map((deviceToken) => ({ context: { deviceToken } }));
        const first = await t.signIn(user, devices[0], trusted);
        const other = await t.signIn(user, devices[1], trusted);
        await together(verify(t, { user, first }, trusted), verify(t, { user, first: other }, trusted));
        return [gist(await t.signIn(user, devices[0], trusted)), gist(await t.signIn(user, devices[1], trusted))];
      },
      ['200 SUCCESS', '200 SUCCESS'],
      ['200 MFA_REQUIRED cancel', '200 SUCCESS'],
    ],
    'authn-fingerprint-lost-at-once': [
      async (t) => {
        const user = t.provide('a user who is told of new devices');
        await together(from(t, user, 'a'), from(t, user, 'b'));
        await from(t, user, 'a');
        return t.mails.length;
      },
      2,
      3,
    ],
    'authn-email-lost-at-once': [
      async (t) => {
        const user = t.provide('a user who is told of new devices');
        await together(from(t, user, 'a'), from(t, user, 'b'));
        return t.mails.length;
      },
      2,
      1,
    ],
    'authn-email-of-another-lost-at-once': [
      async (t) => {
        const users = [0, 1].map(() => t.provide('a user who is told of new devices'));
        await together(...users.map((user) => from(t, user, 'a')));
        return t.mails.length;
      },
      2,
      1,
    ],
    'authn-email-to-another-at-once': [
      async (t) => {
        const users = [0, 1].map(() => t.provide('a user who is told of new devices'));
        await together(...users.map((user) => from(t, user, 'a')));
        return users.map(({ login }) => t.mails.filter((mail) => mail === login).length).toSorted();
      },
      [1, 1],
      [0, 2],
    ],
    'authn-password-lost-at-once': [
      async (t) => {
        const begun = [await expired(t), await expired(t)];
        await together(...begun.map(({ user, first }) => t.step(change, first, { oldPassword: user['password'], newPassword })));
        return (await together(...begun.map(({ user }) => t.signIn({ ...user, password: newPassword })))).map(gist);
      },
      ['200 SUCCESS', '200 SUCCESS'],
      ['401 E0000004', '200 SUCCESS'],
    ],
    'authn-first-password-lost-at-once': [
      async (t) => {
        const begun = [await activate(t), await activate(t)];
        await together(...begun.map(({ first }) => t.step('credentials/reset_password', first, { newPassword })));
        return (await together(...begun.map(({ user }) => t.authn({ username: user['login'], password: newPassword })))).map(gist);
      },
      ['200 SUCCESS', '200 SUCCESS'],
      ['401 E0000004', '200 SUCCESS'],
    ],
    'authn-revocation-lost-at-once': [
      async (t) => {
        const users = [0, 1].map(() => t.provide('a user whose password is about to expire'));
        const paths: string[] = [];
        const changes: (() => Promise<Reply>)[] = [];
        for (const user of users) {
          paths.push(`/api/v1/sessions/${String((await session(t, await t.signIn(user))).at('id'))}`);
          const first = await t.signIn(user, warn);
          changes.push(() => t.step(change, first, { oldPassword: user['password'], newPassword, revokeSessions: true }));
        }
        await together(...changes.map((send) => send()));
        return (await together(...paths.map((path) => t.send('GET', path)))).map(({ status }) => status);
      },
      [404, 404],
      [200, 404],
    ],
    'authn-device-of-another-lost-at-once': [
      async (t) => {
        const device: JsonObject = { context: { deviceToken: 'a' } };
        const state = 'a user who must verify a factor';
        const begun = [
          await begin(t, state, { challenge: 'once-per-device' }, device, trusted),
          await begin(t, state, { challenge: 'once-per-device' }, device, trusted),
        ];
        await together(...begun.map((one) => verify(t, one, trusted)));
        return (await together(...begun.map(({ user }) => t.signIn(user, device, trusted)))).map(gist);
      },
      ['200 SUCCESS', '200 SUCCESS'],
      ['200 MFA_REQUIRED cancel', '200 SUCCESS'],
    ],
    'authn-factor-lost-at-once': [
      async (t) => {
        const begun = [await begin(t, 'a user who must enroll a factor'), await begin(t, 'a user who must enroll a factor')];
        const profile = { question: 'first_concert', answer: 'Muzsikas' };
        await together(...begun.map(({ first }) => t.step('factors', first, { factorType: 'question', profile })));
        const lists = begun.map(({ user }) => t.send('GET', `/api/v1/users/${user['userId']}/factors`, undefined, trusted));
        return (await together(...lists)).map((reply) => reply.at(0, 'factorType'));
      },
      ['question', 'question'],
      [undefined, 'question'],
    ],
    'authn-refused-at-once': [
      async (t) => (await together(t.signIn(t.provide(plain)), t.signIn(t.provide(plain)))).map(gist),
      ['200 SUCCESS', '200 SUCCESS'],
      ['200 SUCCESS', '401 E0000004'],
    ],
    'authn-activations-mixed-up': [
      async (t) => {
        const users = [0, 1].map(() => t.provide('a user with an activation token', { password: true }));
        const replies = await together(...users.map(({ token }) => t.authn({ token })));
        return replies.map((reply, index) => reply.at('_embedded', 'user', 'id') === users[index]?.['userId']);
      },
      [true, true],
      [false, true],
    ],
    'authn-limit-counts-once-at-a-time': [
      async (t: TryOut) => {
        t.setLimiter({ kind: 'fixed-aligned', limit: 1, periodMs: 60_000 });
        const user = t.provide(plain);
        return (await together(t.signIn(user), t.signIn(user))).map(gist);
      },
      ['200 SUCCESS', '429 E0000047'],
      ['200 SUCCESS', '200 SUCCESS'],
    ],
  },
  inPairs,
);
