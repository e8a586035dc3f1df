import type { Cell } from './cell.ts';
import type { Ruling, Simulated } from './limiters/simulated.ts';

/** Somebody else comes, uses the same allowance, and answers when to come again: milliseconds on the limiter's clock, both. */
export type ForeignUse = (limiter: Simulated, nowMs: number) => number;

/**
 * One operation after the other, several at once now and then, some of each allowance as soon as it is there, or all there is until
 * one is refused, and again when that refusal says that one may.
 */
export const RHYTHMS = ['steady', 'bursts', 'each period', 'when one may'] as const;
export type Rhythm = (typeof RHYTHMS)[number];

const STEADY_MS = 400;
const BURST_SHARE = 0.2;
const BURST_PERIODS = 0.37;
const PERIOD_SHARE = 0.4;

export function foreignUse(rhythm: Rhythm, { limit, periodMs }: Cell): ForeignUse {
  switch (rhythm) {
    case 'steady':
      return evenly(STEADY_MS, 1);
    case 'bursts':
      return evenly(periodMs * BURST_PERIODS, Math.ceil(limit * BURST_SHARE));
    case 'each period':
      return evenly(periodMs, Math.ceil(limit * PERIOD_SHARE));
    case 'when one may':
      return whenOneMay;
  }
}

/** So many operations at once, again and again. */
export function evenly(everyMs: number, atOnce: number): ForeignUse {
  return (limiter, nowMs) => {
    for (let count = 0; count < atOnce; count++) use(limiter, nowMs);
    return nowMs + everyMs;
  };
}

function whenOneMay(limiter: Simulated, nowMs: number): number {
  let ruling = use(limiter, nowMs);
  while (ruling.ok) ruling = use(limiter, nowMs);
  return Math.max(nowMs + 1, Math.ceil(ruling.nextAtMs / 1000) * 1000);
}

function use(limiter: Simulated, nowMs: number): Ruling {
  const ruling = limiter.hit(nowMs);
  if (ruling.ok) limiter.done();
  return ruling;
}
