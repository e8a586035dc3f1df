import type { Command } from 'commander';
import { readProfile } from '../profile/load-profile.ts';
import type { Shard, Specs } from '../model/types.ts';
import { compareReports } from '../report/diff/compare.ts';
import { exitCodeAgainst, type FailOn } from '../report/diff/rule.ts';
import { renderComparison } from '../report/diff/text.ts';
import { numberedSteps } from '../report/steps.ts';
import { demandSameKind, demandSameTarget, readRun, writeComparison } from '../run/baseline.ts';
import { DEFAULT_REPEATS, MOST_REPEATS } from '../run/rerun-failures.ts';
import { readReplayToken } from '../run/replay.ts';
import { selectionOf, type Filters } from '../run/selection-of.ts';
import { profileFile } from '../run/targets.ts';
import { visible } from '../report/safe-text.ts';
import { shardOfRun, wholeNumber } from './arguments.ts';
import { failOn, FAIL_ON_HELP, ruleOf } from './comparison.ts';
import { driveTarget } from './drive-target.ts';
import { UsageError } from './fail.ts';
import { chosenFaults } from './faults.ts';
import { helpText, RUN_EXIT_CODES } from './help.ts';
import { endProcess, interruption } from './end-process.ts';
import { repeatable } from './flags.ts';
import { runFolder } from '../run/run-folder.ts';
import { endWith, tellReport, writeReporters } from './tell-report.ts';
import { resultStream, tellResult, writeResult, terminal } from './output.ts';
import { specsOf, targetOf, walksOf, withPlanning, type PlanningFlags } from './common-flags.ts';
import { demandReporters, isForMachine, withReporters, type ResultFlags } from './reporters.ts';
import { defined } from '../model/defined.ts';

interface RunFlags extends PlanningFlags, ResultFlags {
  readonly lastFailed?: string;
  readonly bail?: number;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  readonly list?: boolean;
  readonly seed: number;
  readonly repeat?: number;
  readonly out?: string;
  readonly fault?: readonly string[];
  readonly preset?: string;
  readonly choice?: readonly string[];
  readonly shard?: Shard;
  readonly replay?: string;
  readonly baseline?: string;
  readonly against?: string;
  readonly failOn?: readonly (readonly FailOn[])[];
}

