import { availableParallelism } from 'node:os';
import type { Command } from 'commander';
import { endProgress, renderProgress, type Progress } from '../report/progress.ts';
import { matrixText, qualificationText } from '../qualify/qualification.ts';
import { qualify } from '../index.ts';
import { targetMatrixText, targetText } from '../qualify/target/target-qualification.ts';
import { DEFAULT_WALKS } from '../run/plans.ts';
import { MOST_WALKS } from '../plan/fit-depth.ts';
import { profileFile } from '../run/targets.ts';
import { wholeNumber } from './arguments.ts';
import { UsageError } from './fail.ts';
import { helpText } from './help.ts';
import { interruption } from './end-process.ts';
import { tell, terminal, writeResult } from './output.ts';
import { repeatable } from './flags.ts';
import { defined } from '../model/defined.ts';

interface QualifyFlags {
  readonly target?: string;
  readonly fault?: readonly string[];
  readonly sample?: number;
  readonly full?: boolean;
  readonly unwilling?: boolean;
  readonly seed: number;
  readonly walks: number;
  readonly jobs?: number;
  readonly threads: number;
  readonly json?: boolean;
}

export function qualifyCommand(command: Command): Command {
  return command
    .option('--target <file>', 'profile of a deployment that can inject its own faults (key faults); default: the mock')
    .option(
      '--fault <glob>',
      "include only faults whose id matches, such as 'pam-*' or 'wire-authn.**'; ** matches across dots (repeatable)",
      repeatable(String),
    )
    .option('--sample <n>', 'number of faults to sample, drawn by the seed', wholeNumber(1))
    .option('--full', 'run the whole suite against every fault; lists every clause that fails, not only the first')
    .option('--unwilling', 'refuse every operation in every way (default: a sample, unless --fault or --sample is given)')
    .option('--seed <n>', 'random seed of the runs and of the sample', wholeNumber(0), 1)
    .option('--walks <n>', 'number of random walks in the suite', wholeNumber(0, MOST_WALKS), DEFAULT_WALKS)
    .option('--jobs <n>', 'number of faults run in parallel; with --target each job needs its own deployment', wholeNumber(1, 64))
    .option(
      '--threads <n>',
      'number of threads without --target; 0 runs everything in the main thread',
      wholeNumber(0, 64),
      Math.min(4, availableParallelism()),
    )
    .option('--json', 'print one JSON object to standard output, and nothing else')
    .addHelpText(
      'after',
      helpText({
        notes: [
          'A fault is killed only by a failing check of its own clause, or of a clause that its entry lists as violated too. Each fault runs in the cases that can detect it, shortest first, until it is killed; --full runs all cases.',
          'Refusals: each operation in turn is refused with one of nine statuses and an error body, an HTML page or no body. A clause may fail only if refusals.yaml names its ground in the document; the blame of an inconclusive clause must name who can resolve it.',
          'With --fault or --sample, the report and the exit code cover the selected faults only.',
          'With --target, the suite runs over HTTP against your deployment: first without a fault, then with each fault, beginning with the cases near the clause or the quote that the fault names. A fault is killed when a clause that passed without the fault fails, and fails again in a rerun: the clause that it names or another. For each surviving fault the report lists the clauses that became inconclusive. A fault is global to its deployment: for ${NAME} in the profile, the second job reads NAME_2, the third NAME_3.',
        ],
        examples: [
          ['assay qualify', 'run all faults of the mock'],
          ["assay qualify --fault 'pam-group*' --full", 'run some faults and list every clause that fails'],
          ['assay qualify --json', 'print the matrix as JSON'],
          ['assay qualify --target acme.yaml', 'run the faults that your deployment offers'],
          ['assay qualify --target acme.yaml --sample 100 --seed 7 --jobs 2', 'run a sample of 100 faults, in parallel on two deployments'],
        ],
        exitCodes: {
          0: 'both controls hold and every fault was killed; for all faults of the mock also: every check failed for a fault, every clause has a fault that its checks kill, and a target that refuses an operation gets no verdict that the documents do not support. With --target: no clause fails without a fault, and every fault was killed',
          1: 'at least one of these conditions does not hold',
          2: 'invalid command, profile or list of faults',
          3: 'interrupted; no fault survived so far',
          4: 'a control failed: a fault that must be killed survived, or a harmless change was killed; or Assay itself failed',
        },
        next: ['assay faults', 'assay explain', 'add-a-clause', 'qualify-a-deployment'],
      }),
    )
    .action(runQualify);
}

async function runQualify(flags: QualifyFlags): Promise<void> {
  if (flags.target !== undefined) return qualifyDeployment(flags, flags.target);
  const { fault, sample, full, unwilling, seed, walks, jobs, threads, json } = flags;
  const told = faultTeller();
  const { exitCode, ...figures } = await qualify({
    seed,
    walks,
    threads: jobs ?? threads,
    ...defined({ full, unwilling, sample, faults: fault }),
    onProgress(now, { caughtBy, fault: id, broke }) {
      told(now, caughtBy.length === 0 ? `survived so far  ${id}${broke === undefined ? '' : `: ${broke}`}` : undefined);
    },
  });
  writeResult(json === true ? `${JSON.stringify(figures)}\n` : `${matrixText(figures)}\n${qualificationText(figures)}`);
  process.exitCode = exitCode;
}

async function qualifyDeployment(flags: QualifyFlags, target: string): Promise<void> {
  const { fault, sample, full, unwilling, seed, walks, jobs = 1, json } = flags;
  if (full === true)
    throw new UsageError(
      'flags-exclusive',
      '--full: expected nothing beside --target, which ends a fault with its first failure. Leave it out',
    );
  if (unwilling === true)
    throw new UsageError(
      'flags-exclusive',
      '--unwilling: expected nothing beside --target, whose requests reach it as they are. Leave it out',
    );
  const started = performance.now();
  const told = faultTeller();
  const { exitCode, ...figures } = await qualify({
    target: profileFile(target),
    seed,
    walks,
    jobs,
    ...defined({ sample, faults: fault }),
    signal: interruption('interrupted: ending after the cases or faults that are under way; once more ends at once and leaves faults on'),
    onNotice: (notice) => tell(`note: ${notice}\n`),
    onUnfaulted(requests, faults) {
      const seconds = ((performance.now() - started) / 1000).toFixed(0);
      tell(`without a fault: ${requests} requests, ${seconds} s; ${faults} faults to try\n`);
    },
    onProgress(now, { fault: id, outcome }) {
      told(now, outcome === 'missed' || outcome === 'broken' ? `not killed  ${id}` : undefined);
    },
  });
  writeResult(json === true ? `${JSON.stringify(figures)}\n` : `${targetMatrixText(figures)}\n${targetText(figures)}`);
  process.exitCode = exitCode;
}

/** Tells how far the faults are and how long the others take, from the first one on: what comes before is no measure. A line tells what was not killed. */
function faultTeller(): (now: Progress, line: string | undefined) => void {
  const style = terminal(process.stderr);
  let since: number | undefined;
  let before: Progress | undefined;
  return (now, line) => {
    since ??= performance.now();
    if (line !== undefined) tell(`${endProgress(style)}${line}\n`);
    tell(renderProgress(before, now, { ...style, elapsedMs: performance.now() - since }));
    if (now.done === now.total) tell(`${endProgress(style)}\n`);
    before = now;
  };
}
