import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { Baseline, Mutant, Outcome } from './mutant.ts';
import type { Answer, Order } from './mutant-process.ts';

/** Everything without a mutant, twice: longer on a machine that does other work meanwhile. */
const LONGEST_BASELINE_MS = 1_200_000;

/** A trial is a sixth of the baseline; one that loops where no visit of the mutant is counted is ended after so many times the baseline. */
const MOST_TIMES_THE_BASELINE = 10;
const LEAST_MS = 180_000;

/** A module that was imported afresh stays in memory: a process retires before that counts. */
const MOST_TRIALS = 150;

const MEMORY_MB = 1500;

/** So much of what a process wrote before it ended is told. */
const SAID = 2000;

/** What the unchanged mock shows, measured in a process of its own. Throws where it is not conformant. */
export async function baselineIn(folder: string, seed: number): Promise<Baseline> {
  const child = start(folder);
  try {
    const answer = await ask<Baseline>(child, { seed, measure: true }, LONGEST_BASELINE_MS);
    if ('failed' in answer) throw new Error(answer.failed);
    return answer.result;
  } finally {
    child.kill();
  }
}

/** Tries mutants in as many processes at a time as there are jobs; `onOutcome` is told each outcome as it comes. */
export async function tryMutants(
  folder: string,
  { seed, jobs, baseline }: { readonly seed: number; readonly jobs: number; readonly baseline: Baseline },
  mutants: readonly Mutant[],
  onOutcome: (mutant: Mutant, outcome: Outcome) => void,
): Promise<void> {
  const waiting = [...mutants];
  const longestMs = Math.max(LEAST_MS, MOST_TIMES_THE_BASELINE * baseline.durationMs);
  const work = async (): Promise<void> => {
    let child: ChildProcess | undefined;
    try {
      for (let trials = 0, next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        if (child === undefined || trials === MOST_TRIALS) {
          child?.kill();
          child = start(folder);
          const ready = await ask<string>(child, { seed, baseline }, longestMs);
          if ('failed' in ready) throw new Error(ready.failed);
          trials = 0;
        }
        const answer = await ask<Outcome>(child, next, longestMs);
        trials += 1;
        if ('failed' in answer) child = undefined;
        onOutcome(next, 'failed' in answer ? { kind: 'broke', why: answer.failed } : answer.result);
      }
    } finally {
      child?.kill();
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
}

function start(folder: string): ChildProcess {
  return fork(join(folder, 'dist/bench/mutants/mutant-process.js'), [], {
    execArgv: [`--max-old-space-size=${MEMORY_MB}`],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
}

/** Its answer; where the process ends instead, or takes too long and is ended, that. */
function ask<Result>(child: ChildProcess, message: Order | Mutant, longestMs: number): Promise<Answer<Result>> {
  return new Promise((resolve) => {
    let said = '';
    const listen = (chunk: Buffer): void => void (said = `${said}${chunk.toString()}`.slice(-SAID));
    child.stderr?.on('data', listen);
    const clock = setTimeout(() => child.kill('SIGKILL'), longestMs);
    const settle = (answer: Answer<Result>): void => {
      clearTimeout(clock);
      child.stderr?.off('data', listen);
      child.off('message', settle);
      child.off('close', ended);
      resolve(answer);
    };
    const ended = (code: number | null, signal: string | null): void =>
      settle({
        failed: signal === 'SIGKILL' ? `no end within ${longestMs / 1000} s` : `the process ended with ${code ?? signal}: ${said}`,
      });
    child.on('message', settle);
    child.on('close', ended);
    child.send(message, (error) => {
      if (error !== null) settle({ failed: error.message });
    });
  });
}
