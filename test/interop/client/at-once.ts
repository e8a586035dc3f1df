import { NEW_PASSWORD, type Scenario } from './scenario.ts';
import { factorOf, follow, gist, signIn } from './stage.ts';
import type { Stage } from './stage.ts';

const AT_ONCE = 20;

/** A user's whole way through one kind of flow: who it was in the end, and where it has led. */
type Flow = (stage: Stage) => Promise<readonly [string | undefined, string | undefined, string]>;

const flows: readonly Flow[] = [
  async ({ client, provide }) => {
    const user = await provide('a user who can sign in');
    const done = await signIn(client, user);
    return [user['userId'], done.user?.id, gist(done)];
  },
  async ({ client, provide }) => {
    const user = await provide('a user whose password has expired');
    const expired = await signIn(client, user);
    const done = await follow(expired, 'changePassword', { oldPassword: user['password'], newPassword: NEW_PASSWORD });
    return [user['userId'], done.user?.id, gist(done)];
  },
  async ({ client, provide }) => {
    const user = await provide('a user who must verify a factor');
    const required = await signIn(client, user);
    const done = await follow(factorOf(required, 'question'), 'verify', { answer: user['proof'] });
    return [user['userId'], done.user?.id, gist(done)];
  },
  async ({ client, provide, codes }) => {
    const user = await provide('a user who must enroll a factor');
    const enrolling = await signIn(client, user);
    const pending = await follow(factorOf(enrolling, 'sms'), 'enroll', { profile: { phoneNumber: '+1 555-415-1337' } });
    const done = await follow(pending, 'activate', { passCode: (await codes(user)).at(-1) });
    return [user['userId'], done.user?.id, gist(done)];
  },
];

/** Many users of one client application at the same time. */
export const atOnceScenarios: readonly Scenario[] = [
  {
    name: `${AT_ONCE} transactions at once, of four kinds`,
    basis: 'Authentication, item 4',
    fault: 'authn-users-mixed-up',
    async play(stage) {
      const rounds = Array.from({ length: AT_ONCE / flows.length }, () => flows.map((flow) => flow(stage)));
      const ends = await Promise.all(rounds.flat());
      return ends.map(([user, shown, end]) => user === shown && end === 'SUCCESS sessionToken');
    },
    expected: Array.from({ length: AT_ONCE }, () => true),
  },
  {
    name: `${AT_ONCE} transactions of one user at once`,
    basis: 'Authentication, item 4',
    fault: 'authn-state-token-shared',
    async play({ client, provide }) {
      const user = await provide('a user who must verify a factor');
      const required = await Promise.all(Array.from({ length: AT_ONCE }, () => signIn(client, user)));
      const done = await Promise.all(required.map((one) => follow(factorOf(one, 'question'), 'verify', { answer: user['proof'] })));
      return [done.map(gist), new Set(done.map(({ sessionToken }) => sessionToken)).size];
    },
    expected: [Array.from({ length: AT_ONCE }, () => 'SUCCESS sessionToken'), AT_ONCE],
  },
];
