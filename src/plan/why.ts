import type { Blame } from '../model/types.ts';

/** What keeps something from being driven, and whose doing that is. */
export interface Blocker {
  readonly why: string;
  readonly blame: Blame;
  /** the profile's key that would change it, where one would */
  readonly key?: string;
}

/** How the reason begins where a request was not answered. */
export const NO_RESPONSE = 'no response';
