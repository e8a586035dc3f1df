import type { ChoicesOf } from '../kit/choices.ts';

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
  rateLimitHeaders: ['always', 'on-429'],
  /** whether pages of other origins may call, which the document mentions for one operation: clients that run in browsers need it */
  crossOrigin: ['not-allowed', 'allowed'],
  /**
   * how a push is waited for, whether it verifies the factor or enrolls it: `verify` and `activate` are asked again, or a link named
   * `poll` while `factorResult` is WAITING
   */
  pushWait: ['ask-again', 'poll'],
  /** whether a challenge by telephone, or an activation, links to sending its code once more: by a list, with a link for each way */
  resendLink: ['absent', 'list'],
  /** whether a vendor's token is activated by a code in a step of its own, or enrolled at once by the code that comes with it */
  tokenEnrollment: ['activated', 'at-once'],
  /** whether what unlocking leads to can be cancelled */
  unlockLinks: ['none', 'cancel'],
  /**
   * where the one factor of a challenge or an activation stands, responses that the document does not show: in an array as elsewhere, or by
   * itself under `factor`
   */
  challengedFactor: ['in-array', 'by-itself'],
} as const;

export type Choices = ChoicesOf<typeof choiceTable>;
