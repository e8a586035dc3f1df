import { errorFaults } from '../faults.ts';
import { at, change, expired, gist, newPassword, showFaults, signsIn } from './test-faults.ts';
import type { Reply, TryOut } from '../try-out.ts';

const denied = 'a user whom the sign-on policy denies';

const wrongOldPassword = async (t: TryOut): Promise<Reply> =>
  t.step(change, (await expired(t)).first, { oldPassword: 'wrong', newPassword });

const unsupportedApp = async (t: TryOut): Promise<Reply> => {
  const user = t.provide('a user who may use an app', { protocol: 'other' });
  return t.signIn(user, { audience: user['appId'] });
};

const limited = (see: (reply: Reply) => unknown): ((t: TryOut) => Promise<unknown>) => signsIn(see, 'a rate limit that is used up');

showFaults(errorFaults, {
  'authn-refused-with-403': [signsIn(gist, denied), '401 E0000004', '403 E0000004'],
  'authn-refused-with-other-summary': [signsIn(at('errorSummary'), denied), 'Authentication failed', 'Sign-in was refused'],
  'authn-password-refused-with-400': [async (t) => gist(await wrongOldPassword(t)), '403 E0000014', '400 E0000014'],
  'authn-old-password-not-named': [
    async (t) => (await wrongOldPassword(t)).at('errorCauses', 0, 'errorSummary'),
    'oldPassword: The credentials provided were incorrect.',
    'The credentials provided were incorrect.',
  ],
  'authn-app-not-named': [async (t) => String((await unsupportedApp(t)).at('errorCauses', 0, 'errorSummary')).includes('0oa'), true, false],
  'authn-limit-not-applied': [limited(gist), '429 E0000047', '200 SUCCESS'],
  'authn-limited-without-headers': [limited(({ headers }) => headers['x-rate-limit-limit']), '1000', undefined],
  'authn-limited-with-503': [limited(gist), '429 E0000047', '503 E0000047'],
  'authn-limit-reset-from-now': [limited(({ headers }) => headers['x-rate-limit-reset']), '1767225660', '60'],
});
