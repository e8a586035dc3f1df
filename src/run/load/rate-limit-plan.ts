import type { DocumentName, LimiterSettings, ProfileFile, Specs } from '../../spec/types.ts';
import type { Profile } from '../../profile/profile.ts';
import { RunError } from '../run-error.ts';
import { canBeProbed } from './subjects.ts';

/** What a probe of a limit would send at most, before anything is sent. */
export interface RateLimitPlan {
  readonly document: DocumentName;
  readonly origin: string;
  /** in all, at once, and milliseconds: bounds, and where the limiter is known what it will take */
  readonly requests: number;
  readonly concurrency: number;
  readonly durationMs: number;
  /** true where the limiter is the embedded one, so that size and time are known beforehand */
  readonly isKnown: boolean;
}

/** The embedded deployment's limiter, unless another is asked for: small and quick enough to be looked at. */
export const USUAL_LIMITER: LimiterSettings = { kind: 'token-bucket', limit: 60, periodMs: 10_000 };

/** The document whose limit is probed: the one asked for, else the first of the profile that says something of a limit. Throws RunError. */
export function chosenDocument(specs: Specs, source: ProfileFile, asked: DocumentName | undefined): DocumentName {
  const known = Object.values(specs.documents).flatMap(({ name }) =>
    canBeProbed(name) && source.services?.[name] !== undefined ? [name] : [],
  );
  const chosen = asked === undefined ? known[0] : known.find((name) => name === asked);
  if (chosen !== undefined) return chosen;
  throw new RunError(
    'usage',
    asked === undefined
      ? 'the profile has no service with a documented rate limit: expected services.privileged-access or services.authentication'
      : `--document ${asked}: the profile has no such service, or its document says nothing of a rate limit. Known: ${known.join(', ') || 'none'}`,
  );
}

/** A limit is brought to its end only where the profile permits it. Throws RunError. */
export function demandPermission({ permissions, file }: Profile): void {
  if (permissions.exhaustRateLimit) return;
  throw new RunError(
    'usage',
    `${file}  permissions.exhaustRateLimit  expected true, found false: this uses up a rate limit, twice where it comes back at once. Permit it, with a key that nobody else uses`,
  );
}

/** Fixed windows are used up twice, whatever comes back bit by bit once; some more requests look around. */
export function planRateLimit({ limits, services }: Profile, document: DocumentName, limiter: LimiterSettings | undefined): RateLimitPlan {
  const base = { document, origin: new URL(services[document]?.baseUrl ?? 'http://localhost').origin, concurrency: limits.concurrency };
  if (limiter?.limit === undefined || limiter.periodMs === undefined)
    return { ...base, requests: limits.requests, durationMs: limits.durationMs, isKnown: false };
  const { kind, limit, periodMs } = limiter;
  const [times, more, periods] = kind.startsWith('fixed')
    ? [2, 20, 3]
    : kind === 'concurrency' || kind === 'none'
      ? [2, 240, 0]
      : [1, 35, kind === 'sliding-counter' ? 3 : 2];
  return {
    ...base,
    requests: Math.min(limits.requests, times * limit + more),
    durationMs: Math.min(limits.durationMs, periods * periodMs + 5000),
    isKnown: true,
  };
}