export function runCommand(command: Command): Command {
  return withReporters(withPlanning(command))
    .option('--last-failed <run>', 'include only the clauses that failed in this run (folder or report.json)')
    .option('--seed <n>', 'random seed of order, identities and data; the same seed sends the same requests', wholeNumber(0), 1)
    .option(
      '--repeat <n>',
      `number of reruns of each failing case, from fresh provider states, to measure its failure rate (default: ${DEFAULT_REPEATS})`,
      wholeNumber(0, MOST_REPEATS),
    )
    .option('--bail <n>', 'stop once n clauses are violated; the report is partial', wholeNumber(1))
    .option('--out <dir>', 'folder of the run, new or empty (default: reports/<run-id>)')
    .option('--fault <id>', 'inject this fault into the embedded mock (repeatable)', repeatable(String))
    .option('--preset <name>', "set of choices for the embedded mock; 'assay mock --help' lists presets and choices")
    .option('--choice <document.name=value>', 'value for unspecified behaviour of the embedded mock (repeatable)', repeatable(String))
    .option('--shard <i/n>', "run part i of n; 'assay merge' merges the n parts into one run", shardOfRun)
    .option('--replay <token>', 'replay the sequence of one failure and report: same, changed, fixed or inconclusive')
    .option(
      '--against <file|mock>',
      'run against this deployment too and report only the differences: violated clauses and observed behaviour',
    )
    .option('--baseline <run>', 'compare with an earlier run (folder or report.json); its violations do not fail this run')
    .option('--fail-on <what>', `with --baseline: ${FAIL_ON_HELP}; with --against: observations`, failOn)
    .option('--list', 'list the cases that the run would drive, one per line, or with --json as one JSON array; sends nothing')
    .option('--verbose', 'print a line for each case in place of the progress')
    .option('--quiet', 'suppress progress and notes; print only results and errors')
    .option('--json', 'print report.json to standard output, and nothing else')
    .addHelpText(
      'after',
      helpText({
        notes: [
          "--reporter NAME=FILE: summary, json, markdown, html, junit and github are texts; allure is a folder; har (HTTP Archive 1.2) and otel (OpenTelemetry spans, OTLP/JSON) hold the exchanges, with secrets replaced; otel=URL sends them to a collector on this machine. 'assay judge' reads a har. The folder of the run has its reports in any case.",
          '--baseline: violations that the earlier run already has do not cause exit code 1; --fail-on selects the differences that do. The comparison is written to diff.json in the folder of the run.',
          '--against: the suite runs against both deployments, one after the other, with the same requests. Exit code 0: no documented difference; 1: a clause differs or, with --fail-on observations, any observed behaviour differs; 2 to 4 as below. The result is written to differences.json; --json prints it. --fault, --preset and --choice apply to the first deployment only.',
          "--shard i/n: the plan is divided by the expected cost of its cases, identically on every machine for the same seed and profile. A shard exits with 0 when it finds no violation; 'assay merge' decides conformance. The shards of one target share the budget of its profile and must not control the same clock at the same time.",
        ],
        examples: [
          ['assay run', 'test the embedded mock against all documents, in seconds'],
          ['assay run --target target.yaml --out acme', 'test your deployment, described by a profile'],
          [
            "assay run --target target.yaml --document authentication --clause 'authn.transitions.**'",
            'run a part of the suite; a filtered run cannot be certified',
          ],
          [
            'assay run --target target.yaml --baseline reports/monday --fail-on newly-failing,latency',
            'fail the run on regressions only: new violations, higher latency',
          ],
          ['assay run --bail 1 --repeat 0', 'stop at the first violated clause'],
          ['assay run --depth quick', 'judge every clause once, at the first place of each oracle family; cannot be certified'],
          ['assay run --last-failed reports/monday', 'rerun only the clauses that failed'],
          ['assay run --reporter junit=results/junit.xml --reporter otel=spans.json', 'write two more reports where a CI collects them'],
          ['assay run --target target.yaml --repeat 20', 'rerun each failing case 20 times to measure its failure rate'],
          ['assay run --target target.yaml --shard 1/4 --out shard-1', 'first of four CI jobs; the others run 2/4, 3/4 and 4/4'],
          ['assay run --document authentication --fault authn-refused-with-other-summary', 'inject a fault into the mock to see a failure'],
        ],
        exitCodes: { ...RUN_EXIT_CODES, 0: `${RUN_EXIT_CODES[0] ?? ''}; of a shard: no violation found` },
        next: ['assay init', 'assay plan', 'assay merge', 'test-my-deployment', 'errors'],
      }),
    )
    .action(async (flags: RunFlags, command: Command) => {
      demandOneKind(flags);
      demandEffect(flags, command);
      demandReporters(flags, flags.out);
      await run({ ...flags, walks: walksOf(flags, command) });
      endProcess();
    });
}

/** A run is a shard, or a replay, or held against an earlier run, or against another deployment. */
function demandOneKind({ shard, replay, baseline, against }: RunFlags): void {
  const given = Object.entries({ '--shard': shard, '--replay': replay, '--baseline': baseline, '--against': against }).filter(
    ([, value]) => value !== undefined,
  );
  if (given.length > 1)
    throw new UsageError('flags-exclusive', `${given.map(([flag]) => flag).join(' and ')}: expected one of them. Leave the others out`);
}

/** A flag that would have no effect beside the others says that something else is meant. */
function demandEffect(
  { replay, baseline, against, failOn, lastFailed, clause, reporter, bail, shard, quiet, verbose }: RunFlags,
  command: Command,
): void {
  const own = ['document', 'feature', 'clause', 'exclude', 'lastFailed', 'seed', 'depth', 'walks', 'repeat'].find(
    (name) => command.getOptionValueSource(name) === 'cli',
  );
  if (replay !== undefined && own !== undefined)
    throw new UsageError(
      'flags-exclusive',
      `--${own === 'lastFailed' ? 'last-failed' : own}: expected nothing beside --replay, whose token has its own. Leave one of them out`,
    );
  if (lastFailed !== undefined && clause !== undefined)
    throw new UsageError('flags-exclusive', '--clause and --last-failed: expected one of them. Leave the other out');
  if (quiet === true && verbose === true)
    throw new UsageError('flags-exclusive', '--quiet and --verbose: expected one of them. Leave the other out');
  const partial = shard ?? against ?? replay;
  if (bail !== undefined && partial !== undefined)
    throw new UsageError('flags-exclusive', '--bail: expected a run of its own, found --shard, --against or --replay. Leave it out');
  if (reporter !== undefined && against !== undefined)
    throw new UsageError(
      'flags-exclusive',
      '--reporter and --against: expected one of them, since two runs have two reports. Leave one out',
    );
  if (failOn !== undefined && baseline === undefined && against === undefined)
    throw new UsageError(
      'baseline-missing',
      '--fail-on: expected --baseline or --against, found neither: there is nothing to compare with. Add one, or leave it out',
    );
}

