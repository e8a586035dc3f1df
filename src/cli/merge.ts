import type { Command } from 'commander';
import { mergeShards } from '../run/merge/merge-shards.ts';
import { endProcess } from './end-process.ts';
import { helpText, RUN_EXIT_CODES } from './help.ts';
import { runFolder } from '../run/run-folder.ts';
import { tellReport } from './tell-report.ts';
import { tell } from './output.ts';
import { specsOf, withSpecs, type SpecsFlag } from './common-flags.ts';

interface MergeFlags extends SpecsFlag {
  readonly out?: string;
  readonly json?: boolean;
}

export function mergeCommand(command: Command): Command {
  return withSpecs(command)
    .argument('<shards...>', 'the folders of all shards of one run, in any order')
    .option('--out <dir>', "the joined run's own folder (default: reports/<run-id>)")
    .option('--json', 'print report.json on standard output, nothing else there')
    .addHelpText(
      'after',
      helpText({
        notes: [
          "The report is the one that a single run would have made, but for times and for the numbers of exchanges: 'assay report', 'diff', 'trend', 'certify' and 'verify' take the folder as they take any run's. Where the target fails, each shard has driven its own failures again, so that there may be more of that than in a single run.",
          'Refused, with nothing written: shards of different runs (seed, profile, accounts, flags, versions), one that is missing, comes twice, was cut short or is none, and an --out with files in it.',
          'In a CI with four jobs, JOB from 1 to 4, and a last one that waits for them whatever their exit codes:\n  assay run --target target.yaml --shard "$JOB/4" --out "shard-$JOB"\n  assay merge shard-* --out whole',
        ],
        examples: [
          ['assay merge shard-1 shard-2 shard-3 shard-4 --out whole', 'one run of the four shards of it'],
          ['assay merge shard-* --json', 'the same, with report.json on standard output'],
        ],
        exitCodes: {
          ...RUN_EXIT_CODES,
          2: 'usage: the folders are not all shards of one run, each once',
          3: 'inconclusive: a claimed clause could not be judged',
        },
        next: ['assay run', 'assay certify', 'run-it-nightly', 'errors'],
      }),
    )
    .action(async (shards: readonly string[], { out, json, ...flags }: MergeFlags) => {
      const { otherwise, ...finished } = mergeShards(shards, runFolder(out, 'merged'), specsOf(flags));
      if (otherwise !== undefined) tell(`note: verdicts may differ from those of the shards: ${otherwise}\n`);
      tellReport(finished, json);
      endProcess();
    });
}
