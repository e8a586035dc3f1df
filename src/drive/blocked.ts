import type { Denial } from '../plan/permission.ts';

/** The previous answer has no such link. */
export class MissingLink extends Error {
  override readonly name = 'MissingLink';
}

/** The previous answer's link cannot be followed: no URL, or no method of HTTP. */
export class BrokenLink extends Error {
  override readonly name = 'BrokenLink';
}

/** The profile does not permit what a request would do. */
export class NotPermitted extends Error {
  override readonly name = 'NotPermitted';
  readonly key: string;
  constructor({ why, key }: Denial) {
    super(why);
    this.key = key;
  }
}

/** A link leads away from the target's declared origins: it is reported and never followed with a credential. */
export class ForeignOrigin extends Error {
  override readonly name = 'ForeignOrigin';
}
