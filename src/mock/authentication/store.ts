import type { Allowance } from '../kit/limiter.ts';
import type { Suspended } from './policy.ts';
import type { App, Transaction } from './transactions.ts';
import type { User } from './users.ts';

/** Whom a token stands for, and until when; milliseconds since the epoch. */
interface Issued {
  readonly userId: string;
  readonly expiresAt: number;
}

/** All that the service remembers. Values are immutable; a change puts another value under the same key. */
export interface Store {
  readonly users: Map<string, User>;
  readonly transactions: Map<string, Transaction>;
  readonly activations: Map<string, Issued>;
  /** issued and not yet exchanged */
  readonly sessionTokens: Map<string, Issued>;
  /** user by session */
  readonly sessions: Map<string, string>;
  /** sessions that were revoked, and when; milliseconds since the epoch */
  readonly revoked: Map<string, { readonly userId: string; readonly at: number }>;
  readonly apps: Map<string, App>;
  /** users who have approved the challenge of their push factor */
  readonly approvals: Set<string>;
  /** until when public applications are over their rate limit, whatever they have sent; milliseconds since the epoch */
  usedUpUntil: number;
  /** requests that are still served until then */
  leftUntilThen: number;
  /** what the limiter said last to each caller */
  readonly allowances: Map<string, Allowance>;
  /** reset that the last refusal of a caller named; milliseconds since the epoch */
  readonly refusedUntil: Map<string, number>;
  /** requests being answered */
  inFlight: number;
  /** state token of the transaction that was begun last */
  lastStateToken: string | undefined;
  /** what was seen last by any handler: of no use to a service without faults */
  latest: Suspended | undefined;
}

/** An empty store. */
export function createStore(): Store {
  return {
    users: new Map(),
    transactions: new Map(),
    activations: new Map(),
    sessionTokens: new Map(),
    sessions: new Map(),
    revoked: new Map(),
    apps: new Map(),
    approvals: new Set(),
    usedUpUntil: 0,
    leftUntilThen: 0,
    allowances: new Map(),
    refusedUntil: new Map(),
    inFlight: 0,
    lastStateToken: undefined,
    latest: undefined,
  };
}
