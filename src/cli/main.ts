#!/usr/bin/env node
import { Command } from 'commander';
import { TOOL } from '../run/tool.ts';
import { certifyCommand } from './certify.ts';
import { clausesCommand } from './clauses.ts';
import { diffCommand } from './diff.ts';
import { explainCommand } from './explain.ts';
import { exportCommand } from './export.ts';
import { commandIsDone, endProcess, watchEnd } from './end-process.ts';
import { failWith } from './fail.ts';
import { initCommand } from './init.ts';
import { loadCommand } from './load.ts';
import { mockCommand } from './mock.ts';
import { planCommand } from './plan.ts';
import { qualifyCommand } from './qualify.ts';
import { reportCommand } from './report.ts';
import { runCommand } from './run.ts';
import { statesCommand } from './states.ts';
import { trendCommand } from './trend.ts';
import { verifyCommand } from './verify.ts';

const program = new Command('assay')
  .description(
    'Does a deployment do what its API documents say? Drives every documented transition, judges every clause, shows the evidence.',
  )
  .version(TOOL.version)
  .showHelpAfterError('(assay --help shows what there is)')
  .showSuggestionAfterError()
  .addHelpText(
    'after',
    `
Start with:
  assay run                          the embedded mock, all three documents, in seconds
  assay run --target target.yaml     your deployment, described by a profile
  assay explain authn.errors.e0000004.status
  assay mock --port 8080             a deployment to develop against
  assay certify RUN --key key.pem    sign the evidence of a conformant run; assay verify RUN checks it

Exit codes: 0 conformant, 1 violations, 2 usage or configuration, 3 inconclusive or interrupted, 4 the harness failed.`,
  );

for (const command of [
  runCommand(),
  planCommand(),
  initCommand(),
  clausesCommand(),
  explainCommand(),
  statesCommand(),
  loadCommand(),
  mockCommand(),
  qualifyCommand(),
  reportCommand(),
  diffCommand(),
  trendCommand(),
  certifyCommand(),
  verifyCommand(),
  exportCommand(),
])
  program.addCommand(command);

// commander's own errors (unknown flag, missing argument) are usage: 2 by contract.
program.exitOverride();
for (const command of program.commands.flatMap((one) => [one, ...one.commands])) command.exitOverride();

// A reader such as head may have read enough: the run goes on to its report.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

watchEnd();
try {
  await program.parseAsync();
  commandIsDone();
} catch (error) {
  failWith(error);
  endProcess();
}
