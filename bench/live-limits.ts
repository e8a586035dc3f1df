import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { DocumentName } from '../src/model/types.ts';
import { behaviouralFaults } from '../src/mock/kit/known-faults.ts';
import { limiterKinds } from '../src/mock/kit/limiter.ts';
import { PACKAGE_ROOT } from '../src/run/package-root.ts';

interface Probe {
  readonly name: string;
  readonly document: DocumentName;
  readonly limiter: string;
  readonly fault?: { readonly id: string; readonly clauses: readonly string[] };
}

interface Summary {
  readonly limiter: { readonly kind: string; readonly limit?: number | null; readonly periodMs?: number | null };
  readonly violations: readonly { readonly clause: string }[];
  readonly requests: number;
  readonly exitCode: number;
}

const LIMIT = 12;
const PERIOD_S = 7;
const USUAL = 'fixed-first';
/** The clauses of rate limits that a probe judges; quotas and page sizes are no matter of it. */
const OF_RATE_LIMITS = /^(?:pam\.limits\.(?:header|rate)|authn\.(?:limits\.public|errors\.(?:rate-limit-headers|e0000047)))/;
/** A probe sends nothing that is answered like this, and writes nothing. */
const NOT_SHOWN = ['pam-no-limit-headers-on-401', 'pam-no-limit-headers-on-5xx', 'pam-writes-not-limited', 'pam-deletions-not-limited'];

const limiterOf = (kind: string): string => `${kind}:limit=${kind === 'concurrency' ? 3 : LIMIT},period=${PERIOD_S}`;
/** Each kind once, document 2 once, and each fault of a rate limit once. */
const PROBES: readonly Probe[] = [
  ...limiterKinds.map((kind): Probe => ({ name: kind, document: 'privileged-access', limiter: limiterOf(kind) })),
  { name: `${USUAL} of document 2`, document: 'authentication' as const, limiter: limiterOf(USUAL) },
  ...behaviouralFaults()
    .filter(({ id, clause }) => OF_RATE_LIMITS.test(clause) && !NOT_SHOWN.includes(id))
    .map(({ id, clause, alsoBreaks }) => ({
      name: id,
      document: clause.startsWith('pam.') ? ('privileged-access' as const) : ('authentication' as const),
      limiter: limiterOf(USUAL),
      fault: { id, clauses: [clause, ...alsoBreaks] },
    })),
];

/** Probes the mock's limiters over HTTP, in real time; they mostly wait. Only those with `only` in their name. */
export async function liveLimits({ atOnce, only }: { atOnce: number; only: string }): Promise<void> {
  const probes = PROBES.filter(({ name }) => name.includes(only));
  const scratch = mkdtempSync(join(tmpdir(), 'assay-limits-'));
  const waiting = [...probes.entries()];
  let right = 0;
  const sender = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      if (await isRightlyFound(join(scratch, String(next[0])), next[1])) right += 1;
  };
  try {
    await Promise.all(Array.from({ length: atOnce }, sender));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  console.log(
    `${right} of ${probes.length} probes of the mock over HTTP right: each kind of limiter, document 2, each fault of a rate limit`,
  );
  process.exitCode = right === probes.length ? 0 : 1;
}

async function isRightlyFound(folder: string, { name, document, limiter, fault }: Probe): Promise<boolean> {
  const flags = ['--document', document, '--limiter', limiter, '--out', folder, '--json'];
  const args = ['load', 'ratelimit', ...flags, ...(fault === undefined ? [] : ['--fault', fault.id])];
  const run = spawn(process.execPath, [join(PACKAGE_ROOT, 'dist/src/cli/main.js'), ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const [stdout, stderr] = await Promise.all([text(run.stdout), text(run.stderr)]);
  const summary: Summary | undefined = stdout.startsWith('{') ? JSON.parse(stdout) : undefined;
  const isRight = summary !== undefined && (fault === undefined ? isClean(summary, name, limiter) : isFound(summary, fault.clauses));
  const { kind, limit, periodMs } = summary?.limiter ?? { kind: stderr.trim().split('\n').at(-1) };
  const failed = [...new Set(summary?.violations.map(({ clause }) => clause))].join(' ');
  const replayed = /contradicts [1-9]\d* of \d+ answers/.exec(stderr)?.[0] ?? '';
  console.log(
    `${isRight ? 'right' : 'WRONG'}  ${name}: ${kind}, ${limit} in ${periodMs} ms, ${summary?.requests} requests, exit ${summary?.exitCode} ${failed} ${replayed}`,
  );
  return isRight;
}

/** The kind as it is, its limit and period, and no violation. */
function isClean({ limiter: { kind, limit, periodMs }, violations }: Summary, name: string, asked: string): boolean {
  const isPeriodic = kind !== 'concurrency' && kind !== 'none';
  const isExact = limit === LIMIT && Math.abs((periodMs ?? 0) - PERIOD_S * 1000) <= 1000;
  return violations.length === 0 && asked.startsWith(`${kind}:`) && (!isPeriodic || isExact) && name.startsWith(kind);
}

function isFound({ violations, exitCode }: Summary, clauses: readonly string[]): boolean {
  return exitCode === 1 && violations.some(({ clause }) => clauses.includes(clause));
}
