import type { JsonObject } from '../../kit/service.ts';
import type { Reply, TryOut } from '../try-out.ts';
import { concurrencyFaults } from '../faults.ts';
import { begin, change, expired, gist, session, showFaults, trusted, verify, warn } from './test-faults.ts';

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
        const from = (fingerprint: string): Promise<Reply> =>
          t.signIn(user, {}, { ...trusted, headers: { 'x-device-fingerprint': fingerprint } });
        await together(from('a'), from('b'));
        await from('a');
        return t.mails.length;
      },
      2,
      3,
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
