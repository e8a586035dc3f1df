import type { Command } from 'commander';
import { compareReports } from '../report/diff/compare.ts';
import { DEFAULT_BAND } from '../report/diff/drift.ts';
import type { FailOn } from '../report/diff/rule.ts';
import { renderComparison } from '../report/diff/text.ts';
import { demandSameKind, demandSameTarget, isLoadRun, readRun } from '../run/baseline.ts';
import { bandFactor, failOn, FAIL_ON_HELP, ruleOf } from './comparison.ts';
import { helpText } from './help.ts';
import { resultStream, tellResult, writeResult, terminal } from './output.ts';

interface DiffFlags {
  readonly failOn?: readonly (readonly FailOn[])[];
  readonly latencyBand: number;
  readonly json?: boolean;
}

export function diffCommand(command: Command): Command {
  return command
    .argument('<before>', 'the earlier run: its folder, or its report.json')
    .argument('<after>', 'the later one')
    .option('--fail-on <what>', FAIL_ON_HELP, failOn)
    .option(
      '--latency-band <factor>',
      'median and 90th percentile may both be so many times what they were',
      bandFactor,
      DEFAULT_BAND.factor,
    )
    .option('--json', 'one JSON object on standard output, nothing else there')
    .addHelpText(
      'after',
      helpText({
        notes: [
          "A clause counts as newly failing where it fails and did not fail before; what was waived or flaky then is told apart. Where the suite has changed as well, clauses that came, went or are judged by other checks are told as the suite's doing.",
          `Latency is compared by operation, over at least ${DEFAULT_BAND.samples} answers in both runs. Less than ${DEFAULT_BAND.floorMs} ms never counts, nor where the slower run's median is within the other's 90th percentile.`,
        ],
        examples: [
          ['assay diff reports/monday reports/tuesday', 'exit code 1 where a clause newly fails'],
          [
            'assay diff reports/monday reports/tuesday --fail-on newly-failing,observations,latency',
            'or where undocumented behaviour or speed has changed',
          ],
          ['assay diff reports/monday reports/tuesday --fail-on none --json', 'only tell, as JSON'],
        ],
        exitCodes: {
          0: 'the rule of --fail-on does not apply',
          1: 'it applies',
          2: 'a mistake, or two runs that cannot be compared',
          3: 'it does not apply, but the later run is cut short or judges less than before',
        },
        next: ['assay trend', 'run-it-nightly'],
      }),
    )
    .action((before: string, after: string, flags: DiffFlags) => {
      const [earlier, later] = [readRun(before), readRun(after)];
      demandSameTarget(before, earlier, later.target.name);
      demandSameKind(before, earlier, isLoadRun(later));
      const comparison = compareReports(earlier, later, {
        failOn: ruleOf(flags.failOn),
        band: { ...DEFAULT_BAND, factor: flags.latencyBand },
      });
      tellResult(renderComparison(comparison, terminal(resultStream(flags.json))), flags.json);
      if (flags.json === true) writeResult(`${JSON.stringify(comparison)}\n`);
      process.exitCode = comparison.exitCode;
    });
}
