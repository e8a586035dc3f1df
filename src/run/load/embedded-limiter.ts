import { setTimeout as wait } from 'node:timers/promises';
import type { LimiterSettings, ProfileFile } from '../../model/types.ts';
import { createRealClock } from '../../mock/kit/clock.ts';
import { startMock, type RunningMock } from '../../mock/kit/start-mock.ts';
import { demandOwn } from '../choices.ts';
import { RunError } from '../run-error.ts';

/** The limiter that is probed, unless another is asked for: small and quick enough to be looked at. */
const USUAL_LIMITER: LimiterSettings = { kind: 'token-bucket', limit: 60, periodMs: 10_000 };

/** A limit of requests at the same time shows only where requests take a time. */
const HOLD_MS = 20;

/** What can be said of the embedded deployment when it is loaded or its limit probed. */
export interface EmbeddedOrder {
  readonly limiter: LimiterSettings | undefined;
  readonly faults: readonly string[];
  readonly seed: number;
}

/**
 * The profile of what is loaded or probed: an embedded deployment in real time, whatever its clock is in a run. Throws RunError where
 * another target is to be given what only the embedded one can be.
 */
export function inRealTime(source: ProfileFile, { limiter, faults }: EmbeddedOrder): ProfileFile {
  const { embedded } = source;
  if (faults.length > 0) demandOwn(source, '--fault');
  if (embedded !== undefined) return { ...source, embedded: { ...embedded, clock: 'real' } };
  if (limiter !== undefined)
    throw new RunError('not-the-embedded-mock', '--limiter sets the limiter of the embedded deployment: this profile is of another one');
  return source;
}

/** The limiter that the embedded deployment gets when its limit is probed; undefined for another target. */
export function probedLimiter({ embedded }: ProfileFile, { limiter }: EmbeddedOrder): LimiterSettings | undefined {
  return embedded === undefined ? undefined : (limiter ?? embedded.limiter ?? USUAL_LIMITER);
}

export function startLimited(limiter: LimiterSettings, { faults, seed }: EmbeddedOrder): Promise<RunningMock> {
  const hold = limiter.kind === 'concurrency' ? { pause: () => wait(HOLD_MS) } : {};
  return startMock({ seed, faults, limiter, clock: createRealClock(), ...hold });
}
