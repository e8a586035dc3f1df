import type { Fault } from '../../kit/service.ts';
import type { Rules } from '../rules.ts';

const refusesOption =
  (fits: (value: unknown) => boolean) =>
  (rules: Rules): Partial<Rules> => ({
    refusesClaims: (claims, trusted) =>
      Object.values(claims.options).every(fits) ? rules.refusesClaims(claims, trusted) : 'options: a value is not permitted',
  });

/** Defects in what the options object does. */
export const optionFaults: readonly Fault<Rules>[] = [
  {
    id: 'authn-warning-not-given',
    clause: 'authn.transitions.password-warn',
    alsoBreaks: ['authn.resources.options.warn'],
    difficulty: 'exchange',
    about: 'warnBeforePasswordExpired is ignored',
    change: () => ({ inWarnPeriod: () => false }),
  },
  {
    id: 'authn-warning-outside-period',
    clause: 'authn.resources.options.warn-outside',
    difficulty: 'exchange',
    about: 'whoever asks to be warned is warned, however far away the expiry is',
    change: () => ({ inWarnPeriod: () => true }),
  },
  {
    id: 'authn-warning-unasked',
    clause: 'authn.resources.options.warn-false',
    alsoBreaks: ['authn.resources.options.warn-nullable', 'authn.resources.options'],
    difficulty: 'exchange',
    about: 'users are warned within the warn period whatever the option says',
    change: (rules) => ({
      nextStatus: (transaction, user, now) =>
        rules.nextStatus(
          { ...transaction, start: { ...transaction.start, options: { ...transaction.start.options, warnBeforePasswordExpired: true } } },
          user,
          now,
        ),
    }),
  },
  {
    id: 'authn-false-option-is-true',
    clause: 'authn.resources.options.warn-false',
    difficulty: 'exchange',
    about: 'an option counts as true as soon as it is given',
    change: () => ({ option: (value) => typeof value === 'boolean' }),
  },
  {
    id: 'authn-null-option-is-true',
    clause: 'authn.resources.options.warn-nullable',
    difficulty: 'exchange',
    about: 'an option that is null counts as true',
    change: () => ({ option: (value) => value === true || value === null }),
  },
  {
    id: 'authn-null-option-refused',
    clause: 'authn.resources.options.multi-enroll-nullable',
    alsoBreaks: ['authn.resources.options.warn-nullable'],
    difficulty: 'exchange',
    about: 'an option that is null is refused',
    change: refusesOption((value) => value !== null),
  },
  {
    id: 'authn-false-option-refused',
    clause: 'authn.resources.options.multi-enroll-boolean',
    alsoBreaks: ['authn.resources.options.warn-false'],
    difficulty: 'exchange',
    about: 'an option that is false is refused',
    change: refusesOption((value) => value !== false),
  },
  {
    id: 'authn-null-device-token-refused',
    clause: 'authn.resources.context.device-token-nullable',
    difficulty: 'exchange',
    about: 'a device token that is null is refused',
    change: (rules) => ({
      refusesClaims: (claims, trusted) =>
        claims.deviceToken === null ? 'deviceToken: a string is expected' : rules.refusesClaims(claims, trusted),
    }),
  },
];
