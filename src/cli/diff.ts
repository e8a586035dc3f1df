import type { Command } from 'commander';
import { diff } from '../index.ts';
import { DEFAULT_BAND } from '../report/diff/drift.ts';
import type { FailOn } from '../report/diff/rule.ts';
import { renderComparison } from '../report/diff/text.ts';
import { bandFactor, failOn, FAIL_ON_HELP, ruleOf } from './comparison.ts';
import { comparisonPage } from '../report/diff/comparison-page.ts';
import { writeText } from '../run/write-files.ts';
import { helpText } from './help.ts';
import { resultStream, tellResult, writeResult, terminal } from './output.ts';

interface DiffFlags {
  readonly failOn?: readonly (readonly FailOn[])[];
  readonly latencyBand: number;
  readonly html?: string;
  readonly json?: boolean;
}

export function diffCommand(command: Command): Command {
  return command
    .argument('<before>', 'earlier run (folder or report.json)')
    .argument('<after>', 'later run (folder or report.json)')
    .option('--fail-on <what>', FAIL_ON_HELP, failOn)
    .option('--latency-band <factor>', 'tolerated change of median and 90th percentile, as a factor', bandFactor, DEFAULT_BAND.factor)
    .option('--html <file>', 'also write the comparison as a page')
    .option('--json', 'print one JSON object to standard output, and nothing else')
    .addHelpText(
      'after',
      helpText({
        notes: [
          'A clause is newly failing when it fails now and did not fail before; clauses that were waived or flaky before are listed separately. If the suite has changed too, clauses that were added, removed or are judged by other checks are listed as changes of the suite.',
          `Latency is compared by operation, over at least ${DEFAULT_BAND.samples} responses in both runs. A change counts only beyond the factor and above ${DEFAULT_BAND.floorMs} ms, and only if the median of the slower run exceeds the 90th percentile of the faster run.`,
        ],
        examples: [
          ['assay diff reports/monday reports/tuesday', 'exit with 1 if a clause newly fails'],
          [
            'assay diff reports/monday reports/tuesday --fail-on newly-failing,observations,latency',
            'exit with 1 also if undocumented behaviour or latency changed',
          ],
          ['assay diff reports/monday reports/tuesday --fail-on none --json', 'report only, as JSON'],
        ],
        exitCodes: {
          0: 'no difference of --fail-on',
          1: 'a difference of --fail-on',
          2: 'invalid command, or runs that cannot be compared',
          3: 'no difference of --fail-on, but the later run is incomplete or judges fewer clauses',
        },
        next: ['assay trend', 'run-it-nightly'],
      }),
    )
    .action((before: string, after: string, flags: DiffFlags) => {
      const comparison = diff(before, after, { failOn: ruleOf(flags.failOn), latencyBand: flags.latencyBand });
      if (flags.html !== undefined) writeText(flags.html, comparisonPage(comparison));
      tellResult(renderComparison(comparison, terminal(resultStream(flags.json))), flags.json);
      if (flags.json === true) writeResult(`${JSON.stringify(comparison)}\n`);
      process.exitCode = comparison.exitCode;
    });
}
