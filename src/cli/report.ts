import { resolve } from 'node:path';
import type { Command } from 'commander';
import { reportAgain } from '../run/rejudge.ts';
import { endProcess } from './end-process.ts';
import { helpText, RUN_EXIT_CODES } from './help.ts';
import { tellReport } from './tell-report.ts';
import { tell } from './output.ts';
import { specsOf, withSpecs, type SpecsFlag } from './common-flags.ts';

export function reportCommand(command: Command): Command {
  return withSpecs(command)
    .argument('<run>', "the run's folder")
    .option('--json', 'print report.json on standard output, nothing else there')
    .addHelpText(
      'after',
      helpText({
        notes: [
          'A run that was killed leaves its trace and no reports: this makes them, marked as partial. What stands there is replaced when all of it could be made, and not before. A certified run is left alone: its files are signed.',
        ],
        examples: [
          ['assay report reports/monday', 'every report again'],
          ['assay report reports/monday --json', 'and report.json on standard output'],
        ],
        exitCodes: { ...RUN_EXIT_CODES, 2: 'usage: there is no run, or it cannot be judged by this version', 3: 'inconclusive or partial' },
        next: ['assay diff', 'reports'],
      }),
    )
    .action((run: string, { json, ...flags }: { readonly json?: boolean } & SpecsFlag) => {
      const { otherwise, ...finished } = reportAgain(resolve(run), specsOf(flags));
      if (otherwise !== undefined) tell(`note: verdicts may differ from those of the run: ${otherwise}\n`);
      tellReport(finished, json);
      endProcess();
    });
}
