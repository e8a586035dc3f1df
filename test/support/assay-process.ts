import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, inject, onTestFinished } from 'vitest';
import { errorCodeIn } from './error-code.ts';

/** How a process ended; the folder it worked in is written as `<folder>`. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  /** without the line of an error's code */
  readonly stderr: string;
  /** the code under which docs/errors.md explains the error */
  readonly errorCode: string | undefined;
}

/** A process of the installed `assay` under way. */
export interface AssayProcess {
  readonly ended: Promise<Ended>;
  /** what matches of standard output and standard error, once something does; rejects where the process ends without it */
  readonly said: (pattern: RegExp) => Promise<string>;
  /** what Ctrl-C does */
  readonly interrupt: () => void;
  /** what a terminal does that is closed: nobody reads any more, and the process is told, as often as shell and system see fit */
  readonly closeTerminal: () => void;
  /** ends it at once: nothing of it runs any more */
  readonly kill: () => void;
  /** closes the reading end of a stream, as `head` does */
  readonly hangUp: (stream: 'stdout' | 'stderr') => void;
}

/** An empty folder that is removed after the test. */
export function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-process-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs the installed `assay` to its end. */
export function assay(folder: string, ...args: readonly string[]): Promise<Ended> {
  return startAssay(folder, ...args).ended;
}

/** The same with an environment. */
export function assayWith(environment: Readonly<Record<string, string>>, folder: string, ...args: readonly string[]): Promise<Ended> {
  return start(environment, folder, args).ended;
}

/** The same with something on standard input. */
export function assayAnswering(input: string, folder: string, ...args: readonly string[]): Promise<Ended> {
  return start({}, folder, args, input).ended;
}

/** The same on a disk that is full: no file may grow beyond so many blocks of 512 or 1,024 bytes. */
export function assayOnFullDisk(blocks: number, folder: string, ...args: readonly string[]): Promise<Ended> {
  return assayInShell(`ulimit -f ${blocks}; exec "$0" "$@"`, folder, ...args);
}

/** The same as a line of a shell says, in which `"$0" "$@"` is the command. */
export function assayInShell(line: string, folder: string, ...args: readonly string[]): Promise<Ended> {
  return launch('sh', ['-c', line, installed(), ...args], {}, folder, '').ended;
}

/** Starts the installed `assay` in a folder, with nothing of this process's environment but the search path. */
export function startAssay(folder: string, ...args: readonly string[]): AssayProcess {
  return start({}, folder, args);
}

function start(environment: Readonly<Record<string, string>>, folder: string, args: readonly string[], input = ''): AssayProcess {
  return launch(installed(), args, environment, folder, input);
}

function installed(): string {
  return join(inject('installation').folder, 'node_modules', '.bin', 'assay');
}

/** The first place of each family and no walks: so much of a run shows how a command begins, ends and tells. */
export const QUICKLY = { ASSAY_DEPTH: 'quick', ASSAY_WALKS: '0' } as const;
const AS_RELEASED = { ASSAY_DEPTH: 'standard' } as const;

let defaults: Readonly<Record<string, string>> = QUICKLY;

/** For a file of tests that is about all that a run drives. */
export function atStandardDepth(): void {
  defaults = AS_RELEASED;
  // The next file of this thread has the same module.
  afterAll(() => {
    defaults = QUICKLY;
  });
}

function launch(
  command: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  folder: string,
  input: string,
): AssayProcess {
  const child = spawn(command, args, {
    cwd: folder,
    env: { ...defaults, ...environment, PATH: process.env['PATH'], HOME: folder },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  // A command that reads nothing may have ended already.
  child.stdin.on('error', () => undefined).end(input);
  onTestFinished(() => void child.kill('SIGKILL'));
  const heard = listen(child);
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      const { stderr, errorCode } = errorCodeIn(heard.stderr());
      resolve({ code, stdout: withoutFolder(heard.stdout(), folder), stderr: withoutFolder(stderr, folder), errorCode });
    });
  });
  return {
    ended,
    said: heard.said,
    interrupt: () => void child.kill('SIGINT'),
    closeTerminal: () => {
      child.stdout.destroy();
      child.stderr.destroy();
      child.kill('SIGHUP');
      child.kill('SIGHUP');
    },
    kill: () => void child.kill('SIGKILL'),
    hangUp: (stream) => void child[stream].destroy(),
  };
}

function withoutFolder(text: string, folder: string): string {
  return text.replaceAll(folder, '<folder>');
}

interface Heard {
  readonly stdout: () => string;
  readonly stderr: () => string;
  readonly said: AssayProcess['said'];
}

function listen(child: ChildProcess): Heard {
  const text = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream]?.setEncoding('utf8').on('data', (chunk: string) => {
      text[stream] += chunk;
    });
  }
  const waitFor = (pattern: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const [match] = pattern.exec(text.stdout + text.stderr) ?? [];
        if (match !== undefined) resolve(match);
      };
      child.stdout?.on('data', look);
      child.stderr?.on('data', look);
      child.once('close', () =>
        reject(new Error(`expected ${String(pattern)}; the process ended and had said: ${text.stdout}${text.stderr}`)),
      );
      look();
    });
  return { stdout: () => text.stdout, stderr: () => text.stderr, said: waitFor };
}
