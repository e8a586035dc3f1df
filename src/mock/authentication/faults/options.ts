import type { Faults } from '../../kit/faults.ts';
import { after, before, exchange } from '../fault.ts';
import type { Policy } from '../policy.ts';

const refusesOption = (fits: (value: unknown) => boolean) =>
  after('refusesClaims', (result, { options }) => (Object.values(options).every(fits) ? result : 'options: a value is not permitted'));

/** Defects in what the options object does. */
export const optionFaults: Faults<Policy> = {
  'authn-warning-not-given': exchange(
    'warnBeforePasswordExpired is ignored',
    ['authn.transitions.password-warn', 'authn.resources.options.warn'],
    { inWarnPeriod: () => false },
  ),
  'authn-warning-outside-period': exchange(
    'whoever asks to be warned is warned, however far away the expiry is',
    'authn.resources.options.warn-outside',
    { inWarnPeriod: () => true },
  ),
  'authn-warning-unasked': exchange(
    'users are warned within the warn period whatever the option says',
    ['authn.resources.options.warn-false', 'authn.resources.options.warn-nullable', 'authn.resources.options'],
    before('nextStatus', (transaction) => [
      { ...transaction, start: { ...transaction.start, options: { ...transaction.start.options, warnBeforePasswordExpired: true } } },
    ]),
  ),
  'authn-false-option-is-true': exchange('an option counts as true as soon as it is given', 'authn.resources.options.warn-false', {
    option: (value) => typeof value === 'boolean',
  }),
  'authn-null-option-is-true': exchange('an option that is null counts as true', 'authn.resources.options.warn-nullable', {
    option: (value) => value === true || value === null,
  }),
  'authn-null-option-refused': exchange(
    'an option that is null is refused',
    ['authn.resources.options.multi-enroll-nullable', 'authn.resources.options.warn-nullable'],
    refusesOption((value) => value !== null),
  ),
  'authn-false-option-refused': exchange(
    'an option that is false is refused',
    ['authn.resources.options.multi-enroll-boolean', 'authn.resources.options.warn-false'],
    refusesOption((value) => value !== false),
  ),
  'authn-null-device-token-refused': exchange(
    'a device token that is null is refused',
    'authn.resources.context.device-token-nullable',
    after('refusesClaims', (result, claims) => (claims.deviceToken === null ? 'deviceToken: a string is expected' : result)),
  ),
};
