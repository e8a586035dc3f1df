import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { hunt, textsBelow } from '../support/canaries/hunt.ts';
import { PACKAGE_ROOT } from '../../src/run/package-root.ts';
import { metaValidator } from '../../src/model/meta-schemas.ts';
import type { Report } from '../../src/model/types.ts';

/** How an encounter of the product with something hostile ended, in this process or in one of its own. */
export interface Outcome {
  /** null where it had to be killed */
  readonly exitCode: number | null;
  readonly durationMs: number;
  /** at its peak; of a process of its own alone */
  readonly residentBytes?: number;
  /** standard output and standard error, as far as there was a terminal */
  readonly terminal: string;
  /** every file that the run left, by its path in the run's folder */
  readonly files: Readonly<Record<string, string>>;
}

/** What an encounter is held to. */
export interface Demand {
  /** what the profile's budget gives the run, milliseconds */
  readonly budgetMs: number;
  /** secrets, none of which may stand anywhere in any form */
  readonly canaries: Iterable<string>;
  /** those that the documents permit; 4 is never one of them */
  readonly exitCodes: readonly number[];
  /** the run began: whatever happened to it, there are reports */
  readonly reports: boolean;
}

const MOST_RESIDENT_BYTES = 512 * 1024 * 1024;
/** Nothing that was bounded in input may become more than that. */
const MOST_FILE_BYTES = 64 * 1024 * 1024;
const GRACE_MS = 5_000;

/** Each demand that an encounter does not meet, as one sentence; none where all hold. */
export function breaches(outcome: Outcome, demand: Demand): readonly string[] {
  const { exitCode, durationMs, residentBytes = 0, terminal, files } = outcome;
  const sizes = Object.entries(files).filter(([, text]) => text.length > MOST_FILE_BYTES);
  return [
    ...(exitCode !== null && exitCode !== 4 && demand.exitCodes.includes(exitCode)
      ? []
      : [`exit code ${exitCode ?? 'none'}, expected ${demand.exitCodes.join(' or ')}`]),
    ...(durationMs <= demand.budgetMs + GRACE_MS ? [] : [`took ${Math.round(durationMs)} ms of a budget of ${demand.budgetMs}`]),
    ...(residentBytes <= MOST_RESIDENT_BYTES ? [] : [`${Math.round(residentBytes / 1_048_576)} MB resident`]),
    ...sizes.map(([name, text]) => `${name} has ${text.length} characters`),
    ...(demand.reports ? missing(files) : []),
    ...steered(terminal),
    ...steered(files['annotations.txt'] ?? ''),
    ...hunt(demand.canaries, { terminal, ...files }).found.map((found) => `in clear: ${found}`),
  ];
}

const REPORTS = ['trace.ndjson', 'run.lock.json', 'report.json', 'report.html', 'summary.md', 'junit.xml'];

function missing(files: Outcome['files']): readonly string[] {
  const absent = REPORTS.filter((name) => (files[name] ?? '') === '').map((name) => `no ${name}`);
  const validate = metaValidator<Report>('report');
  const text = files['report.json'];
  if (text === undefined) return absent;
  return validate(JSON.parse(text)) ? absent : [...absent, `report.json is not what its schema says: ${JSON.stringify(validate.errors)}`];
}

/** What a hostile text wants of a terminal or of the log of a CI, and of which nothing may arrive. */
export const STEERING = {
  terminal: '\u001b[2J\u001b]0;steered\u0007\u001b]8;;https://steered.test\u0007link\u001b]8;;\u0007\u202e',
  workflow: '\n::error file=steered.txt::steered\n##[error]steered\n::add-mask::steered\n',
} as const;

function steered(text: string): readonly string[] {
  const control = /(?![\n\r\t])[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.exec(text);
  const command = /::(?:error file=steered|add-mask::steered)|##\[error\]steered/.exec(text);
  return [
    ...(control === null
      ? []
      : [`steers the terminal: ${JSON.stringify(text.slice(Math.max(0, control.index - 40), control.index + 40))}`]),
    ...(command === null ? [] : [`steers the log: ${JSON.stringify(text.slice(Math.max(0, command.index - 40), command.index + 40))}`]),
  ];
}

/** Tells at the end of a process how much it had resident at its peak; its usage would tell what forked it, too. */
const PEAK = `
import { readFileSync, writeFileSync } from 'node:fs';
process.on('exit', () => {
  const [, peak = '0'] = /VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  writeFileSync(process.env.PEAK_FILE, peak);
});`;

export interface AssayRun {
  readonly args: readonly string[];
  /** where the process works, and the folder below it that the run writes into */
  readonly folder: string;
  readonly out: string;
  readonly env?: Readonly<Record<string, string>>;
  /** it is killed then: a process that hangs is found, not waited for */
  readonly killAfterMs: number;
  /** told of all that it has said, whenever it says more */
  readonly onSaid?: (terminal: string) => void;
  /** `assay` of an installed package; that of this checkout where omitted */
  readonly main?: string;
}

/** Runs `assay` as a process of its own and measures it. */
export async function runAssay({
  args,
  folder,
  out,
  env = {},
  killAfterMs,
  onSaid = () => undefined,
  main = OWN_MAIN,
}: AssayRun): Promise<Outcome> {
  const scratch = mkdtempSync(join(tmpdir(), 'assay-peak-'));
  const peakFile = join(scratch, 'peak');
  try {
    const start = performance.now();
    const child = spawn(process.execPath, ['--import', `data:text/javascript,${encodeURIComponent(PEAK)}`, main, ...args], {
      cwd: folder,
      env: { PATH: process.env['PATH'], HOME: folder, PEAK_FILE: peakFile, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let terminal = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        terminal += text;
        onSaid(terminal);
      });
    }
    const killer = setTimeout(() => child.kill('SIGKILL'), killAfterMs);
    const exitCode = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    clearTimeout(killer);
    const durationMs = performance.now() - start;
    const files = filesOf(join(folder, out));
    return {
      exitCode,
      durationMs,
      terminal,
      files,
      ...(exitCode === null ? {} : { residentBytes: Number(readFileSync(peakFile, 'utf8')) * 1024 }),
    };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

const OWN_MAIN = join(PACKAGE_ROOT, 'dist', 'src', 'cli', 'main.js');

/** Every file below a run's folder; none where the run never made it. */
export function filesOf(folder: string): Readonly<Record<string, string>> {
  try {
    return textsBelow(folder);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw error;
  }
}
