import { optionFaults } from '../faults.ts';
import { gist, showFaults, signsIn, warn, type Scenario } from './test-faults.ts';

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
});
