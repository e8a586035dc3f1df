import { Command } from 'commander';
import { TOOL } from '../run/tool.ts';
import { certifyCommand } from './certify.ts';
import { clausesCommand } from './clauses.ts';
import { diffCommand } from './diff.ts';
import { explainCommand } from './explain.ts';
import { exportCommand } from './export.ts';
import { initCommand } from './init.ts';
import { loadCommand } from './load.ts';
import { mergeCommand } from './merge.ts';
import { mockCommand } from './mock.ts';
import { planCommand } from './plan.ts';
import { qualifyCommand } from './qualify.ts';
import { guardFlags } from './repeatable.ts';
import { reportCommand } from './report.ts';
import { runCommand } from './run.ts';
import { statesCommand } from './states.ts';
import { trendCommand } from './trend.ts';
import { verifyCommand } from './verify.ts';
import { helpText, RUN_EXIT_CODES } from './help.ts';

/** All of `assay`: its commands, flags and what `--help` teaches. Nothing has been parsed yet. */
export function createProgram(): Command {
  const program = new Command('assay')
    .description(
      'Does a deployment do what its API documents say? Drives every documented transition, judges every clause, shows the evidence.',
    )
    .version(TOOL.version)
    .showHelpAfterError('(assay --help shows what there is)')
    .showSuggestionAfterError()
    .addHelpText(
      'after',
      helpText({
        notes: ["'assay COMMAND --help' teaches each command. Pages lie in docs of the package: node_modules/assay where it is installed."],
        examples: [
          ['assay run', 'the embedded mock, all three documents, in seconds'],
          ['assay run --target target.yaml', 'your deployment, described by a profile'],
          ['assay explain authn.errors.e0000004.status', 'what a clause says, and who judges it'],
          ['assay mock --port 8080', 'a deployment to develop against'],
          ['assay certify acme --key key.pem', 'sign the evidence of a conformant run'],
        ],
        exitCodes: RUN_EXIT_CODES,
        next: ['assay run', 'test-my-deployment', 'errors'],
      }),
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
    mergeCommand(),
    diffCommand(),
    trendCommand(),
    certifyCommand(),
    verifyCommand(),
    exportCommand(),
  ])
    program.addCommand(command);
  guardFlags(program);
  return program;
}
