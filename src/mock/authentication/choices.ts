import type { ChoicesOf } from '../core/choices.ts';

/** Where document 2 permits several answers, or leaves one open: the default first. */
export const choiceTable = {
  /** name under which `_embedded` holds the factors */
  factorsKey: ['factor', 'factors'],
  /** `loose` differs from the table in case and closing punctuation only */
  errorSummary: ['as-documented', 'loose'],
  /** whether a LOCKED_OUT answer begins a transaction, with state token and expiry */
  lockedOutTransaction: [false, true],
  /** what a locked-out user gets for a wrong password, where lockout failures are shown */
  lockedOutWithWrongPassword: ['LOCKED_OUT', 'refused'],
  /** whether each request with a live state token puts its expiry off */
  expiresAt: ['sliding', 'fixed'],
  /** what a device token of more than 32 characters, or with hyphens, leads to */
  unfitDeviceToken: ['ignored', 'refused'],
  /**
   * when the profile of the service's own push factor is populated: once a factor is verified or in a session, as the document says, or as
   * soon as the password is right, for clients that call the factor by its device. The second is a deviation: no profile that is to be
   * judged conformant takes it
   */
  pushProfile: ['after-verification', 'after-password'],
  rateLimitHeaders: ['always', 'on-429'],
} as const;

export type Choices = ChoicesOf<typeof choiceTable>;
