import type { Command } from 'commander';
import { TOOL } from '../run/package-root.ts';
import { FlagCommand, guardFlags } from './flags.ts';
import { helpText, RUN_EXIT_CODES } from './help.ts';

/** Adds flags, help and action to a command. */
type Define = (command: Command) => Command;
type Load = (define: () => Promise<Define>) => Promise<Define>;

/** Every command by its line in `assay --help`. What it takes and does is loaded when it is typed. */
const COMMANDS: readonly { readonly name: string; readonly does: string; readonly define: () => Promise<Define> }[] = [
  {
    name: 'run',
    does: 'the conformance run: drive the target, judge every clause, write the reports',
    define: async () => (await import('./run.ts')).runCommand,
  },
  {
    name: 'plan',
    does: 'what a run would judge, what not and why, and what it would cost; nothing is sent',
    define: async () => (await import('./plan.ts')).planCommand,
  },
  {
    name: 'init',
    does: 'write the profile of a target: asks what no flag says; nothing is sent, and no file is overwritten',
    define: async () => (await import('./init.ts')).initCommand,
  },
  {
    name: 'clauses',
    does: 'list every clause of every document',
    define: async () => (await import('./clauses.ts')).clausesCommand,
  },
  {
    name: 'explain',
    does: 'clauses: what each says, where, which checks judge it, which faults prove them',
    define: async () => (await import('./explain.ts')).explainCommand,
  },
  {
    name: 'states',
    does: 'the catalogue of provider states and acts: what a target has to be prepared with, for those who implement it',
    define: async () => (await import('./states.ts')).statesCommand,
  },
  {
    name: 'faults',
    does: 'list the faults that the mock can switch on: id, difficulty, the clause that each breaks, and one sentence',
    define: async () => (await import('./list-faults.ts')).faultsCommand,
  },
  {
    name: 'load',
    does: 'rate limits and load: what limiter is it, are its headers true, what does it hold, with every answer judged',
    define: async () => (await import('./load.ts')).loadCommand,
  },
  {
    name: 'mock',
    does: 'a deployment to develop against: three services, provider states, a clock to turn, faults to switch on',
    define: async () => (await import('./mock.ts')).mockCommand,
  },
  {
    name: 'qualify',
    does: 'the suite judged by its faults: which seeded defect does which check catch, and which check has never failed',
    define: async () => (await import('./qualify.ts')).qualifyCommand,
  },
  {
    name: 'report',
    does: 'make every report of a stored run again, from its trace alone, which is judged anew; offline',
    define: async () => (await import('./report.ts')).reportCommand,
  },
  {
    name: 'show',
    does: 'exchanges and verdicts of a stored run: request and response, or why a clause came out as it did',
    define: async () => (await import('./show.ts')).showCommand,
  },
  {
    name: 'merge',
    does: "join the shards of a run, as 'assay run --shard' leaves them, and judge the whole as one; offline",
    define: async () => (await import('./merge.ts')).mergeCommand,
  },
  {
    name: 'diff',
    does: 'what has changed between two stored runs of a target: verdicts, what the documents leave open, latency, the suite',
    define: async () => (await import('./diff.ts')).diffCommand,
  },
  {
    name: 'trend',
    does: 'how a target has done from run to run: curves and a table, and a page where a history is kept',
    define: async () => (await import('./trend.ts')).trendCommand,
  },
  {
    name: 'certify',
    does: 'sign a conformant run: certificate.json, with which anyone can check and re-judge the evidence offline',
    define: async () => (await import('./certify.ts')).certifyCommand,
  },
  {
    name: 'verify',
    does: 'check a certified run: the signature, every file, and all that the certificate states, made of the trace again; offline',
    define: async () => (await import('./verify.ts')).verifyCommand,
  },
  {
    name: 'export',
    does: 'the specs for other tools: OpenAPI 3.1, Arazzo 1.0, JSON Schemas, Mermaid state diagrams, k6 scripts',
    define: async () => (await import('./export.ts')).exportCommand,
  },
];

/** All of `assay`: its commands, and what `--help` teaches. Nothing has been parsed yet, and no command is loaded before it is typed. */
export function createProgram(load?: Load): Command {
  const program = new FlagCommand('assay')
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
          ['assay run', 'the embedded mock, all documents, in seconds'],
          ['assay run --target target.yaml', 'your deployment, described by a profile'],
          ['assay explain authn.errors.e0000004.status', 'what a clause says, and who judges it'],
          ['assay mock --port 8080', 'a deployment to develop against'],
          ['assay certify acme --key key.pem', 'sign the evidence of a conformant run'],
        ],
        exitCodes: RUN_EXIT_CODES,
        next: ['assay run', 'test-my-deployment', 'errors'],
      }),
    );
  for (const { name, does, define } of COMMANDS) {
    const command = new FlagCommand(name).description(does);
    undefinedYet.set(command, define);
    program.addCommand(command);
  }
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
