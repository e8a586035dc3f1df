import { readFileSync, writeFileSync } from 'node:fs';
import { watchEnd } from '../../src/cli/end-process.ts';
import { failWith } from '../../src/cli/fail.ts';
import { demandLines } from '../../src/cli/start.ts';
import { wholeProgram } from '../support/whole-program.ts';
import type { Captured, Command } from './commands.ts';

// Runs commands of assay one after the other in one process, as src/cli/main.ts runs one: starting Node for each would take most of the time.

const own = { environment: { ...process.env }, stdout: process.stdout.write, stderr: process.stderr.write, exit: process.exit };
const STATUS = '/proc/self/status';

/** The most memory that was resident since the last call, in MiB; since the start of the process where it cannot be set back. */
function peakMemory(): number {
  const [, kilobytes = '0'] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(STATUS, 'utf8')) ?? [];
  writeFileSync('/proc/self/clear_refs', '5');
  return Number(kilobytes) / 1024;
}

/** What process.exit throws: nothing that comes after it may happen. */
const EXITED = Symbol('exited');

function untilExit(action: () => unknown): void {
  try {
    action();
  } catch (error) {
    if (error !== EXITED) throw error;
  }
}

/** Takes what is written to a stream instead of it. */
function capture(heard: string[]): typeof process.stdout.write {
  return (chunk: string | Uint8Array, encoding?: unknown, done?: unknown): boolean => {
    heard.push(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8'));
    const called = typeof encoding === 'function' ? encoding : done;
    if (typeof called === 'function') queueMicrotask(() => untilExit(() => void called()));
    return true;
  };
}

function exitCode(): number {
  return Number(process.exitCode ?? 0);
}

async function run({ folder, args, environment }: Command): Promise<Captured> {
  const heard: Record<'stdout' | 'stderr', string[]> = { stdout: [], stderr: [] };
  process.chdir(folder);
  process.env = { PATH: own.environment['PATH'], HOME: folder, ...environment };
  process.argv = ['node', 'assay', ...args];
  process.exitCode = undefined;
  process.stdout.write = capture(heard.stdout);
  process.stderr.write = capture(heard.stderr);
  // The mock serves until it is told to stop; nothing else that holds a process open counts.
  const exited = new Promise<void>((resolve) => {
    Reflect.set(process, 'exit', (code?: number) => {
      process.exitCode = code ?? process.exitCode;
      resolve();
      throw EXITED;
    });
  });
  try {
    demandLines(args);
    const program = (await wholeProgram()).exitOverride();
    for (const command of program.commands.flatMap((one) => [one, ...one.commands])) command.exitOverride();
    await Promise.race([program.parseAsync(args, { from: 'user' }), exited]);
  } catch (error) {
    if (error !== EXITED) failWith(error);
  }
  const code = exitCode();
  process.stdout.write = own.stdout;
  process.stderr.write = own.stderr;
  process.exit = own.exit;
  process.exitCode = 0;
  process.chdir('/');
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeAllListeners(signal);
  return { code, stdout: heard.stdout.join(''), stderr: heard.stderr.join(''), peakMiB: peakMemory() };
}

process.setMaxListeners(0);
watchEnd();
process.on('message', (command: Command) => {
  run(command).then(
    (ended) => process.send?.(ended),
    (error: unknown) => {
      own.stderr.call(process.stderr, `${String(error)}\n`);
      own.exit(70);
    },
  );
});
process.on('disconnect', () => own.exit(0));
