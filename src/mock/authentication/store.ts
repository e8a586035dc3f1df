import type { Allowance } from '../kit/limiter.ts';
import type { Suspended } from './policy.ts';
import type { App, Transaction } from './transactions.ts';
import type { User } from './users.ts';

/** Whom a token stands for, and until when; milliseconds since the epoch. */
interface Issued {
  readonly userId: string;
  readonly expiresAt: number;
}

/** What was last, if there has been any. */
interface Latest {
  /** state token of the transaction that was begun last */
  lastStateToken?: string;
  /** what was seen last by any handler: of no use to a service without faults */
  latest?: Suspended;
}

export type Store = ReturnType<typeof createStore>;

/** All that the service remembers, empty. Values are immutable; a change puts another value under the same key. */
export function createStore() {
  const none: Latest = {};
  return {
    ...none,
    users: new Map<string, User>(),
    transactions: new Map<string, Transaction>(),
    activations: new Map<string, Issued>(),
    /** issued and not yet exchanged */
    sessionTokens: new Map<string, Issued>(),
    /** user by session */
    sessions: new Map<string, string>(),
    /** sessions that were revoked, and when; milliseconds since the epoch */
    revoked: new Map<string, { readonly userId: string; readonly at: number }>(),
    apps: new Map<string, App>(),
    /** users who have approved the challenge of their push factor */
    approvals: new Set<string>(),
    /** until when public applications are over their rate limit, whatever they have sent; milliseconds since the epoch */
    usedUpUntil: 0,
    /** requests that are still served until then */
    leftUntilThen: 0,
    /** what the limiter said last to each caller */
    allowances: new Map<string, Allowance>(),
    /** reset that the last refusal of a caller named; milliseconds since the epoch */
    refusedUntil: new Map<string, number>(),
    /** requests being answered */
    inFlight: 0,
  };
}
