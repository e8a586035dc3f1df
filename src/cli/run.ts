import { resolve } from 'node:path';
import { Command } from 'commander';
import type { Selection, Specs } from '../spec/types.ts';
import { loadSpecs } from '../spec/load.ts';
import { isSelected } from '../spec/selection.ts';
import { endProgress, renderProgress } from '../report/progress.ts';
import { renderSummary } from '../report/summary.ts';
import { runConformance } from '../run/conformance-run.ts';
import { profileFile } from '../run/targets.ts';
import { collect, wholeNumber } from './arguments.ts';
import { UsageError } from './fail.ts';
import { chosenFaults } from './faults.ts';
import { interruption } from './interruption.ts';
import { terminal } from './terminal.ts';

interface RunFlags {
  readonly target: string;
  readonly document?: readonly string[];
  readonly feature?: readonly string[];
  readonly clause?: string;
  readonly seed: number;
  readonly out?: string;
  readonly fault?: readonly string[];
  readonly json?: boolean;
}

export function runCommand(): Command {
  return new Command('run')
    .description('the conformance run: drive the target, judge every clause, write the reports')
    .option('--target <file|mock>', 'the profile of the target; the embedded mock where omitted', 'mock')
    .option('--document <name>', 'only this document: privileged-access, authentication, governance (repeatable)', collect)
    .option('--feature <id>', 'only this feature, such as authn.step-up (repeatable)', collect)
    .option('--clause <glob>', "only clauses whose id matches, such as 'authn.errors.*' (** crosses dots)")
    .option('--seed <n>', 'order, identities and data; the same seed sends the same requests', wholeNumber(0), 1)
    .option('--out <dir>', "the run's own folder (default: reports/<run-id>)")
    .option('--fault <id>', 'switch a fault of the embedded mock on (repeatable)', collect)
    .option('--json', 'print report.json on standard output, nothing else there')
    .addHelpText(
      'after',
      "\nExit codes: 0 conformant, 1 violations, 2 usage or configuration, 3 inconclusive or interrupted, 4 the harness failed.\nExample: assay run --target staging.yaml --document authentication --clause 'authn.transitions.**'",
    )
    .action(run);
}

async function run(flags: RunFlags): Promise<void> {
  const specs = loadSpecs();
  const selection = selectionOf(flags, specs);
  const { color, width, tty } = terminal(process.stderr);
  const style = { tty, color, width };
  const { report, files } = await runConformance({
    profileFile: profileFile(flags.target),
    faults: chosenFaults(flags.fault),
    seed: flags.seed,
    selection,
    folder: resolve(flags.out ?? `reports/${new Date().toISOString().replace(/[-:.]/g, '')}-${flags.seed}`),
    env: process.env,
    node: process.version,
    signal: interruption(),
    onPlan: (plans, profile) => {
      const requests = plans.reduce((sum, plan) => sum + plan.requests.tour + plan.requests.readBack + plan.requests.probes, 0);
      process.stderr.write(
        `${profile.name}: ${plans.map(({ spec, cases }) => `${spec.name} ${cases.length} cases`).join(', ')}; about ${requests} requests, seed ${flags.seed}\n`,
      );
    },
    onProgress: (now, before) => void process.stderr.write(renderProgress(before, now, style)),
  });
  process.stderr.write(endProgress(style));
  process.stderr.write(`${renderSummary(report, { color, width, files })}\n`);
  if (flags.json === true) process.stdout.write(`${JSON.stringify(report)}\n`);
  process.exitCode = report.exitCode;
}

function selectionOf({ document, feature, clause }: RunFlags, specs: Specs): Selection {
  const documents = document?.map((name) =>
    known(
      name,
      Object.values(specs.documents).map((spec) => spec.name),
      'document',
    ),
  );
  const features = feature?.map((name) =>
    known(
      name,
      Object.values(specs.documents).flatMap(({ ledger }) => ledger.features.map(({ id }) => id)),
      'feature',
    ),
  );
  const selection: Selection = {
    ...(documents === undefined ? {} : { documents }),
    ...(features === undefined ? {} : { features }),
    ...(clause === undefined ? {} : { clauses: clause }),
  };
  if (![...specs.clauses.values()].some((candidate) => isSelected(candidate, selection))) {
    throw new UsageError(
      `no clause matches ${[...(document ?? []), ...(feature ?? []), ...(clause === undefined ? [] : [clause])].join(' ')}. 'assay clauses' lists them all`,
    );
  }
  return selection;
}

function known<Name extends string>(name: string, names: readonly Name[], kind: string): Name {
  const found = names.find((candidate) => candidate === name);
  if (found === undefined) throw new UsageError(`--${kind} ${name}: there is no such ${kind}. Known: ${names.join(', ')}`);
  return found;
}
