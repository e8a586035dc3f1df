import { requestLog } from './request-log.ts';
import type { Build, Ruling } from './simulated.ts';
import { wallClockWindow } from './wall-clock-window.ts';

/** Which of two limits an answer speaks of, where neither refuses. */
type Binding = (short: Ruling, long: Ruling) => Ruling;

/** Whatever the period, so much of the limit may be used within a second. */
const SHARE = 1 / 3;
const SHORT_MS = 1000;

/** A limit of a period, and one of each second; an answer speaks of the one that refuses, or that binds. */
export function twoLimits(build: Build, binding: Binding, shortMs = SHORT_MS): Build {
  return (limit, periodMs) => {
    const [short, long] = [build(Math.ceil(limit * SHARE), shortMs), build(limit, periodMs)];
    return {
      hit(nowMs) {
        const first = short.hit(nowMs);
        if (!first.ok) return first;
        const second = long.hit(nowMs);
        return second.ok ? binding(first, second) : second;
      },
      done: () => undefined,
    };
  };
}

/** The one of which less remains. */
export const lessRemains: Binding = (short, long) => (short.remaining < long.remaining ? short : long);
/** The one of which a smaller share remains. */
export const smallerShare: Binding = (short, long) => (short.remaining / short.limit <= long.remaining / long.limit ? short : long);

export const twoLogs: Build = twoLimits(requestLog, lessRemains);
export const twoWindows: Build = twoLimits(wallClockWindow, smallerShare);
