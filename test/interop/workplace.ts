import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where a job works, and with what. */
export interface Workplace {
  /** the package's own folder, built */
  readonly root: string;
  /** tools are installed here once, and kept; exports are written here each time */
  readonly scratch: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** the path of node itself */
  readonly node: string;
  /** system and processor, as packages of binaries are called by: linux-x64 */
  readonly machine: string;
  /** tells people how it goes on */
  readonly say: (line: string) => void;
}

/** How a job went: a table where it has one, its figures in a line, and what did not hold. */
export type JobResult =
  | { readonly kind: 'done'; readonly table?: readonly string[]; readonly figures: string; readonly broken: readonly string[] }
  /** what is missing on this machine, and how to get it */
  | { readonly kind: 'lacking'; readonly what: string };

/** How a command ended. */
export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface CommandOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** milliseconds after which it is ended */
  readonly timeout?: number;
}

/** Runs a command to its end, without a shell; a command that is not there ends with the code 127. */
export function run(command: string, args: readonly string[], { cwd, env, timeout = 600_000 }: CommandOptions): Promise<Finished> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env: { ...env }, timeout, stdio: ['ignore', 'pipe', 'pipe'] });
    const said = { stdout: '', stderr: '' };
    child.stdout.on('data', (chunk: Buffer) => void (said.stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => void (said.stderr += chunk.toString()));
    child.on('error', (error) => resolve({ ...said, code: 127, stderr: `${said.stderr}${error.message}` }));
    child.on('close', (code) => resolve({ ...said, code }));
  });
}

/** Installs packages of npm into a folder of the scratch, once; answers the folder, or what went wrong. */
export async function npmTools(
  { scratch, env, say }: Workplace,
  name: string,
  packages: readonly string[],
): Promise<{ readonly folder: string } | { readonly lacking: string }> {
  const folder = join(scratch, name);
  const mark = join(folder, `installed-${packages.join('-').replaceAll(/[^\w.-]/g, '_')}`);
  if (existsSync(mark)) return { folder };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  say(`installing ${packages.join(', ')}`);
  const { code, stderr } = await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--save-exact', ...packages], {
    cwd: folder,
    env,
  });
  if (code !== 0) return { lacking: `${packages.join(', ')} from npm: ${npmTrouble(stderr)}` };
  writeFileSync(mark, '');
  return { folder };
}

/** Installs a package of PyPI, with its version, into an environment of its own in the scratch, once; answers its commands by name. */
export async function pipTools(
  { scratch, env, say }: Workplace,
  name: string,
  requirement: string,
): Promise<{ readonly command: (name: string) => string } | { readonly lacking: string }> {
  const folder = join(scratch, `${name}-${requirement.split('==')[1]}`);
  const mark = join(folder, 'installed');
  const command = (of: string): string => join(folder, 'bin', of);
  if (existsSync(mark)) return { command };
  say(`installing ${requirement}`);
  const made = await run('python3', ['-m', 'venv', folder], { cwd: scratch, env });
  if (made.code !== 0) return { lacking: `Python 3.10 or newer with venv (python3 -m venv): ${made.stderr.trim().slice(-200)}` };
  const pip = await run(command('pip'), ['install', '--quiet', requirement], { cwd: scratch, env });
  if (pip.code !== 0) return { lacking: `${requirement} from PyPI: ${pip.stderr.trim().slice(-200)}` };
  writeFileSync(mark, '');
  return { command };
}

/** What npm says of an install that failed, without its codes, its stack and its log: the first line of its errors that is a sentence. */
export function npmTrouble(stderr: string): string {
  const errors = stderr.split('\n').flatMap((line) => /^npm (?:error|ERR!) (\S.*)$/.exec(line)?.[1] ?? []);
  return errors.find((line) => !/^(?:code|syscall|errno|path) /.test(line)) ?? stderr.trim().slice(-300);
}

/** Exports a kind with this package's own command into a new folder, for the mock or for the target of a profile. */
export async function exported({ root, scratch, env, node }: Workplace, kind: string, target = 'mock'): Promise<string> {
  const folder = join(scratch, `export-${kind}-${Date.now()}`);
  const { code, stderr } = await run(node, [assay(root), 'export', kind, '--target', target, '--out', folder], { cwd: scratch, env });
  if (code !== 0) throw new Error(`assay export ${kind} ended with ${code}: ${stderr}`);
  return folder;
}

/** The command line of this package. */
export function assay(root: string): string {
  return join(root, 'dist', 'src', 'cli', 'main.js');
}
