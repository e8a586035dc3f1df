import type { Limiter, LimiterMeasure } from '../kit/limiter.ts';
import type { Surroundings, WireRequest } from '../kit/service.ts';
import type { Choices } from './choices.ts';
import type { OffsetCodec } from './offsets.ts';
import type { Policy } from './policy.ts';
import type { Store, Team, User } from './store.ts';

/** What the handlers of a service share. */
export interface Workshop {
  readonly store: Store;
  readonly surroundings: Surroundings;
  readonly choices: Choices;
  readonly offsets: OffsetCodec;
  /** a rate limiter for a team that has a limit and period of its own */
  readonly ownLimiter: (measure: LimiterMeasure) => Limiter;
}

/** One request on a known path. */
export interface Visit extends Workshop {
  readonly policy: Policy;
  readonly request: WireRequest;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly params: Readonly<Record<string, string>>;
}

/** A request on the paths of a team, by somebody who is known there. */
export interface Call extends Visit {
  readonly team: Team;
  readonly caller: User;
}

export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
}

export const noContent: Answer = { status: 204 };
