import type { ChoicesOf } from '../kit/choices.ts';

/** Where the document permits several answers; the default first. */
export const choiceTable = {
  /** shape of an error body (Errors: not shown) */
  errorBody: ['code-message', 'code-causes', 'message-errors'],
  /** a body that is no JSON at all is both an invalid body and not a JSON object */
  malformedBody: ['invalid_request', 'unsupported_content_type'],
  /** and so is a body that is another JSON value */
  nonObjectBody: ['unsupported_content_type', 'invalid_request'],
  /** a path that exists, under a method that does not */
  wrongMethod: ['resource_does_not_exist', 'method_not_allowed'],
  /** a path that does not exist: nothing is there for anybody, or who asks without a correct token is told of that first */
  unknownPath: ['resource_does_not_exist', 'authentication-first'],

  /** a last page after others links back, or has no Link header at all */
  lastPage: ['lone-prev', 'no-link'],
  /** several links as one header line or as one line each (RFC 9110 section 5.3) */
  linkLines: ['one', 'each'],
  /** the name of a team, which stands in paths: letters and a dash, or signs that a path may hold as they are (RFC 3986 section 3.3) */
  teamNames: ['plain', 'signs'],
  /** a `count` of less than 1 or more than 99: refused, or the nearest that is permitted (100 being the most that a page holds) */
  impossibleCount: ['refuse', 'nearest'],
  /** a `count` changed on a later call: followed, or the one of the first call stays */
  laterCount: ['follow', 'initial'],
  /** form of an `offset`, which is opaque: a short text, or JSON in base64url, of which two begin and end alike */
  offsetForm: ['short', 'json'],
  /** an `offset` that no link gave */
  madeUpOffset: ['refuse', 'first-page'],

  /** the two errors of missing permission: each condition fits a user without a role, and one without access */
  missingRole: ['authorization_error', 'forbidden_error'],
  missingAccess: ['forbidden_error', 'authorization_error'],
  /** a valid bearer token, or API key, on the paths of another team */
  otherTeam: ['authentication_error', 'forbidden_error'],
  /** a bearer token whose time is over */
  expiredToken: ['authentication_error', 'authorization_error'],
  /** the issue of a token for a disabled team */
  tokenOfDisabledTeam: ['refused', 'issued'],

  /** form of `deleted_at` once a group is deleted (Group: not shown) */
  deletedAt: ['rfc3339', 'unix-seconds'],
  /** form of `expires_at`: a timestamp, whose notation is not shown */
  expiresAt: ['rfc3339', 'rfc3339-milliseconds', 'unix-seconds'],

  /** what the rate limit counts (Limits: not shown) */
  limitedBy: ['team', 'credential', 'address'],
  /** X-RateLimit-Remaining after or before the present operation */
  remaining: ['after', 'before'],
} as const;

/** One value for each choice. */
export type Choices = ChoicesOf<typeof choiceTable>;
