import { setTimeout as wait } from 'node:timers/promises';
import type { LimiterSettings, ProfileFile } from '../../spec/types.ts';
import { createRealClock } from '../../mock/core/clock.ts';
import { startMock } from '../../mock/core/start-mock.ts';
import type { RunningMock } from '../../mock/core/start-mock.ts';
import { RunError } from '../run-error.ts';

/** The embedded deployment's limiter, unless another is asked for: small and quick enough to be looked at. */
const USUAL_LIMITER: LimiterSettings = { kind: 'token-bucket', limit: 60, periodMs: 10_000 };

/** A limit of requests at the same time shows only where requests take a time. */
const HOLD_MS = 20;

/** What can be said of the embedded deployment when a limit is probed. */
export interface EmbeddedOrder {
  readonly limiter: LimiterSettings | undefined;
  readonly faults: readonly string[];
  readonly seed: number;
}

/** The limiter that the embedded deployment gets; undefined for another target. Throws RunError where such a target is to be given one. */
export function limiterOf({ embedded }: ProfileFile, { limiter, faults }: EmbeddedOrder): LimiterSettings | undefined {
  if (embedded !== undefined) return limiter ?? embedded.limiter ?? USUAL_LIMITER;
  if (limiter !== undefined)
    throw new RunError('usage', '--limiter sets the limiter of the embedded deployment: this profile is of another one');
  if (faults.length > 0) throw new RunError('usage', '--fault is for the embedded deployment: this profile is of another one');
  return undefined;
}

/** A limit is probed in real time. */
export function inRealTime(source: ProfileFile): ProfileFile {
  return source.embedded === undefined ? source : { ...source, embedded: { ...source.embedded, clock: 'real' } };
}

export function startLimited(limiter: LimiterSettings, { faults, seed }: EmbeddedOrder): Promise<RunningMock> {
  const hold = limiter.kind === 'concurrency' ? { pause: () => wait(HOLD_MS) } : {};
  return startMock({ seed, faults, limiter, clock: createRealClock(), ...hold });
}
