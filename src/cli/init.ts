import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';
import type { ProfileFile, DocumentName, Specs } from '../model/types.ts';
import { parseYaml } from '../model/yaml-file.ts';
import { checkProfile } from '../profile/check-profile.ts';
import { httpTransport } from '../drive/http.ts';
import { draftProfile, type Draft, type Survey } from '../profile/draft.ts';
import { oneLine } from '../report/safe-text.ts';
import { surveyService } from '../run/preflight/survey.ts';
import { cannotWrite, isFileError } from '../run/write-files.ts';
import { wholeNumber } from './arguments.ts';
import { UsageError } from './fail.ts';
import { helpText } from './help.ts';
import { tell, writeResult } from './output.ts';
import { specsOf, withSpecs, type SpecsFlag } from './common-flags.ts';

interface Flags extends InitFlags, SpecsFlag {
  readonly out: string;
  readonly survey?: boolean;
  readonly yes?: boolean;
}

export function initCommand(command: Command): Command {
  addServices(command, {});
  return (
    withSpecs(command)
      // Documents that are named on the way have flags from then on; after the flag itself has been checked.
      .on('option:specs', (specs: string) => addServices(command, { specs }))
      .option('--name <name>', 'name of the target')
      .option('--provider-states <url>', 'URL of provider states (Pact convention)')
      .option('--module <file>', 'JavaScript module of provider states')
      .option('--accounts <file>', 'YAML file of prepared accounts')
      .option('--clock <url>', 'URL of the control over the clock of the target')
      .option('--events <url>', 'URL of the e-mails and events of the target')
      .option('--mutate', 'permit creating and changing resources')
      .option('--destroy', 'permit deleting resources')
      .option('--exhaust-rate-limit', 'permit exhausting a rate limit')
      .option('--requests <n>', 'maximum number of requests of a run (default: 2000)', wholeNumber(1))
      .option('--per-second <n>', 'maximum number of requests per second (default: 5)', wholeNumber(1))
      .option('--out <file>', 'profile to write', 'target.yaml')
      .option('--survey', 'send each service up to five documented reads without a credential; fill in what the responses show')
      .option('--yes', 'ask nothing; use the defaults for everything without a flag')
      .addHelpText(
        'after',
        helpText({
          notes: [
            'The profile refers to secrets by environment variables. Its comments list everything that the documents leave unspecified: bind what your deployment implements and leave the rest.',
          ],
          examples: [
            ['assay init', 'ask for each value'],
            [
              'assay init --yes --authn https://id.example.test --accounts accounts.yaml --out first.yaml',
              'write a profile of one service without questions; read and sign-in only',
            ],
            ['assay init --survey --yes --pam https://pam.example.test', 'bind what responses of the service show, such as errorName'],
            [
              'assay init --yes --name acme --pam https://pam.example.test --provider-states https://states.example.test/_states --mutate --out acme.yaml',
              'write a profile of a target that may be changed, with provider states',
            ],
          ],
          exitCodes: { 0: 'written', 2: 'invalid command, or the file exists' },
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

async function init({ out, yes, survey, ...flags }: Flags): Promise<void> {
  const specs = specsOf(flags);
  const draft =
    yes === true
      ? await interview(flags, (_question, usual) => Promise.resolve(usual), specs)
      : await asking((ask) => interview(flags, ask, specs));
  const surveys = survey === true ? await surveyServices(draft, specs) : {};
  const text = draftProfile({ ...draft, surveys }, specs);
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
      ...Object.entries(surveys).map(([document, found]) => surveyLine(document, found)),
      'Bind what the documents leave open: the comments list it.',
      `Then: assay plan${flags.specs === undefined ? '' : ` --specs ${flags.specs}`} --target ${out}`,
      '',
    ].join('\n'),
  );
}

const SURVEY_MS = 5_000;

async function surveyServices({ services }: Draft, { documents }: Specs): Promise<Readonly<Record<DocumentName, Survey>>> {
  const { send, close } = httpTransport({
    timeoutMs: SURVEY_MS,
    bodyBytes: 1_048_576,
    concurrency: 1,
    signal: new AbortController().signal,
  });
  const found: Record<DocumentName, Survey> = {};
  try {
    for (const spec of Object.values(documents)) {
      const baseUrl = services[spec.name];
      if (baseUrl !== undefined) found[spec.name] = await surveyService(spec, baseUrl, send);
    }
  } finally {
    await close();
  }
  return found;
}

function surveyLine(document: DocumentName, { shown, errorName, failure }: Survey): string {
  if (failure !== undefined) return `! ${document}: no answer, ${oneLine(failure)}`;
  const told = [
    ...(errorName === undefined ? [] : [`errorName is ${oneLine(errorName)}`]),
    ...shown.map(({ operation }) => `${operation} is there`),
  ];
  return `${document}: ${told.length === 0 ? 'the responses show nothing' : told.join(', ')}`;
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

/** What flags say already; what they don't is asked. */
export interface InitFlags {
  readonly name?: string;
  /** base URLs of services by the id prefix of their document */
  readonly [prefix: string]: unknown;
  readonly providerStates?: string;
  readonly module?: string;
  readonly accounts?: string;
  readonly clock?: string;
  readonly events?: string;
  readonly mutate?: boolean;
  readonly destroy?: boolean;
  readonly exhaustRateLimit?: boolean;
  readonly requests?: number;
  readonly perSecond?: number;
}

/** Asks one question; an empty answer stands for the default, which is shown. */
type Ask = (question: string, usual: string) => Promise<string>;

const FLAGS = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** Nothing is changed and nothing goes fast before somebody says so. */
const USUAL = { name: 'my-target', requests: 2000, perSecond: 5, concurrency: 4, duration: 'PT10M' } as const;

/** Everything that a first profile holds, from flags and answers. Throws UsageError for what cannot be in one. */
export async function interview(flags: InitFlags, ask: Ask, { documents }: Specs): Promise<Draft> {
  const text = async (given: string | undefined, question: string, usual = ''): Promise<string> =>
    given ?? (await ask(question, usual)).trim();
  const address = async (given: string | undefined, question: string, flag: string): Promise<string | undefined> => {
    const found = await text(given, `${question} (empty: none)`);
    return found === '' ? undefined : checkedAddress(found, flag);
  };
  const allowed = async (given: boolean | undefined, question: string): Promise<boolean> =>
    given ?? /^y/i.test((await ask(`${question} (y/n)`, 'n')).trim());
  const amount = async (given: number | undefined, question: string, usual: number): Promise<number> =>
    given ?? checkedAmount(await ask(question, String(usual)), question);

  const name = checkedName(await text(flags.name, 'Name of the target', USUAL.name));
  const services: Record<DocumentName, string> = {};
  const prefixes = Object.values(documents).map(({ document }) => `--${document.idPrefix}`);
  for (const {
    name: document,
    document: { idPrefix: flag },
  } of Object.values(documents)) {
    const given = flags[flag];
    const baseUrl = await address(typeof given === 'string' ? given : undefined, `Base URL of the ${document} service`, `--${flag}`);
    if (baseUrl !== undefined) services[document] = baseUrl;
  }
  if (Object.keys(services).length === 0)
    throw new UsageError('services-missing', `a profile needs at least one service: give ${FLAGS.format(prefixes)} with its base URL`);
  const http = await address(flags.providerStates, "URL of provider states by Pact's convention", '--provider-states');
  const module = await text(flags.module, 'Module of provider states (empty: none)');
  const accounts = await text(flags.accounts, 'File of prepared accounts (empty: none)');
  return {
    name,
    services,
    providerStates: [
      ...(http === undefined ? [] : [{ http }]),
      ...(module === '' ? [] : [{ module }]),
      ...(accounts === '' ? [] : [{ accounts }]),
    ],
    clock: await address(flags.clock, "URL where the target's clock can be turned", '--clock'),
    events: await address(flags.events, 'URL where its e-mails and events are read', '--events'),
    permissions: {
      mutate: await allowed(flags.mutate, 'May things be created and changed?'),
      destroy: await allowed(flags.destroy, 'May things be deleted?'),
      exhaustRateLimit: await allowed(flags.exhaustRateLimit, 'May a rate limit be used up?'),
    },
    budget: {
      requests: await amount(flags.requests, 'Requests at most', USUAL.requests),
      perSecond: await amount(flags.perSecond, 'Requests a second', USUAL.perSecond),
      concurrency: USUAL.concurrency,
      duration: USUAL.duration,
    },
  };
}

function checkedName(name: string): string {
  if (/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(name)) return name;
  throw new UsageError('name-malformed', `--name ${name}: expected letters, digits, dots, hyphens and underscores, such as acme-staging`);
}

function checkedAddress(text: string, flag: string): string {
  if (!URL.canParse(text) || !/^https?:/.test(text))
    throw new UsageError('address-malformed', `${flag} ${text}: expected an address such as https://id.example.test`);
  const { username, password } = new URL(text);
  if (username === '' && password === '') return text;
  throw new UsageError(
    'address-with-user',
    `${flag}: expected an address without user and password. Secrets are named by environment variables`,
  );
}

function checkedAmount(text: string, question: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new UsageError('number-malformed', `${question}: expected a whole number of at least 1, found '${text}'`);
}
