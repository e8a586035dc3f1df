import type { LimiterKind } from '../../src/load/limiter/models/model.ts';
import { banningWindow } from './limiters/banning-window.ts';
import { firstRequestWindow } from './limiters/first-request-window.ts';
import { lateWords } from './limiters/late-words.ts';
import { leakingTimestamp } from './limiters/leaking-timestamp.ts';
import { offsetWindow } from './limiters/offset-window.ts';
import { openDoor } from './limiters/open-door.ts';
import { refusalLog } from './limiters/refusal-log.ts';
import { requestLog } from './limiters/request-log.ts';
import type { Build } from './limiters/simulated.ts';
import { slots } from './limiters/slots.ts';
import { steppedBucket } from './limiters/stepped-bucket.ts';
import { twoLogs, twoWindows } from './limiters/two-limits.ts';
import { varyingWindow } from './limiters/varying-window.ts';
import { wallClockWindow } from './limiters/wall-clock-window.ts';
import { weightedWindows } from './limiters/weighted-windows.ts';
import type { Random } from './random.ts';

/** Limiters that no model is of: what they are called is open, but they do what they say. */
export const UNUSUAL_KINDS = [
  'stepped-bucket',
  'banning-window',
  'refusal-log',
  'offset-window',
  'varying-window',
  'late-words',
  'two-logs',
  'two-windows',
] as const;

export type SimulatedKind = Exclude<LimiterKind, 'unknown'> | (typeof UNUSUAL_KINDS)[number];

export const BUILDS: Readonly<Record<SimulatedKind, Build>> = {
  'fixed-aligned': wallClockWindow,
  'fixed-first': firstRequestWindow,
  'sliding-log': requestLog,
  'sliding-counter': weightedWindows,
  'token-bucket': leakingTimestamp,
  concurrency: slots,
  none: openDoor,
  'stepped-bucket': steppedBucket,
  'banning-window': banningWindow,
  'refusal-log': refusalLog,
  'offset-window': offsetWindow,
  'varying-window': varyingWindow,
  'late-words': lateWords,
  'two-logs': twoLogs,
  'two-windows': twoWindows,
};

/** The circumstances of one trial. */
export interface Cell {
  readonly kind: SimulatedKind;
  readonly limit: number;
  readonly periodMs: number;
  readonly skewMs: number;
  readonly latencyMs: readonly [number, number];
  readonly concurrency: number;
  readonly unknownPathCounts: boolean;
  readonly usedBefore: number;
}

const PERIODS_S = [5, 6, 7.5, 8, 10, 12, 15, 20, 30, 60, 120] as const;
const CONCURRENCIES = [10, 16, 32, 64] as const;
/** A limit is identifiable where it can be used up within this share of its period. */
const SENDABLE_SHARE = 0.25;

const FINE = 2;
/** Weighed windows round a share of an operation up or down: all of a limit has to be used within one of them. */
const LONG_MS = 60_000;

/** Draws circumstances in which the limiter can be identified: the limit sendable within a quarter of a period of five seconds or more. `isFine`: single operations can be told apart as well. */
export function drawCell(random: Random, kind: SimulatedKind, isFine = false): Cell {
  for (;;) {
    const periodMs = random.pick(PERIODS_S) * 1000;
    const concurrency = random.pick(CONCURRENCIES);
    // A limit of the number at the same time has to be less than what is sent at the same time.
    const most = kind === 'concurrency' ? Math.floor(concurrency * 0.6) : 500;
    const limit = random.chance(0.5) ? random.whole(5, Math.min(60, most)) : random.whole(5, most);
    const least = random.between(0.5, 5);
    const jitter = random.between(0, 30);
    const roundTrip = 2 * (least + jitter / 2);
    if ((limit * roundTrip) / concurrency > periodMs * SENDABLE_SHARE) continue;
    // Where an operation comes back while a request is under way, one more or less cannot be seen.
    if (isFine && (periodMs / limit < 2 * (least + jitter) * FINE || (kind === 'sliding-counter' && periodMs < LONG_MS))) continue;
    return {
      kind,
      limit,
      periodMs,
      concurrency,
      latencyMs: [least, least + jitter],
      skewMs: random.between(-5000, 5000),
      unknownPathCounts: random.chance(0.7),
      usedBefore: kind !== 'concurrency' && random.chance(0.3) ? random.whole(1, limit) : 0,
    };
  }
}
