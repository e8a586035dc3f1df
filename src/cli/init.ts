import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';
import type { ProfileFile } from '../model/types.ts';
import { parseYaml } from '../model/yaml-file.ts';
import { checkProfile } from '../profile/check-profile.ts';
import { draftProfile } from '../profile/draft.ts';
import { cannotWrite, isFileError } from '../run/file-error.ts';
import { wholeNumber } from './arguments.ts';
import { UsageError } from './fail.ts';
import { helpText } from './help.ts';
import { interview } from './interview.ts';
import type { Ask, InitFlags } from './interview.ts';
import { tell, writeResult } from './output.ts';
import { specsOf, withSpecs } from './specs-flag.ts';
import type { SpecsFlag } from './specs-flag.ts';

interface Flags extends InitFlags, SpecsFlag {
  readonly out: string;
  readonly yes?: boolean;
}

export function initCommand(command: Command): Command {
  addServices(command, {});
  return (
    withSpecs(command)
      // Documents that are named on the way have flags from then on; after the flag itself has been checked.
      .on('option:specs', (specs: string) => addServices(command, { specs }))
      .option('--name <name>', 'name of the target')
      .option('--provider-states <url>', "provider states by Pact's convention")
      .option('--module <file>', 'module of provider states')
      .option('--accounts <file>', 'file of prepared accounts')
      .option('--clock <url>', "where the target's clock can be turned")
      .option('--events <url>', 'where its e-mails and events are read')
      .option('--mutate', 'permit to create and change things')
      .option('--destroy', 'permit to delete things')
      .option('--exhaust-rate-limit', 'permit to use a rate limit up')
      .option('--requests <n>', 'requests that a run may send; 2000 where omitted', wholeNumber(1))
      .option('--per-second <n>', 'requests a second at most; 5 where omitted', wholeNumber(1))
      .option('--out <file>', 'the profile to write', 'target.yaml')
      .option('--yes', 'ask nothing: what no flag says stays as usual')
      .addHelpText(
        'after',
        helpText({
          notes: [
            'The profile names secrets by environment variables. It lists as comments what the documents leave open: bind what your deployment has, and leave the rest.',
          ],
          examples: [
            ['assay init', 'asks for each value'],
            [
              'assay init --yes --authn https://id.example.test --accounts accounts.yaml --out first.yaml',
              'one service, asked nothing: a target that is only read and signed in to',
            ],
            [
              'assay init --yes --name acme --pam https://pam.example.test --provider-states https://states.example.test/_states --mutate --out acme.yaml',
              'one that may be changed, with somebody who prepares it',
            ],
          ],
          exitCodes: { 0: 'written', 2: 'a mistake, or there is such a file already' },
          next: ['assay plan', 'test-my-deployment', 'profile'],
        }),
      )
      .action(init)
  );
}

/** A flag for the address of each document's service. Throws UsageError, SpecError. */
function addServices(command: Command, flag: SpecsFlag): void {
  for (const { name, document } of Object.values(specsOf(flag).documents)) {
    const flags = `--${document.idPrefix} <url>`;
    if (command.options.every((option) => option.flags !== flags)) command.option(flags, `base URL of the ${name} service`);
  }
}

async function init({ out, yes, ...flags }: Flags): Promise<void> {
  const specs = specsOf(flags);
  const draft =
    yes === true
      ? await interview(flags, (_question, usual) => Promise.resolve(usual), specs)
      : await asking((ask) => interview(flags, ask, specs));
  const text = draftProfile(draft, specs);
  // What is written is a profile: its own reader says so.
  checkProfile(parseYaml<ProfileFile>(text, out, 'profile').value, out, specs);
  write(out, text);
  const variables = [...text.matchAll(/^ +\w+: \{ env: (\w+) \}/gm)].map(([, name]) => name);
  writeResult(
    [
      `${out} is written.`,
      ...(variables.length === 0 ? [] : [`Export ${variables.join(', ')}.`]),
      ...[...text.matchAll(/^ +- accounts: "(.+)"/gm)].map(
        ([, file]) => `Write ${file}: 'assay states NAME' shows an entry for each state.`,
      ),
      'Bind what the documents leave open: the comments list it.',
      `Then: assay plan${flags.specs === undefined ? '' : ` --specs ${flags.specs}`} --target ${out}`,
      '',
    ].join('\n'),
  );
}

/** Questions go to standard error, answers come line by line from standard input, be it a terminal or a file. */
async function asking<T>(conduct: (ask: Ask) => Promise<T>): Promise<T> {
  const reader = createInterface({ input: process.stdin, terminal: false });
  const lines = reader[Symbol.asyncIterator]();
  try {
    return await conduct(async (question, usual) => {
      tell(`${question}${usual === '' ? '' : ` [${usual}]`}: `);
      const line = await lines.next();
      if (line.done === true)
        throw new UsageError('answers-missing', 'standard input ended before all was answered: give the rest as flags, with --yes');
      return line.value === '' ? usual : line.value;
    });
  } finally {
    reader.close();
  }
}

function write(file: string, text: string): void {
  try {
    writeFileSync(file, text, { flag: 'wx' });
  } catch (error) {
    if (!isFileError(error)) throw error;
    if (error.code === 'EEXIST')
      throw new UsageError('file-exists', `--out ${file}: there is something already, and it is not overwritten. Choose another name`);
    throw cannotWrite(`--out ${file}`, error, 'Choose another place, or make room');
  }
}