async function run(flags: RunFlags): Promise<void> {
  const specs = specsOf(flags);
  const replay = flags.replay === undefined ? undefined : readReplayToken(flags.replay, specs.digest);
  const selection = replay?.selection ?? selectionOf({ ...flags, ...failedIn(flags.lastFailed, specs) }, specs);
  const target = targetOf(flags.target);
  const { depth, walks } = flags;
  const seed = replay?.seed ?? flags.seed;
  const baseline = flags.baseline === undefined ? undefined : readRun(flags.baseline);
  const file = profileFile(target);
  if (baseline !== undefined) {
    demandSameTarget(flags.baseline ?? '', baseline, readProfile(file, specs).name);
    demandSameKind(flags.baseline ?? '', baseline, false);
  }
  if (flags.list === true) {
    const { caseList } = await import('./plan.ts');
    return writeResult(caseList(file, specs, { seed, selection, depth, walks }, flags.json === true));
  }
  const part = flags.shard === undefined ? '' : `-shard-${flags.shard.number}-of-${flags.shard.of}`;
  const folder = runFolder(flags.out, `${seed}${part}`);
  const driven = {
    specs,
    profileFile: file,
    // Left out, it means the same in this folder: a replay does not have to name it.
    ...(target === 'mock' && targetOf(undefined) === 'mock' ? {} : { target }),
    faults: chosenFaults(flags.fault),
    ...defined({ preset: flags.preset, choices: flags.choice }),
    seed,
    selection,
    walks,
    ...(depth === 'standard' ? {} : { depth }),
    ...defined({ shard: flags.shard, repeat: flags.repeat, bail: flags.bail }),
    folder,
    quiet: flags.quiet === true,
    verbose: flags.verbose === true,
    signal: interruption(),
  };
  if (flags.against !== undefined) {
    const { json = false } = flags;
    const { runAgainst } = await import('./run-against.ts');
    await runAgainst({
      ...driven,
      against: { target: flags.against, profileFile: profileFile(flags.against, '--against') },
      failOn: ruleOf(flags.failOn),
      json,
    });
    return;
  }
  const finished = await driveTarget({ ...driven, ...defined({ replay }) });
  const { report } = finished;
  const machine = isForMachine(flags);
  if (report.stopped !== undefined || report.replayed !== undefined) await writeReporters(report, flags, folder);
  if (report.stopped !== undefined) return endWith(report, flags.json);
  if (report.replayed !== undefined) {
    const { what, words, clause, check } = report.replayed;
    const shown = report.failures.find((failure) => failure.clause === clause && failure.check === check);
    tellResult(`${[`${what}: ${words}`, ...(shown === undefined ? [] : numberedSteps(shown))].map(visible).join('\n')}\n`, machine);
    return endWith(report, flags.json);
  }
  await tellReport(finished, flags, folder);
  if (baseline === undefined) return;
  const compared = compareReports(baseline, report, { failOn: ruleOf(flags.failOn) });
  const comparison = { ...compared, exitCode: exitCodeAgainst(compared, report) };
  const text = renderComparison(comparison, terminal(resultStream(machine)));
  tellResult(`${text}comparison  ${writeComparison(folder, comparison)}\n`, machine);
  process.exitCode = comparison.exitCode;
}

/** The clauses that an earlier run has seen violated. Throws UsageError where there is none, RunError where there is no such run. */
function failedIn(run: string | undefined, specs: Specs): Pick<Filters, 'clause'> {
  if (run === undefined) return {};
  const failed = readRun(run).clauses.filter(({ id, verdict }) => verdict === 'fail' && specs.clauses.has(id));
  if (failed.length === 0)
    throw new UsageError('nothing-failed', `--last-failed ${run}: no clause failed there: there is nothing to run again. Leave it out`);
  return { clause: failed.map(({ id }) => id) };
}
