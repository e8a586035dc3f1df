import { resolve } from 'node:path';
import type { Command } from 'commander';
import { report } from '../index.ts';
import { indexRuns } from '../run/index-runs.ts';
import { endProcess } from './end-process.ts';
import { helpText, RUN_EXIT_CODES } from './help.ts';
import { tellReport } from './tell-report.ts';
import { tell, tellResult } from './output.ts';
import { specsOf, withSpecs, type SpecsFlag } from './common-flags.ts';
import { demandReporters, withReporters, type ResultFlags } from './reporters.ts';

export function reportCommand(command: Command): Command {
  return withReporters(withSpecs(command))
    .argument('<run>', 'folder of the run; with --index, folder of runs')
    .option('--index', 'write index.html into a folder of runs: a page that leads to the report of each')
    .option('--json', 'print report.json to standard output, and nothing else')
    .addHelpText(
      'after',
      helpText({
        notes: [
          'A killed run leaves a trace without reports; this command writes its reports and marks them as partial. Existing reports are replaced only after all new ones are complete. A certified run is refused, because its files are signed.',
        ],
        examples: [
          ['assay report reports/monday', 'regenerate every report of the run'],
          ['assay report reports/monday --json', 'also print report.json'],
          ['assay report --index reports', 'write reports/index.html'],
          ['assay report reports/monday --reporter har=monday.har', 'write its exchanges as an HTTP Archive'],
        ],
        exitCodes: { ...RUN_EXIT_CODES, 2: 'usage: no run found, or this version cannot judge it', 3: 'inconclusive or partial run' },
        next: ['assay diff', 'reports'],
      }),
    )
    .action(async (run: string, { index, ...flags }: ResultFlags & SpecsFlag & { readonly index?: boolean }) => {
      if (index === true) {
        tellResult(`index  ${indexRuns(run)}\n`, flags.json);
        return endProcess();
      }
      demandReporters(flags, run);
      const { otherwise, ...finished } = report(resolve(run), { specs: specsOf(flags) });
      if (otherwise !== undefined) tell(`note: verdicts may differ from those of the run: ${otherwise}\n`);
      await tellReport(finished, flags, resolve(run));
      endProcess();
    });
}
