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
import { demandReporters, isForMachine, withReporters, type ResultFlags } from './reporters.ts';
import { writeReporters } from './tell-report.ts';
import { targetOf, withTarget, specsOf, withSpecs, type TargetFlag, type SpecsFlag } from './common-flags.ts';

interface AnalyzeFlags extends SpecsFlag, TargetFlag, ResultFlags {
  readonly threshold?: readonly Threshold[];
  readonly out?: string;
}

export function analyzeCommand(): Command {
  return withReporters(withTarget(withSpecs(new FlagCommand('analyze')), 'profile that the script was exported with'))
    .description('Judge a load that k6 recorded, on one machine or several, like a load of Assay')
    .argument('<rows...>', 'files with the rows of all load generators of one load')
    .option('--threshold <expression>', 'bound that sets the exit code, such as p99<250ms (repeatable)', repeatable(threshold))
    .option('--out <dir>', 'folder of the run, new or empty (default: reports/<run-id>)')
    .option('--json', 'print one JSON object to standard output, and nothing else')
    .addHelpText(
      'after',
      helpText({
        notes: [
          'Rows are the output of the script of `assay export k6`: one JSON line per response, with its headers and body, between a first line with the settings and a last line with the end of the load. specs/meta/load-row.schema.json describes the rows for other load generators. The command sends nothing and reads no credential.',
          "Every response is checked against the documents. The rows of several generators are merged into one order by the Date headers, which show the offset of each generator's clock from that of the target. The behaviour of a rate limit over time is judged where the rows show it without concurrent traffic on the same limit. -e KEY=NAME tells k6 the key of the limit; the requests of all generators with this key are counted together.",
          'Refuses, before anything is written: truncated rows, rows without headers, rows of different scripts or targets, clocks too far apart. If k6 dropped iterations, the requested load was not applied: the figures are marked invalid and the thresholds are inconclusive.',
          'Thresholds: see `assay load saturate --help`. Latency is measured from the time a request was sent.',
        ],
        examples: [
          ['assay export k6 --out k6', 'export the scripts, a manifest for a cluster and the steps to collect the rows'],
          ['assay load analyze pod-1.ndjson pod-2.ndjson --out analyzed', 'judge the rows of two load generators in one report'],
          [
            'assay load analyze rows.ndjson --target target.yaml --threshold "p99<250ms" --json',
            'print the figures as JSON, with a threshold',
          ],
        ],
        exitCodes: {
          ...RUN_EXIT_CODES,
          0: 'every response was judged, no violation, all thresholds met',
          1: 'violations: the target violates a clause or misses a threshold',
          2: 'usage: incomplete rows, rows of several loads, or the profile of another target',
          3: 'inconclusive: dropped iterations, or too few responses',
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
  demandReporters(flags, flags.out);
  const { analyzeRows } = await import('../run/load/analyze-run.ts');
  const folder = runFolder(flags.out, 'analyze');
  const {
    report,
    event,
    figures,
    files: written,
  } = await analyzeRows({
    files,
    specs: specsOf(flags),
    profileFile: profileFile(targetOf(flags.target)),
    folder,
    thresholds: flags.threshold ?? [],
    env: process.env,
    node: process.version,
    onGenerators: (generators) => tell(`${aboutRows(generators)}\n`),
  });
  const machine = isForMachine(flags);
  tellResult(renderLoadText(report, event, { ...terminal(resultStream(machine)), files: written }), machine);
  await writeReporters(report, flags, folder);
  if (flags.json === true) writeResult(`${JSON.stringify(figures)}\n`);
  process.exitCode = report.exitCode;
}

function aboutRows(generators: readonly RowGenerator[]): string {
  const [first] = generators;
  const rows = generators.reduce((sum, { answers }) => sum + answers, 0);
  return `${first?.begin.target ?? ''}: ${rows} requests to ${first?.begin.document ?? ''} at ${first?.begin.baseUrl ?? ''}, recorded by ${generators.length} ${generators.length === 1 ? 'generator' : 'generators'}`;
}
