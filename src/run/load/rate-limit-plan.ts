import type { DocumentName, DocumentSpec, LimiterSettings, ProfileFile, Specs } from '../../model/types.ts';
import type { Profile } from '../../profile/profile.ts';
import { RunError } from '../run-error.ts';
import { requestsBefore } from './recipes.ts';

/** What a probe of a limit would send at most, before anything is sent. */
export interface RateLimitPlan {
  readonly document: DocumentName;
  readonly origin: string;
  /** in all, at once, and milliseconds, at most: where the limiter is known what it will take, else the budget */
  readonly requests: number;
  readonly concurrency: number;
  readonly durationMs: number;
}

/** The document whose limit is probed: the one asked for, else the first of the profile that says something of a limit. Throws RunError. */
export function chosenDocument(specs: Specs, source: ProfileFile, asked: DocumentName | undefined): DocumentName {
  const known = Object.values(specs.documents).flatMap(({ name, load }) =>
    load.limiter !== undefined && source.services?.[name] !== undefined ? [name] : [],
  );
  const chosen = asked === undefined ? known[0] : known.find((name) => name === asked);
  if (chosen !== undefined) return chosen;
  throw new RunError(
    'service-unknown',
    asked === undefined
      ? `the profile has no service whose rate limit can be probed: expected ${Object.values(specs.documents)
          .flatMap(({ name, load }) => (load.limiter === undefined ? [] : [`services.${name}`]))
          .join(' or ')}`
      : `--document ${asked}: the profile has no such service, or its document says nothing of a rate limit. Known: ${known.join(', ') || 'none'}`,
  );
}

/** A limit is brought to its end only where the profile permits it. Throws RunError. */
export function demandPermission({ permissions, file }: Profile): void {
  if (permissions.exhaustRateLimit) return;
  throw new RunError(
    'limit-not-permitted',
    `${file}  permissions.exhaustRateLimit  expected true, found false: this uses up a rate limit, twice where it comes back at once. Permit it, with a key that nobody else uses`,
  );
}

/** What a kind of limiter takes at most: how often its limit is used up, how many requests more, and how many periods. */
const TAKES: Readonly<Record<LimiterSettings['kind'], readonly [times: number, more: number, periods: number]>> = {
  'fixed-aligned': [2, 20, 7],
  'fixed-first': [2, 20, 7],
  'sliding-log': [1, 35, 3],
  'sliding-counter': [1, 35, 6],
  'token-bucket': [1, 35, 3],
  concurrency: [2, 240, 0],
  none: [2, 240, 0],
};
const BESIDE_MS = 10_000;

/** Where the limiter is known, what its kind takes; else the budget. */
export function planRateLimit({ limits, services }: Profile, spec: DocumentSpec, limiter: LimiterSettings | undefined): RateLimitPlan {
  const { name: document } = spec;
  const base = { document, origin: new URL(services[document]?.baseUrl ?? 'http://localhost').origin, concurrency: limits.concurrency };
  if (limiter?.limit === undefined || limiter.periodMs === undefined)
    return { ...base, requests: limits.requests, durationMs: limits.durationMs };
  const [times, more, periods] = TAKES[limiter.kind];
  return {
    ...base,
    requests: Math.min(limits.requests, requestsBefore(spec) + times * limiter.limit + more),
    durationMs: Math.min(limits.durationMs, periods * limiter.periodMs + BESIDE_MS),
  };
}
