import type { Cell } from './cell.ts';

/** How somebody else uses the same allowance: so many operations at once, again and again. */
export interface ForeignUse {
  readonly everyMs: number;
  readonly atOnce: number;
}

/** One operation after the other, several at once now and then, or some of each allowance as soon as it is there. */
export const RHYTHMS = ['steady', 'bursts', 'each period'] as const;
export type Rhythm = (typeof RHYTHMS)[number];

const STEADY_MS = 400;
const BURST_SHARE = 0.2;
const BURST_PERIODS = 0.37;
const PERIOD_SHARE = 0.4;

export function foreignUse(rhythm: Rhythm, { limit, periodMs }: Cell): ForeignUse {
  switch (rhythm) {
    case 'steady':
      return { everyMs: STEADY_MS, atOnce: 1 };
    case 'bursts':
      return { everyMs: periodMs * BURST_PERIODS, atOnce: Math.ceil(limit * BURST_SHARE) };
    case 'each period':
      return { everyMs: periodMs, atOnce: Math.ceil(limit * PERIOD_SHARE) };
  }
}
