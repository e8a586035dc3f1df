import { expect, test } from 'vitest';
import { loadSpecs } from '../model/load.ts';
import { interview, type InitFlags } from './init.ts';

/** Answers these questions, by what they begin with, and the others as usual; keeps what was asked. */
async function runInterview(
  answers: Readonly<Record<string, string>>,
  flags: InitFlags = {},
): Promise<{ readonly draft: unknown; readonly questions: readonly string[] }> {
  const questions: string[] = [];
  const ask = (question: string, usual: string): Promise<string> => {
    questions.push(question);
    return Promise.resolve(Object.entries(answers).find(([beginning]) => question.startsWith(beginning))?.[1] ?? usual);
  };
  const draft = await interview(flags, ask, loadSpecs());
  return { draft, questions };
}

const AUTHN = { 'Base URL of the authentication': 'https://id.example.test' };
const NOTHING = {
  name: 'my-target',
  services: { authentication: 'https://id.example.test' },
  providerStates: [],
  clock: undefined,
  events: undefined,
  permissions: { mutate: false, destroy: false, exhaustRateLimit: false },
  budget: { requests: 2000, perSecond: 5, concurrency: 4, duration: 'PT10M' },
};

test('without a word, nothing is permitted and nothing goes fast', async () => {
  expect((await runInterview(AUTHN)).draft).toEqual(NOTHING);
});

test('what is answered stands in the draft', async () => {
  const { draft } = await runInterview({
    ...AUTHN,
    Name: ' acme ',
    'URL of provider states': 'https://s.test/_states',
    'File of prepared': 'accounts.yaml',
    'URL where the target': 'https://s.test/_clock',
    'May things be created': 'yes',
    'Requests a second': '9',
  });
  expect(draft).toEqual({
    ...NOTHING,
    name: 'acme',
    providerStates: [{ http: 'https://s.test/_states' }, { accounts: 'accounts.yaml' }],
    clock: 'https://s.test/_clock',
    permissions: { mutate: true, destroy: false, exhaustRateLimit: false },
    budget: { ...NOTHING.budget, perSecond: 9 },
  });
});

test('what flags say is not asked', async () => {
  const flags: InitFlags = {
    name: 'acme',
    authn: 'https://id.example.test',
    pam: '',
    gov: '',
    providerStates: '',
    module: 'states.mjs',
    accounts: '',
    clock: '',
    events: '',
    mutate: true,
    destroy: true,
    exhaustRateLimit: true,
    requests: 10,
    perSecond: 1,
  };
  const { draft, questions } = await runInterview({}, flags);
  expect([questions, draft]).toEqual([
    [],
    {
      ...NOTHING,
      name: 'acme',
      providerStates: [{ module: 'states.mjs' }],
      permissions: { mutate: true, destroy: true, exhaustRateLimit: true },
      budget: { ...NOTHING.budget, requests: 10, perSecond: 1 },
    },
  ]);
});

test.each<[string, Readonly<Record<string, string>>, string]>([
  ['a target without a service', {}, 'a profile needs at least one service: give --pam, --authn or --gov with its base URL'],
  [
    'a name with spaces',
    { ...AUTHN, Name: 'my target' },
    '--name my target: expected letters, digits, dots, hyphens and underscores, such as acme-staging',
  ],
  [
    'an address without a scheme',
    { 'Base URL of the governance': 'gov.example.test' },
    '--gov gov.example.test: expected an address such as https://id.example.test',
  ],
  [
    'a password in an address',
    { 'Base URL of the governance': 'https://me:canary@gov.example.test' },
    '--gov: expected an address without user and password. Secrets are named by environment variables',
  ],
  [
    'a pace that is none',
    { ...AUTHN, 'Requests a second': 'fast' },
    "Requests a second: expected a whole number of at least 1, found 'fast'",
  ],
])('%s is refused', async (_what, answers, message) => {
  await expect(runInterview(answers)).rejects.toMatchObject({ name: 'UsageError', message });
});
