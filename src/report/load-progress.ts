import type { LoadEvent } from '../model/types.ts';
import { unansweredOf } from '../model/unanswered.ts';
import { duration, painter } from './text.ts';

/** Where a load stands: its last slice, and what became of all requests so far. */
export interface LoadProgress {
  readonly slice: LoadEvent['slices'][number];
  readonly accounts: LoadEvent['accounts'];
  /** violations so far */
  readonly violations: number;
  readonly durationMs: number;
}

/** One line: on a terminal it rewrites itself, elsewhere one comes for every tenth of the time. */
export function renderLoadProgress(
  now: LoadProgress,
  style: { readonly tty: boolean; readonly color: boolean; readonly width: number },
): string {
  if (style.tty) return `\r\u001b[2K${line(now, style.color).slice(0, style.width + (style.color ? 40 : 0))}`;
  const { slice, durationMs } = now;
  const tenth = (ms: number): number => Math.floor((10 * ms) / durationMs);
  return tenth(slice.fromMs) === tenth(slice.fromMs + slice.lengthMs) ? '' : `${line(now, false)}\n`;
}

function line({ slice, accounts, violations, durationMs }: LoadProgress, color: boolean): string {
  const paint = painter(color);
  const rate = Math.round((slice.answered * 1000) / Math.max(1, slice.lengthMs));
  const statuses = Object.entries(accounts.byStatus).map(([status, count]) => `${status}: ${count}`);
  const unanswered = unansweredOf(accounts);
  return [
    `${duration(slice.fromMs + slice.lengthMs)} of ${duration(durationMs)}`,
    paint('bold', `${rate}/s`),
    `p50 ${milliseconds(slice.p50)}, p99 ${milliseconds(slice.p99)}`,
    statuses.join(', '),
    ...(unanswered === 0 ? [] : [paint('yellow', `${unanswered} unanswered`)]),
    paint(violations === 0 ? 'dim' : 'red', `${violations} violating`),
  ].join('  ');
}

/** What a stage of a ramp came to, in a line. */
export function stageText({ phase, rate, throughput, p50, p99, missed }: NonNullable<LoadEvent['ramp']>['stages'][number]): string {
  const figures = `${phase} of ${rate} a second: ${Math.round(throughput)}/s, p50 ${milliseconds(p50)}, p99 ${milliseconds(p99)}`;
  return `${figures}; ${missed.length === 0 ? 'kept' : `missed ${missed.join(', ')}`}`;
}

/** Milliseconds, as exactly as they matter. */
export function milliseconds(ms: number): string {
  return `${ms < 10 ? ms.toFixed(2) : ms < 100 ? ms.toFixed(1) : Math.round(ms)} ms`;
}
