import { expect, test } from 'vitest';
import type { Blame, Report } from '../../src/spec/types.ts';
import { renderMarkdown } from '../../src/report/markdown.ts';
import { renderSummary } from '../../src/report/summary.ts';
import { BEHAVIOURS } from './responses.ts';
import type { BehaviourName } from './responses.ts';
import { runAgainst } from './run-against.ts';
import type { Encounter, Meeting } from './run-against.ts';

const ENOUGH = { requests: 400, bodyBytes: 4_194_304 };

/** A dozen requests show who is to blame; what takes many says so. */
function meet(name: BehaviourName, given: Partial<Meeting> = {}): Promise<Encounter> {
  return runAgainst({ behaviour: BEHAVIOURS[name], service: 'authentication', features: ['authn.context'], budget: ENOUGH, ...given });
}

/** A few hundred, with acts and a clock in between. */
const AT_LENGTH = ['authn.lockout'];

/** Who is to blame for the clauses that have not passed and are no mere 'not seen', and which clauses failed. */
function blamed({ clauses, outcome, exitCode }: Report): { outcome: string; exitCode: number; failed: boolean; blames: readonly Blame[] } {
  const open = clauses.filter(({ verdict }) => verdict === 'fail' || verdict === 'inconclusive' || verdict === 'error');
  const blames = [...new Set(open.flatMap(({ blame }) => blame ?? []))].toSorted();
  return { outcome, exitCode, failed: open.some(({ verdict }) => verdict === 'fail'), blames };
}

test.each<BehaviourName>([
  'resets before it answers',
  'resets within the headers',
  'resets within the body',
  'announces more than it sends',
  'announces two lengths',
  'announces a chunk wrongly',
  'breaks off within a chunk',
  'answers 000',
  'answers without HTTP',
])('a target that %s is not judged by what never arrived whole', async (name) => {
  const { report } = await meet(name);
  expect(blamed(report)).toEqual({ outcome: 'inconclusive', exitCode: 3, failed: false, blames: ['network'] });
});

test.each<BehaviourName>([
  'sends a body without end',
  'sends chunks without end',
  'packs a large body small',
  'sends a header of a megabyte',
  'sends 10,000 headers',
  'nests JSON 100,000 deep',
  'nests objects 100,000 deep',
])('a target that %s is not judged by what is not read, and is to blame', async (name) => {
  const { report } = await meet(name);
  expect(blamed(report)).toEqual({ outcome: 'inconclusive', exitCode: 3, failed: false, blames: ['target'] });
});

test.each<BehaviourName>(['says nothing', 'sends a byte now and then', 'sends headers without end'])(
  'a target that %s is waited for as long as the budget says, and not judged',
  async (name) => {
    const { report } = await meet(name, { budget: { ...ENOUGH, timeout: 'PT0.1S' } });
    expect(blamed(report)).toEqual({ outcome: 'inconclusive', exitCode: 3, failed: false, blames: ['network'] });
  },
);

test('a target that says nothing is left alone when the time of the budget is over', async () => {
  const { report } = await meet('says nothing', { features: AT_LENGTH, budget: { ...ENOUGH, timeout: 'PT30S', duration: 'PT1S' } });
  expect(blamed(report)).toEqual({ outcome: 'inconclusive', exitCode: 3, failed: false, blames: ['config'] });
});

test.each<BehaviourName>([
  'sends bytes that are no UTF-8',
  'names members like what objects inherit',
  'sends numbers beyond measure',
  'sends more than it announces',
  'redirects to itself',
  'redirects elsewhere',
  'sends a web page',
  'sends an empty body',
  'answers 204',
  'answers 999',
])('a target that %s has answered, and is judged', async (name) => {
  const { report, strangerSaw } = await meet(name);
  expect(blamed(report)).toEqual({ outcome: 'violations', exitCode: 1, failed: true, blames: ['target'] });
  expect(strangerSaw).toEqual([]);
});

test('a target that leads nowhere is not conformant by what could not be seen there', async () => {
  const { report } = await meet('nests JSON 100,000 deep', { features: ['authn.links'] });
  expect(blamed(report)).toEqual({ outcome: 'inconclusive', exitCode: 3, failed: false, blames: ['target'] });
});

test('a target that breaks down in bursts has answered, and is judged', async () => {
  const { report } = await meet('breaks down in bursts', { features: AT_LENGTH });
  expect(blamed(report)).toEqual({ outcome: 'violations', exitCode: 1, failed: true, blames: ['target'] });
});

test.each<BehaviourName>(['limits for ever', 'limits without a word'])('a target that %s leaves nothing to judge', async (name) => {
  const { report } = await meet(name);
  const { outcome, failed } = blamed(report);
  expect({ outcome, failed }).toEqual({ outcome: 'inconclusive', failed: false });
});

test.each<BehaviourName>([
  'packs its answers',
  'links elsewhere',
  'sends a hundred early hints',
  'has a clock that jumps',
  'dates its answers with nonsense',
  'closes after each answer',
  'repeats what it was told in a header',
])('a target that %s is odd, but breaks no clause', async (name) => {
  const { report, strangerSaw, events, secrets } = await meet(name, { features: ['authn.lockout', 'authn.links', 'authn.sessions'] });
  expect(blamed(report)).toEqual({ outcome: 'conformant', exitCode: 0, failed: false, blames: [] });
  expect(strangerSaw).toEqual([]);
  const written = JSON.stringify(events);
  expect({ secrets: secrets.length > 0, leaked: secrets.filter((secret) => written.includes(secret)) }).toEqual({
    secrets: true,
    leaked: [],
  });
});

test('what a target sends does not steer the terminal', async () => {
  const { report } = await meet('speaks to the terminal');
  const shown = renderSummary(report, { color: false, width: 100, files: [] }) + renderMarkdown(report);
  expect({ outcome: report.outcome, steered: /(?![\n\u200b])[\p{Cc}\p{Cf}]/u.test(shown) }).toEqual({
    outcome: 'violations',
    steered: false,
  });
});

// Within this budget the pages without end are no more than the longest list can have: what they repeat is wrong all the same.
test.each<[BehaviourName, string]>([
  ['leads from page to page without end', 'pam.pagination.no-duplicates'],
  ['leads from a page to itself', 'pam.pagination.ends'],
])('a walk over a list that %s ends, and is judged', async (name, clause) => {
  const { report } = await meet(name, { service: 'privileged-access', features: ['pam.pagination'] });
  expect(blamed(report)).toMatchObject({ outcome: 'violations', failed: true });
  expect(report.failures.map((failure) => failure.clause)).toContain(clause);
});

test('no credential goes where a page or a redirect leads elsewhere', async () => {
  const { report, strangerSaw } = await meet('leads to pages elsewhere', { service: 'privileged-access', features: ['pam.pagination'] });
  expect(blamed(report)).toEqual({ outcome: 'inconclusive', exitCode: 3, failed: false, blames: ['config'] });
  expect(strangerSaw).toEqual([]);
});
