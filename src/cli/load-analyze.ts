import type { Command } from 'commander';
import type { RowGenerator } from '../load/rows/generators.ts';
import type { Threshold } from '../load/thresholds.ts';
import { renderLoadText } from '../report/load-text.ts';
import { profileFile } from '../run/targets.ts';
import { threshold } from './arguments.ts';
import { endProcess } from './end-process.ts';
import { helpText, RUN_EXIT_CODES } from './help.ts';
import { resultStream, tell, tellResult, writeResult, terminal } from './output.ts';
import { FlagCommand, repeatable } from './flags.ts';
import { runFolder } from '../run/run-folder.ts';
import { targetOf, withTarget, specsOf, withSpecs, type TargetFlag, type SpecsFlag } from './common-flags.ts';

interface AnalyzeFlags extends SpecsFlag, TargetFlag {
  readonly threshold?: readonly Threshold[];
  readonly out?: string;
  readonly json?: boolean;
}

export function analyzeCommand(): Command {
  return withTarget(withSpecs(new FlagCommand('analyze')), 'the profile that the script was exported with')
    .description(
      'judges what k6 has recorded, on one machine or on many: the same judges, limits, thresholds and reports as a load of our own',
    )
    .argument('<rows...>', 'files with the rows of all generators of one load')
    .option('--threshold <expression>', 'a bound that sets the exit code, such as p99<250ms; repeatable', repeatable(threshold))
    .option('--out <dir>', "the run's own folder (default: reports/<run-id>)")
    .option('--json', 'one JSON object on standard output, nothing else there')
    .addHelpText(
      'after',
      helpText({
        notes: [
          'Rows are what the script of `assay export k6` prints: one JSON object in a line for each answer, with its headers and body, before them what is asked and after them how it ended. specs/meta/load-row.schema.json describes them, so that other engines can write them too. Nothing is sent, and no credential is read.',
          "Every answer is held against the documents. The rows of several generators are put into one order by the Date headers, which tell what the target's clock is ahead of each generator's; what a limit does over time is judged wherever the rows show it and nobody else has used the same allowance. -e KEY=NAME tells k6 what the limit counts by: then all generators' requests are counted together.",
          'Refused, before anything is written: rows that are cut off or lack headers, rows of different scripts or targets, clocks too far apart. Where k6 has dropped iterations it was not the load that was asked for: figures are marked invalid, and thresholds say nothing.',
          'Thresholds are those of `assay load saturate`. Latency counts from when a request was sent.',
        ],
        examples: [
          ['assay export k6 --out k6', 'the scripts, a manifest for a cluster, and how to collect the rows'],
          ['assay load analyze pod-1.ndjson pod-2.ndjson --out analyzed', 'the rows of two generators, in one report'],
          ['assay load analyze rows.ndjson --target target.yaml --threshold "p99<250ms" --json', 'the figures for a script, with a bound'],
        ],
        exitCodes: {
          ...RUN_EXIT_CODES,
          0: 'all was judged, and held',
          1: 'violations: a clause is violated, or a threshold missed',
          2: 'usage: the rows are not all there or are no one load, or the profile is not theirs',
          3: 'inconclusive: iterations were dropped, or too little was answered',
        },
        next: ['assay load saturate', 'assay export', 'measure-load'],
      }),
    )
    .action(async (files: readonly string[], flags: AnalyzeFlags) => {
      await analyze(files, flags);
      endProcess();
    });
}

async function analyze(files: readonly string[], flags: AnalyzeFlags): Promise<void> {
  const { analyzeRows } = await import('../run/load/analyze-run.ts');
  const {
    report,
    event,
    figures,
    files: written,
  } = await analyzeRows({
    files,
    specs: specsOf(flags),
    profileFile: profileFile(targetOf(flags.target)),
    folder: runFolder(flags.out, 'analyze'),
    thresholds: flags.threshold ?? [],
    env: process.env,
    node: process.version,
    onGenerators: (generators) => tell(`${aboutRows(generators)}\n`),
  });
  tellResult(renderLoadText(report, event, { ...terminal(resultStream(flags.json)), files: written }), flags.json);
  if (flags.json === true) writeResult(`${JSON.stringify(figures)}\n`);
  process.exitCode = report.exitCode;
}

function aboutRows(generators: readonly RowGenerator[]): string {
  const [first] = generators;
  const rows = generators.reduce((sum, { answers }) => sum + answers, 0);
  return `${first?.begin.target ?? ''}: ${rows} requests to ${first?.begin.document ?? ''} at ${first?.begin.baseUrl ?? ''}, recorded by ${generators.length} ${generators.length === 1 ? 'generator' : 'generators'}`;
}
