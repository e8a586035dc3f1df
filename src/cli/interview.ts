import type { DocumentName, Specs } from '../model/types.ts';
import type { Draft } from '../profile/draft.ts';
import { UsageError } from './fail.ts';

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
export type Ask = (question: string, usual: string) => Promise<string>;

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
