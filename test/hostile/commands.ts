import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { PACKAGE_ROOT } from '../../src/run/package-root.ts';
import { errorCodeIn } from '../support/error-code.ts';

export interface Command {
  readonly folder: string;
  readonly args: readonly string[];
  /** all of it, but for the search path */
  readonly environment: Readonly<Record<string, string>>;
}

/** How a command ended. */
export interface Ended {
  /** null where it had to be killed */
  readonly code: number | null;
  readonly stdout: string;
  /** without the line of the error's code */
  readonly stderr: string;
  readonly errorCode: string | undefined;
  /** memory resident at most */
  readonly peakMiB: number;
}

/** The same as the process tells it. */
export type Captured = Omit<Ended, 'errorCode'>;

/** No command of the rig has anything to do that takes as long. */
const LONGEST_MS = 600_000;

/** A process that runs commands one after the other; a new one after each that it did not survive. */
export function commandRunner(): (folder: string, args: readonly string[], environment?: Command['environment']) => Promise<Ended> {
  let child: ChildProcess | undefined;
  afterAll(() => void child?.kill('SIGKILL'));
  return (folder, args, environment = {}) => {
    const running = (child ??= start());
    return new Promise((resolve) => {
      let noise = '';
      const listen = (chunk: Buffer): void => void (noise += chunk.toString('utf8'));
      const settle = (ended: Captured): void => {
        clearTimeout(timer);
        running.off('message', answered).off('close', died);
        running.stdout?.off('data', listen);
        running.stderr?.off('data', listen);
        const { stderr, errorCode } = errorCodeIn(ended.stderr + noise);
        resolve({ ...ended, stdout: withoutFolder(ended.stdout, folder), stderr: withoutFolder(stderr, folder), errorCode });
      };
      const answered = (ended: Captured): void => settle(ended);
      const died = (code: number | null, signal: NodeJS.Signals | null): void => {
        child = undefined;
        const why = signal === 'SIGKILL' ? `it did not end within ${LONGEST_MS} ms` : `its process died (${signal ?? String(code)})`;
        settle({ code: null, stdout: '', stderr: why, peakMiB: 0 });
      };
      const timer = setTimeout(() => running.kill('SIGKILL'), LONGEST_MS);
      running.stdout?.on('data', listen);
      running.stderr?.on('data', listen);
      running.on('message', answered).on('close', died);
      running.send({ folder, args, environment } satisfies Command);
    });
  };
}

function start(): ChildProcess {
  return fork(join(PACKAGE_ROOT, 'dist', 'test', 'hostile', 'main.js'), { silent: true, env: { PATH: process.env['PATH'] } });
}

function withoutFolder(text: string, folder: string): string {
  return text.replaceAll(folder, '<folder>');
}
