import { linkFaults } from '../faults.ts';
import { activate, at, begin, expired, gist, showFaults, signsIn, stepUp, warned } from './test-faults.ts';

const allow = (relation: string): readonly string[] => ['_links', relation, 'hints', 'allow'];

showFaults(linkFaults, {
  'authn-skip-allows-get': [async (t) => (await warned(t)).first.at(...allow('skip')), ['POST'], ['GET']],
  'authn-verify-allows-put': [
    signsIn(at('_embedded', 'factor', 0, '_links', 'verify', 'hints', 'allow'), 'a user who must verify a factor'),
    ['POST'],
    ['PUT'],
  ],
  'authn-original-allows-post': [async (t) => (await stepUp(t, { session: true })).first.at(...allow('next')), ['GET'], ['POST']],
  'authn-original-without-state-token': [
    async (t) => {
      const { first } = await stepUp(t, { session: true });
      return String(first.at('_links', 'next', 'href')).replace(first.stateToken, 'TOKEN');
    },
    'https://id.test/login/step-up/redirect?stateToken=TOKEN',
    'https://id.test/login/step-up/redirect',
  ],
  'authn-cancel-by-name': [
    async (t) => (await expired(t)).first.at('_links', 'cancel', 'href'),
    'https://id.test/api/v1/authn/cancel',
    'cancel transaction',
  ],
  'authn-unlock-leads-elsewhere': [
    async (t) => (await begin(t, 'a user who is locked out', { shown: true })).first.at('_links', 'next', 'href'),
    'https://id.test/api/v1/authn/recovery/unlock',
    'https://id.test/api/v1/authn/recovery/password',
  ],
  'authn-no-cancel-when-expired': [
    async (t) => gist((await expired(t)).first),
    '200 PASSWORD_EXPIRED next=changePassword cancel',
    '200 PASSWORD_EXPIRED next=changePassword',
  ],
  'authn-no-skip-when-warned': [
    async (t) => gist((await warned(t)).first),
    '200 PASSWORD_WARN next=changePassword skip cancel',
    '200 PASSWORD_WARN next=changePassword cancel',
  ],
  'authn-no-cancel-when-enrolling': [signsIn(gist, 'a user who must enroll a factor'), '200 MFA_ENROLL cancel', '200 MFA_ENROLL'],
  'authn-unlock-called-recover': [
    signsIn(gist, 'a user who is locked out', { shown: true }),
    '200 LOCKED_OUT next=unlock',
    '200 LOCKED_OUT next=recover',
  ],
  'authn-reset-called-change': [
    async (t) => gist((await activate(t)).first),
    '200 PASSWORD_RESET next=resetPassword cancel',
    '200 PASSWORD_RESET next=changePassword cancel',
  ],
});
