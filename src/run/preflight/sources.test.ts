import { expect, test } from 'vitest';
import { planDocument } from '../../plan/plan.ts';
import { doorSpec, sampleProfile, sampleSpecs } from '../../profile/profile-fixtures.ts';
import type { Source } from '../../profile/sources.ts';
import { fakeTransport, NO_CONNECTION, type Reply } from '../../drive/transport-fixtures.ts';
import type { ProbeRow } from '../../model/types.ts';
import type { Mistake } from './mistake.ts';
import { sourceMistakes } from './sources.ts';

const STATES = 'http://states.test/_states';
const http: Source = { kind: 'http', key: 'providerStates.1', cost: 0, provides: undefined, url: STATES, acts: STATES, headers: {} };
const accounts: Source = {
  kind: 'accounts',
  key: 'providerStates.0',
  cost: 0,
  file: 'accounts.yaml',
  accounts: [],
  spent: [],
  spentFile: 'accounts.yaml.spent',
};
const probe = (state: string): ProbeRow => ({
  id: state.replaceAll(' ', '-'),
  about: state,
  given: [{ state }],
  steps: [{ call: 'getDoor', with: { id: '1' } }],
});
const named = ['a costly door', 'a cheap door', 'a door', 'another door'];
const spec = doorSpec({
  probes: named.map(probe),
  states: [
    ...(doorSpec().providerStates.states ?? []),
    ...named.map((name, cost) => ({ name, about: name, cost: name === 'a costly door' ? 9 : cost + 1 })),
  ],
});

async function found(
  source: Source,
  answer: (ordinal: number) => Reply,
): Promise<{ readonly mistakes: readonly Mistake[]; readonly asked: unknown }> {
  const profile = sampleProfile({}, { sources: [accounts, source] });
  const { send, requests } = fakeTransport((_request, ordinal) => answer(ordinal));
  const mistakes = await sourceMistakes(profile, [planDocument(sampleSpecs(spec), spec, profile, {})], send, () => ({
    ms: 1_000,
    key: 'budget.timeout',
  }));
  const asked = requests.map(({ body = '' }) => {
    const { state, action }: { readonly state: string; readonly action: string } = JSON.parse(body);
    return [action, state];
  });
  return { mistakes, asked };
}

const mistake = (what: string): object => ({
  key: 'providerStates.1',
  what,
  remedy: "See that it is up and does as 'assay states' says",
  blame: 'provider-state',
});
const REFUSAL: Reply = { status: 404, body: { error: 'no such state' } };

test('a source is asked for the cheapest state of the plan, which is taken down again', async () => {
  expect(await found(http, () => ({ body: { id: '1', key: 'k' } }))).toEqual({
    mistakes: [],
    asked: [
      ['setup', 'a shut door'],
      ['teardown', 'a shut door'],
    ],
  });
});

test('a source need not have every state, but one of the cheapest', async () => {
  expect((await found(http, (ordinal) => (ordinal < 3 ? REFUSAL : { body: {} }))).mistakes).toEqual([]);
  expect(await found(http, () => REFUSAL)).toEqual({
    mistakes: [mistake(`http ${STATES} does not provide 'a door': no such state`)],
    asked: [
      ['setup', 'a shut door'],
      ['setup', 'a cheap door'],
      ['setup', 'a door'],
    ],
  });
});

test.each<[string, Reply, string]>([
  ['nobody answers', NO_CONNECTION, `${STATES}: connect ECONNREFUSED`],
  ['nonsense is answered', { text: '<html>' }, `${STATES}: expected a JSON object, found a web page or XML (status 200)`],
])('where %s it is asked once', async (_what, answer, why) => {
  expect(await found(http, () => answer)).toEqual({
    mistakes: [mistake(`http ${STATES} does not provide 'a shut door': ${why}`)],
    asked: [['setup', 'a shut door']],
  });
});

test('a source of other states is not asked', async () => {
  expect(await found({ ...http, provides: ['a window'] }, () => REFUSAL)).toEqual({ mistakes: [], asked: [] });
});
