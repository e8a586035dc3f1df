import type { Command } from 'commander';
import { merge } from '../index.ts';
import { endProcess } from './end-process.ts';
import { helpText, RUN_EXIT_CODES } from './help.ts';
import { runFolder } from '../run/run-folder.ts';
import { tellReport } from './tell-report.ts';
import { tell } from './output.ts';
import { specsOf, withSpecs, type SpecsFlag } from './common-flags.ts';
import { demandReporters, withReporters, type ResultFlags } from './reporters.ts';

interface MergeFlags extends SpecsFlag, ResultFlags {
  readonly out?: string;
}

export function mergeCommand(command: Command): Command {
  return withReporters(withSpecs(command))
    .argument('<shards...>', 'folders of all shards of one run, in any order')
    .option('--out <dir>', 'folder of the merged run, new or empty (default: reports/<run-id>)')
    .option('--json', 'print report.json to standard output, and nothing else')
    .addHelpText(
      'after',
      helpText({
        notes: [
          "The report equals that of a single run, except for times and exchange numbers. 'assay report', 'diff', 'trend', 'certify' and 'verify' accept the folder like that of any run. Each shard reruns its own failures, so a failing target may cause more reruns than in a single run.",
          'Refuses, and writes nothing: shards of different runs (seed, profile, accounts, flags, versions); a missing, duplicate or partial shard; a folder that is no shard; an --out folder that is not empty.',
          'In CI, run four jobs with JOB from 1 to 4, then a job that merges them regardless of their exit codes:\n  assay run --target target.yaml --shard "$JOB/4" --out "shard-$JOB"\n  assay merge shard-* --out whole',
        ],
        examples: [
          ['assay merge shard-1 shard-2 shard-3 shard-4 --out whole', 'merge four shards into one run'],
          ['assay merge shard-* --json', 'also print report.json'],
        ],
        exitCodes: {
          ...RUN_EXIT_CODES,
          2: 'usage: the folders are not exactly the shards of one run',
          3: 'inconclusive: a claimed clause could not be judged',
        },
        next: ['assay run', 'assay certify', 'run-it-nightly', 'errors'],
      }),
    )
    .action(async (shards: readonly string[], { out, ...flags }: MergeFlags) => {
      demandReporters(flags, out);
      const folder = runFolder(out, 'merged');
      const { otherwise, ...finished } = merge(shards, folder, { specs: specsOf(flags) });
      if (otherwise !== undefined) tell(`note: verdicts may differ from those of the shards: ${otherwise}\n`);
      await tellReport(finished, flags, folder);
      endProcess();
    });
}
