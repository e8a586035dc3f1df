import { availableParallelism } from 'node:os';
import type { Command } from 'commander';
import { loadSpecs } from '../model/load.ts';
import { globPattern } from '../model/selection.ts';
import { knownFaults } from '../mock/kit/known-faults.ts';
import { readProfile } from '../profile/load-profile.ts';
import { qualificationExitCode, matrixText, qualificationText } from '../qualify/qualification.ts';
import { qualify } from '../qualify/qualify.ts';
import { qualifyTarget } from '../qualify/target/qualify-target.ts';
import { targetExitCode, targetMatrixText, targetText } from '../qualify/target/target-qualification.ts';
import { DEFAULT_WALKS } from '../run/plans.ts';
import { profileFile } from '../run/targets.ts';
import { wholeNumber } from './arguments.ts';
import { UsageError } from './fail.ts';
import { helpText } from './help.ts';
import { interruption } from './end-process.ts';
import { tell, writeResult } from './output.ts';
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
    .option('--target <file>', 'the profile of a deployment that can switch its own defects (key faults), over HTTP')
    .option(
      '--fault <glob>',
      "only faults whose id matches, such as 'pam-*' or 'wire-authn.**'; ** crosses dots (repeatable)",
      repeatable(String),
    )
    .option('--sample <n>', 'so many of them, drawn by the seed', wholeNumber(1))
    .option('--full', 'every fault against the whole suite, to the end: shows every clause that goes red beside the one that is meant')
    .option('--unwilling', 'every operation refused in every way; a sample of that belongs to a run without --fault and --sample')
    .option('--seed <n>', 'of the runs and of the sample', wholeNumber(0), 1)
    .option('--walks <n>', 'random walks that belong to the suite', wholeNumber(0), DEFAULT_WALKS)
    .option('--jobs <n>', 'faults tried at a time; with --target each needs a deployment of its own', wholeNumber(1, 64))
    .option('--threads <n>', 'the same without --target; 0 does all in one thread', wholeNumber(0, 64), Math.min(4, availableParallelism()))
    .option('--json', 'one JSON object on standard output, nothing else there')
    .addHelpText(
      'after',
      helpText({
        notes: [
          'A fault counts as caught only where a check of its own clause fails, or of one that its entry names as broken just as much. Each is tried in the cases that can show it, the shortest first, until it is caught; --full tries it in all of them.',
          'A target may refuse: one operation after the other is refused, by one of nine statuses, with an error body, a page of HTML or none. A clause may fail only where refusals.yaml has a ground for it in the document, and what stays open is blamed on whoever can change it.',
          'With --fault or --sample it reports on those faults alone: it ends with 0 when each of them was caught.',
          'With --target the suite is driven over HTTP against a deployment of yours: first without a fault, then with each that it offers, those cases first that are near the clause or the quote that the fault names. A fault is killed where a clause fails that stands without it, and fails again when it is driven again: by the clause that it names, or elsewhere. For one that is missed, the clauses are listed that could not be judged any more. A fault is global to its deployment: a second job reads NAME_2 where the profile says ${NAME}, a third NAME_3.',
        ],
        examples: [
          ['assay qualify', 'the whole matrix, in about half a minute'],
          ["assay qualify --fault 'pam-group*' --full", 'some faults, with every clause that goes red beside the one that is meant'],
          ['assay qualify --json', 'the matrix for a script'],
          ['assay qualify --target acme.yaml', 'the defects that your own deployment can switch on'],
          ['assay qualify --target acme.yaml --sample 100 --seed 7 --jobs 2', 'a hundred of them, two at a time on two deployments'],
        ],
        exitCodes: {
          0: 'both controls hold, every fault was caught; of all faults of the mock also: every check has failed for some fault, every judged clause has a fault that it catches, no refusal was judged without a ground. With --target: no clause fails without a fault, every fault was killed',
          1: 'something of that is missing',
          2: 'a mistake in the command, in the profile or in the list of faults',
          3: 'interrupted; nothing was missed until then',
          4: 'a control failed: a fault that must be caught was not, or a harmless change was; or the harness itself failed',
        },
        next: ['assay faults', 'assay explain', 'add-a-clause', 'qualify-a-deployment'],
      }),
    )
    .action(runQualify);
}

async function runQualify(flags: QualifyFlags): Promise<void> {
  if (flags.target !== undefined) return qualifyDeployment(flags, flags.target);
  const { fault, sample, full, unwilling, seed, walks, jobs, threads, json } = flags;
  const idle = fault?.find((glob) => !knownFaults().some(({ id }) => globPattern(glob).test(id)));
  if (idle !== undefined)
    throw new UsageError(
      'fault-unknown',
      `no fault matches '${idle}': * stays within a part of an id, ** crosses dots, as in 'wire-pam.**'`,
    );
  const file = profileFile('mock');
  const specs = loadSpecs();
  const started = performance.now();
  const result = await qualify(specs, readProfile(file, specs), file, {
    seed,
    walks,
    threads: jobs ?? threads,
    ...defined({ full, unwilling, sample, fault: fault?.join(',') }),
    onProgress(done, total, trial) {
      if (trial.caughtBy.length === 0) tell(`not caught so far  ${trial.fault}${trial.broke === undefined ? '' : `: ${trial.broke}`}\n`);
      if (done % 100 === 0 || done === total)
        tell(`${done} of ${total} faults tried, ${((performance.now() - started) / 1000).toFixed(0)} s\n`);
    },
  });
  writeResult(json === true ? `${JSON.stringify(result)}\n` : `${matrixText(result)}\n${qualificationText(result)}`);
  process.exitCode = qualificationExitCode(result);
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
  const file = profileFile(target);
  const specs = loadSpecs();
  const started = performance.now();
  const lasted = (): string => `${((performance.now() - started) / 1000).toFixed(0)} s`;
  const result = await qualifyTarget(specs, readProfile(file, specs), file, {
    env: process.env,
    seed,
    walks,
    jobs,
    ...defined({ sample, fault: fault?.join(',') }),
    signal: interruption('interrupted: ending after the faults that are under way; once more ends at once and leaves them on'),
    onNotice: (notice) => tell(`note: ${notice}\n`),
    onUnfaulted: (requests, faults) => tell(`without a fault: ${requests} requests, ${lasted()}; ${faults} faults to try\n`),
    onProgress(done, total, { fault: id, outcome }) {
      if (outcome === 'missed' || outcome === 'broken') tell(`not killed  ${id}\n`);
      if (done % 100 === 0 || done === total) tell(`${done} of ${total} faults tried, ${lasted()}\n`);
    },
  });
  writeResult(json === true ? `${JSON.stringify(result)}\n` : `${targetMatrixText(result)}\n${targetText(result)}`);
  process.exitCode = targetExitCode(result);
}
