import { visible } from './safe-text.ts';
import { duration, painter } from './text.ts';

export type Phase = 'preflight' | 'drive' | 'again' | 'judge' | 'qualify';

/** Where a run stands: `done` of `total` in one phase. Counts only; the runner feeds it. */
export interface Progress {
  readonly phase: Phase;
  readonly total: number;
  readonly done: number;
  readonly failed: number;
  /** What is being done now. */
  readonly current: string;
}

export interface ProgressStyle {
  /** On a terminal one line rewrites itself; elsewhere a line is added for each tenth. */
  readonly tty: boolean;
  readonly color: boolean;
  readonly width: number;
  /** since the phase began, in milliseconds; no times are shown without it */
  readonly elapsedMs?: number;
}

/** A phase that begins. */
export function startPhase(phase: Phase, total: number): Progress {
  return { phase, total, done: 0, failed: 0, current: '' };
}

/** One more is done; a total that was estimated too low grows along. */
export function advance(progress: Progress, step: { readonly current?: string; readonly failed?: boolean } = {}): Progress {
  const done = progress.done + 1;
  return {
    ...progress,
    done,
    total: Math.max(progress.total, done),
    failed: progress.failed + (step.failed === true ? 1 : 0),
    current: step.current ?? progress.current,
  };
}

/** What to write to get from one stand to the next; empty where there is nothing new to say. `before` is undefined at the start. */
export function renderProgress(before: Progress | undefined, now: Progress, style: ProgressStyle): string {
  if (style.tty) return `${CLEAR_LINE}${terminalLine(now, style)}`;
  const isNew = before === undefined || before.phase !== now.phase || tenth(before) < tenth(now);
  return isNew && (now.done > 0 || now.total > 0) ? `${plainLine(now)}${times(now, style.elapsedMs)}\n` : '';
}

/** Takes the rewritten line away, so that the summary starts on a clean one. */
export function endProgress(style: ProgressStyle): string {
  return style.tty ? CLEAR_LINE : '';
}

const CLEAR_LINE = '\r\u001b[2K';

const NOUNS: Readonly<Record<Phase, string>> = {
  preflight: 'checks',
  drive: 'cases',
  again: 'failures',
  judge: 'clauses',
  qualify: 'faults',
};

function plainLine({ phase, done, total, failed }: Progress): string {
  return `${phase.padEnd(PHASE_WIDTH)} ${done} of ${total} ${NOUNS[phase]}${failed > 0 ? `, ${failed} failed` : ''}`;
}

/** How long it has taken, and about how much longer it takes: by what is done so far, once that says something. */
function times({ done, total }: Progress, elapsedMs = 0): string {
  if (elapsedMs < TELLING_MS) return '';
  const left = done >= total || done * TELLING_SHARE < total ? '' : `, about ${duration((elapsedMs / done) * (total - done))} left`;
  return `, ${duration(elapsedMs)}${left}`;
}

const TELLING_MS = 1000;
const TELLING_SHARE = 20;

const PHASE_WIDTH = 'preflight'.length;
const BAR_WIDTH = 24;
/** Columns that the rest of the line needs; a narrower terminal gets a shorter bar. */
const NARROW = 45;

function terminalLine(progress: Progress, { color, width, elapsedMs }: ProgressStyle): string {
  const paint = painter(color);
  const { phase, done, total, failed } = progress;
  const barWidth = Math.max(0, Math.min(BAR_WIDTH, width - NARROW));
  const filled = Math.round(barWidth * fraction(progress));
  const count = `${String(done).padStart(String(total).length)} of ${total}`;
  const failures = failed > 0 ? ` ${failed} failed` : '';
  const room = width - (PHASE_WIDTH + 1 + barWidth + 1 + count.length + failures.length + 3);
  const told = times(progress, elapsedMs);
  const time = told.length <= room ? told : '';
  const current = visible(progress.current).slice(0, Math.max(0, room - time.length));
  const bar = paint('cyan', '━'.repeat(filled)) + paint('dim', '─'.repeat(barWidth - filled));
  return `${paint('bold', phase.padEnd(PHASE_WIDTH))} ${bar} ${count}${time}${paint('red', failures)}  ${paint('dim', current)}`.trimEnd();
}

function tenth(progress: Progress): number {
  return Math.floor(fraction(progress) * 10);
}

function fraction({ done, total }: Progress): number {
  return total === 0 ? 0 : done / total;
}
