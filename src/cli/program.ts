import type { Command } from 'commander';
import { TOOL } from '../run/package-root.ts';
import { FlagCommand, guardFlags } from './flags.ts';
import { helpText, RUN_EXIT_CODES } from './help.ts';

/** Adds flags, help and action to a command. */
type Define = (command: Command) => Command;
type Load = (define: () => Promise<Define>) => Promise<Define>;

/** Every command, by the heading that it stands under in `assay --help`. What it takes and does is loaded when it is typed. */
const COMMANDS: Readonly<
  Record<string, readonly { readonly name: string; readonly summary: string; readonly define: () => Promise<Define> }[]>
> = {
  'Test a target:': [
    {
      name: 'init',
      summary: 'Write a target profile from flags and answers',
      define: async () => (await import('./init.ts')).initCommand,
    },
    {
      name: 'plan',
      summary: 'Show what a run would judge, what it would skip, and its cost; sends nothing',
      define: async () => (await import('./plan.ts')).planCommand,
    },
    {
      name: 'run',
      summary: 'Run the conformance suite against a target',
      define: async () => (await import('./run.ts')).runCommand,
    },
    {
      name: 'load',
      summary: 'Load-test a target or infer its rate limiter; every response is judged',
      define: async () => (await import('./load.ts')).loadCommand,
    },
  ],
  'Read results:': [
    {
      name: 'judge',
      summary: 'Judge recorded traffic (HAR, trace) by the clauses that it can violate',
      define: async () => (await import('./judge-traffic.ts')).judgeCommand,
    },
    {
      name: 'show',
      summary: 'Show exchanges and verdicts of a stored run',
      define: async () => (await import('./show.ts')).showCommand,
    },
    {
      name: 'report',
      summary: 'Regenerate the reports of a stored run from its trace',
      define: async () => (await import('./report.ts')).reportCommand,
    },
    {
      name: 'merge',
      summary: 'Merge the shards of a run into one run',
      define: async () => (await import('./merge.ts')).mergeCommand,
    },
    {
      name: 'diff',
      summary: 'Compare two runs: verdicts, undocumented behaviour, latency',
      define: async () => (await import('./diff.ts')).diffCommand,
    },
    {
      name: 'trend',
      summary: 'Show the results of a target over many runs',
      define: async () => (await import('./trend.ts')).trendCommand,
    },
    {
      name: 'certify',
      summary: 'Sign a conformant run',
      define: async () => (await import('./certify.ts')).certifyCommand,
    },
    {
      name: 'verify',
      summary: 'Verify the signature, the files and the verdicts of a certified run',
      define: async () => (await import('./verify.ts')).verifyCommand,
    },
  ],
  'Read the specs:': [
    {
      name: 'clauses',
      summary: 'List the clauses of the documents',
      define: async () => (await import('./clauses.ts')).clausesCommand,
    },
    {
      name: 'explain',
      summary: 'Explain clauses: text, source, checks, faults',
      define: async () => (await import('./explain.ts')).explainCommand,
    },
    {
      name: 'states',
      summary: 'List the provider states and acts that a target has to provide',
      define: async () => (await import('./states.ts')).statesCommand,
    },
    {
      name: 'export',
      summary: 'Export the specs: OpenAPI, Arazzo, JSON Schema, Mermaid, k6',
      define: async () => (await import('./export.ts')).exportCommand,
    },
  ],
  'Use the mock server:': [
    {
      name: 'mock',
      summary: 'Start the mock server: provider states, clock, fault injection',
      define: async () => (await import('./mock.ts')).mockCommand,
    },
    {
      name: 'faults',
      summary: 'List the faults that the mock server can inject',
      define: async () => (await import('./list-faults.ts')).faultsCommand,
    },
    {
      name: 'qualify',
      summary: 'Run mutation analysis: inject each fault and check that the suite kills it',
      define: async () => (await import('./qualify.ts')).qualifyCommand,
    },
  ],
  'Help:': [
    {
      name: 'completion',
      summary: 'Print the completion script of a shell: bash, zsh, fish',
      define: async () => (await import('./completion.ts')).completionCommand(loadCommand),
    },
  ],
};

/** All of `assay`: its commands, and the text of `--help`. Nothing has been parsed yet, and no command is loaded before it is typed. */
export function createProgram(load?: Load): Command {
  const program = new FlagCommand('assay')
    .description(
      'Test whether a deployment conforms to its API documents: run every documented state transition, judge every clause, record the evidence.',
    )
    .version(TOOL.version)
    .showHelpAfterError('(assay --help lists the commands)')
    .showSuggestionAfterError()
    .addHelpText(
      'after',
      helpText({
        notes: [
          "'assay COMMAND --help' shows the flags, examples and exit codes of a command. The guides are in docs/ of the package: node_modules/assay/docs once installed.",
        ],
        examples: [
          ['assay run', 'test the embedded mock against all documents, in seconds'],
          ['assay run --target target.yaml', 'test your deployment, described by a profile'],
          ['assay explain authn.errors.e0000004.status', 'explain a clause and the checks that judge it'],
          ['assay mock --port 8080', 'start a mock server to develop against'],
          ['assay certify acme --key key.pem', 'sign a conformant run'],
        ],
        exitCodes: RUN_EXIT_CODES,
        next: ['assay run', 'test-my-deployment', 'errors'],
      }),
    );
  for (const [heading, commands] of Object.entries(COMMANDS)) {
    program.commandsGroup(heading);
    for (const { name, summary, define } of commands) {
      const command = new FlagCommand(name).description(summary);
      undefinedYet.set(command, define);
      program.addCommand(command);
    }
  }
  program.helpCommand(true);
  program.hook('preSubcommand', (_program, command) => loadCommand(command, load));
  return program;
}

const undefinedYet = new WeakMap<Command, () => Promise<Define>>();

/** Gives a command its flags, its help and its action, once. */
export async function loadCommand(command: Command, load: Load = (define) => define()): Promise<void> {
  const define = undefinedYet.get(command);
  if (define === undefined) return;
  undefinedYet.delete(command);
  guardFlags((await load(define))(command));
}
