import { availableParallelism } from 'node:os';
import type { Command } from 'commander';
import { loadSpecs } from '../model/load.ts';
import { globPattern } from '../model/selection.ts';
import { knownFaults } from '../mock/kit/known-faults.ts';
import { readProfile } from '../profile/load-profile.ts';
import { matrixText, qualificationText } from '../qualify/qualification-text.ts';
import { qualificationExitCode } from '../qualify/qualification.ts';
import { qualify } from '../qualify/qualify.ts';
import { DEFAULT_WALKS } from '../run/plans.ts';
import { profileFile } from '../run/targets.ts';
import { wholeNumber } from './arguments.ts';
import { UsageError } from './fail.ts';
import { helpText } from './help.ts';
import { tell, writeResult } from './output.ts';
import { repeatable } from './repeatable.ts';
import { defined } from '../model/defined.ts';

interface QualifyFlags {
  readonly fault?: readonly string[];
  readonly full?: boolean;
  readonly seed: number;
  readonly walks: number;
  readonly threads: number;
  readonly json?: boolean;
}

export function qualifyCommand(command: Command): Command {
  return command
    .option(
      '--fault <glob>',
      "only faults whose id matches, such as 'pam-*' or 'wire-authn.**'; ** crosses dots (repeatable)",
      repeatable(String),
    )
    .option('--full', 'every fault against the whole suite, to the end: shows every clause that goes red beside the one that is meant')
    .option('--seed <n>', 'of the runs', wholeNumber(0), 1)
    .option('--walks <n>', 'random walks that belong to the suite', wholeNumber(0), DEFAULT_WALKS)
    .option('--threads <n>', 'faults tried at a time; 0 does all in one thread', wholeNumber(0, 64), Math.min(4, availableParallelism()))
    .option('--json', 'one JSON object on standard output, nothing else there')
    .addHelpText(
      'after',
      helpText({
        notes: [
          'A fault counts as caught only where a check of its own clause fails, or of one that its entry names as broken just as much. Each is tried in the cases that can show it, the shortest first, until it is caught; --full tries it in all of them.',
          'With --fault it reports on those faults alone: it ends with 0 when each of them was caught.',
        ],
        examples: [
          ['assay qualify', 'the whole matrix, in about half a minute'],
          ["assay qualify --fault 'pam-group*' --full", 'some faults, with every clause that goes red beside the one that is meant'],
          ['assay qualify --json', 'the matrix for a script'],
        ],
        exitCodes: {
          0: 'both controls hold, every fault was caught; without --fault also: every check has failed for some fault, every judged clause has a fault that it catches',
          1: 'something of that is missing',
          2: 'a mistake in the command',
          4: 'a control failed: a fault that must be caught was not, or a harmless change was; or the harness itself failed',
        },
        next: ['assay faults', 'assay explain', 'add-a-clause'],
      }),
    )
    .action(runQualify);
}

async function runQualify({ fault, full, seed, walks, threads, json }: QualifyFlags): Promise<void> {
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
    threads,
    ...(fault === undefined ? {} : { fault: fault.join(',') }),
    ...defined({ full }),
    onProgress(done, total, trial) {
      if (trial.caughtBy.length === 0) tell(`not caught so far  ${trial.fault}${trial.broke === undefined ? '' : `: ${trial.broke}`}\n`);
      if (done % 100 === 0 || done === total)
        tell(`${done} of ${total} faults tried, ${((performance.now() - started) / 1000).toFixed(0)} s\n`);
    },
  });
  writeResult(json === true ? `${JSON.stringify(result)}\n` : `${matrixText(result)}\n${qualificationText(result)}`);
  process.exitCode = qualificationExitCode(result);
}
