import { visible } from './safe-text.ts';
import { duration, painter } from './text.ts';

/** Where a probe of a rate limit stands. */
export interface ProbeProgress {
  /** what it is at: 'exhaust', 'retry', … */
  readonly phase: string;
  readonly sent: number;
  readonly refused: number;
  readonly remaining: number | undefined;
  readonly limit: number | undefined;
  /** what it waits for, in milliseconds; undefined while it sends */
  readonly waitsMs: number | undefined;
}

const PHASES: Readonly<Record<string, string>> = {
  first: 'first look',
  afresh: 'whole allowance',
  early: 'first few',
  paused: 'after a pause',
  exhaust: 'using it up',
  crowd: 'many at once',
  alone: 'one alone',
  refused: 'refusals',
  before: 'before its time',
  retry: 'partly back?',
  herd: 'several at once',
  look: 'how much is back',
  reset: 'all back?',
  second: 'using it up again',
  'second-refused': 'refusals',
  'third-refused': 'refusals',
  between: 'before its time',
  third: 'next window',
};

/** One line: on a terminal it rewrites itself, elsewhere one comes for each phase. `before` is undefined at the start. */
export function renderProbeProgress(
  before: ProbeProgress | undefined,
  now: ProbeProgress,
  style: { readonly tty: boolean; readonly color: boolean; readonly width: number },
): string {
  if (style.tty) return `\r\u001b[2K${line(now, style.color).slice(0, style.width + (style.color ? 40 : 0))}`;
  return before?.phase === now.phase && (before.waitsMs === undefined) === (now.waitsMs === undefined) ? '' : `${line(now, false)}\n`;
}

function line({ phase, sent, refused, remaining, limit, waitsMs }: ProbeProgress, color: boolean): string {
  const paint = painter(color);
  const left = remaining === undefined ? '' : `, ${remaining} of ${limit ?? '?'} remain`;
  const waits = waitsMs === undefined ? '' : paint('dim', `, waits ${duration(waitsMs)}`);
  return `${paint('bold', visible(PHASES[phase] ?? phase).padEnd(18))} ${sent} sent, ${paint(refused > 0 ? 'red' : 'dim', `${refused} refused`)}${left}${waits}`;
}
