import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { advance, endProgress, renderProgress, startPhase, type Phase, type Progress, type ProgressStyle } from './progress.ts';

const log: ProgressStyle = { tty: false, color: false, width: 80 };
const terminal: ProgressStyle = { tty: true, color: false, width: 80 };

/** All that a phase writes from its start to its end. */
function phaseOutput(phase: Phase, total: number, style: ProgressStyle, failAt = 0): string {
  let before: Progress | undefined;
  let now = startPhase(phase, total);
  let output = renderProgress(before, now, style);
  for (let step = 1; step <= total; step += 1) {
    before = now;
    now = advance(now, { current: `step ${step}`, failed: step === failAt });
    output += renderProgress(before, now, style);
  }
  return output;
}

test('in a log, a line for the start and for each tenth', () => {
  expect(phaseOutput('drive', 25, log, 7)).toBe(
    [
      'drive     0 of 25 cases',
      'drive     3 of 25 cases',
      'drive     5 of 25 cases',
      'drive     8 of 25 cases, 1 failed',
      'drive     10 of 25 cases, 1 failed',
      'drive     13 of 25 cases, 1 failed',
      'drive     15 of 25 cases, 1 failed',
      'drive     18 of 25 cases, 1 failed',
      'drive     20 of 25 cases, 1 failed',
      'drive     23 of 25 cases, 1 failed',
      'drive     25 of 25 cases, 1 failed',
      '',
    ].join('\n'),
  );
});

test('in a log, never more than eleven lines, the last one complete', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2000 }), (total) => {
      const lines = phaseOutput('judge', total, log).trimEnd().split('\n');
      return lines.length <= 11 && lines.at(-1) === `judge     ${total} of ${total} clauses`;
    }),
    { numRuns: 50 },
  );
});

test('a phase with nothing to do says nothing', () => {
  expect(phaseOutput('preflight', 0, log)).toBe('');
});

test('on a terminal one line rewrites itself', () => {
  const half: Progress = {
    phase: 'drive',
    total: 300,
    done: 150,
    failed: 2,
    current: 'authn.transitions.password-expired',
  };
  expect([renderProgress(undefined, half, terminal), endProgress(terminal), endProgress(log)]).toEqual([
    '\r\u001b[2Kdrive     ━━━━━━━━━━━━──────────── 150 of 300 2 failed  authn.transitions.passw',
    '\r\u001b[2K',
    '',
  ]);
});

test('what takes longer tells how long it has taken, and how long it may still take', () => {
  const at = (done: number, elapsedMs: number): string =>
    renderProgress(undefined, { phase: 'drive', total: 200, done, failed: 0, current: '' }, { ...log, elapsedMs });
  expect([at(50, 900), at(5, 8_000), at(50, 30_000), at(200, 61_000)]).toEqual([
    'drive     50 of 200 cases\n',
    'drive     5 of 200 cases, 8.0 s\n',
    'drive     50 of 200 cases, 30.0 s, about 1 min 30 s left\n',
    'drive     200 of 200 cases, 1 min 1 s\n',
  ]);
});

test('the line stays within the terminal and takes no orders from what it names', () => {
  fc.assert(
    fc.property(fc.integer({ min: 60, max: 200 }), fc.string({ unit: 'binary', maxLength: 300 }), fc.boolean(), (width, current, color) => {
      const line = renderProgress(
        undefined,
        { phase: 'preflight', total: 1000, done: 999, failed: 123, current },
        { tty: true, color, width, elapsedMs: 3_600_000 },
      );
      const shown = stripVTControlCharacters(line).replaceAll('\r', '');
      return shown.length < width && !/\p{Cc}/u.test(shown);
    }),
    { numRuns: 30 },
  );
});

test('a total that was too low grows along', () => {
  expect(advance({ phase: 'judge', total: 1, done: 1, failed: 0, current: 'a' })).toEqual({
    phase: 'judge',
    total: 2,
    done: 2,
    failed: 0,
    current: 'a',
  });
});
