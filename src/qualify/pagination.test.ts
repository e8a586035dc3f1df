import { documentOf } from '../model/document-of.ts';
import { expect, test } from 'vitest';
import { judge } from '../judge/judgement.ts';
import { placeKey, stepsOf } from '../judge/steps.ts';
import { readProfile } from '../profile/load-profile.ts';
import { linkTarget } from '../model/links.ts';
import { loadSpecs } from '../model/load.ts';
import { isJudgeable } from '../model/selection.ts';
import type { ExchangeEvent, TraceEvent } from '../trace/events.ts';
import { runInProcess, type InProcessRun } from './in-process.ts';

const specs = loadSpecs();
const file = 'specs/profiles/mock.yaml';
const source = readProfile(file, specs);
const steps = stepsOf(documentOf(specs, 'privileged-access'));

/** All walks through lists, against a mock whose last pages are so. */
async function walks(lastPage: string): Promise<InProcessRun> {
  return runInProcess(specs, source, file, {
    seed: 1,
    choices: { 'privileged-access': { lastPage } },
    pick: ({ document, steps: planned }) => document === 'privileged-access' && planned.some(({ purpose }) => purpose === 'pagination'),
  });
}

/** Clauses of pagination that are judged on walks, each with its verdict; other probes show the rest. */
function verdicts(profile: InProcessRun['profile'], events: readonly TraceEvent[]): Readonly<Record<string, string>> {
  const judged = judge(specs, profile, events, { features: ['pam.pagination'] }).clauses.filter(({ clause }) => isJudgeable(clause));
  const shown = judged.filter(({ clause }) => !['pam.pagination.first-call', 'pam.limits.page-maximum'].includes(clause.id));
  return Object.fromEntries(shown.map(({ clause, verdict, reason }) => [clause.id, `${verdict} ${reason ?? ''}`.trimEnd()]));
}

const linking = await walks('lone-prev');
const all = verdicts(linking.profile, linking.events);

test('a last page may link back or have no link at all: every clause passes', async () => {
  const bare = await walks('no-link');
  expect(new Set(Object.values(all))).toEqual(new Set(['pass']));
  expect(verdicts(bare.profile, bare.events)).toEqual(all);
});

/** What is sent only where a page links back: the steps back, and the one that goes forth again. */
const needsPrev = ({ place }: ExchangeEvent): boolean => {
  const step = steps.get(placeKey(place))?.step;
  return step?.walk === 'prev' || step?.id === 'forth';
};

/** The same with links to the next page alone. */
function withNextAlone(exchange: ExchangeEvent): ExchangeEvent {
  const { response } = exchange;
  if (response === undefined) return exchange;
  const { link, ...headers } = response.headers;
  const next = linkTarget(link, 'next');
  return { ...exchange, response: { ...response, headers: next === undefined ? headers : { ...headers, link: `<${next}>; rel="next"` } } };
}

test('pages may name the next one alone: what prev holds is then not seen, and no other clause has another verdict', () => {
  const forwards = linking.events
    .filter((event) => event.type !== 'exchange' || !needsPrev(event))
    .map((event) => (event.type === 'exchange' ? withNextAlone(event) : event));
  expect(verdicts(linking.profile, forwards)).toEqual({ ...all, 'pam.pagination.prev-link': 'skipped not seen' });
});
