import { optionFaults } from '../faults.ts';
import { begin, change, gist, newPassword, showFaults, signsIn, verify, warn, warned, type Scenario } from './test-faults.ts';

const warnedAbout = '200 PASSWORD_WARN next=changePassword skip cancel';
const near = (body: Readonly<Record<string, unknown>>): Scenario => signsIn(gist, 'a user whose password is about to expire', {}, body);
const far = (body: Readonly<Record<string, unknown>>): Scenario => signsIn(gist, 'a user who can sign in', {}, body);

showFaults(optionFaults, {
  'authn-warning-not-given': [near(warn), warnedAbout, '200 SUCCESS'],
  'authn-warning-outside-period': [far(warn), '200 SUCCESS', warnedAbout],
  'authn-warning-unasked': [near({ options: { warnBeforePasswordExpired: false } }), '200 SUCCESS', warnedAbout],
  'authn-false-option-is-true': [near({ options: { warnBeforePasswordExpired: false } }), '200 SUCCESS', warnedAbout],
  'authn-null-option-is-true': [near({ options: { warnBeforePasswordExpired: null } }), '200 SUCCESS', warnedAbout],
  'authn-null-option-refused': [far({ options: { multiOptionalFactorEnroll: null } }), '200 SUCCESS', '400 E0000003'],
  'authn-false-option-refused': [far({ options: { multiOptionalFactorEnroll: false } }), '200 SUCCESS', '400 E0000003'],
  'authn-null-device-token-refused': [far({ context: { deviceToken: null } }), '200 SUCCESS', '400 E0000003'],
  'authn-warning-forgotten-after-factor': [
    async (t) => gist(await verify(t, await begin(t, 'a user whose password is about to expire', { factor: true }, warn))),
    warnedAbout,
    '200 SUCCESS',
  ],
  'authn-warning-settled-by-a-skip': [
    async (t) => {
      const { user, first } = await warned(t);
      return [gist(await t.step('skip', first)), gist(await t.signIn(user, warn))];
    },
    ['200 SUCCESS', warnedAbout],
    ['200 SUCCESS', '200 SUCCESS'],
  ],
  'authn-further-enrollment-forgotten-after-change': [
    async (t) => {
      const options = { multiOptionalFactorEnroll: true };
      const { user, first } = await begin(t, 'a user who must enroll a factor', { expired: true }, { options });
      const changed = await t.step(change, first, { oldPassword: user['password'], newPassword });
      return gist(
        await t.step('factors', changed, { factorType: 'question', profile: { question: user['question'], answer: 'Muzsikas' } }),
      );
    },
    '200 MFA_ENROLL skip cancel',
    '200 SUCCESS',
  ],
});
