import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Forecast } from '../../src/run/forecast.ts';
import { assay, atStandardDepth, emptyFolder } from '../support/assay-process.ts';
import { oddServer, profileOf } from '../support/odd-server.ts';

atStandardDepth();

/** The plan for machines. */
async function planned(folder: string, ...args: readonly string[]): Promise<Forecast> {
  const { code, stdout, stderr } = await assay(folder, 'plan', '--json', ...args);
  expect({ code, stderr, lines: stdout.match(/\n/g)?.length }).toEqual({ code: 0, stderr: '', lines: 1 });
  return JSON.parse(stdout);
}

test('a plan says what would be judged and what not, and sends nothing', async () => {
  let requests = 0;
  const target = await oddServer((_request, response) => {
    requests += 1;
    response.end();
  });
  const folder = emptyFolder();
  const { code, stdout, stderr } = await assay(folder, 'plan', '--target', profileOf(folder, target, 'budget: { perSecond: 5 }\n'));
  expect({ code, stderr, requests }).toEqual({ code: 0, stderr: '', requests: 0 });
  expect(stdout).toMatch(
    /^odd: \d+ of \d+ clauses can be judged, in about \d+ requests and \d+\.\d s\nrequests: \d+ tour, \d+ read-back, \d+ probes, \d+ pagination, \d+ walks\nbudget: at most 20,000 requests, 5 a second, 4 at once, 600 s\nauthentication: \d+ cases, \d+ walks\n/,
  );
  expect(stdout).not.toContain('is not in the profile');
  expect(stdout).toMatch(
    /^\d+ cannot: permissions\.mutate does not permit changePassword\. Add {2}permissions: \{ mutate: true \}\n {2}authn\./m,
  );
  expect(stdout).toMatch(/^\d+ cannot: needs control: clock, acts and events\n {2}authn\./m);
});

test('a plan for machines: each clause will be judged, or says why not', async () => {
  const plan = await planned(emptyFolder());
  const unclear = plan.clauses.filter(({ will, why }) => will === (why !== undefined));
  const sum = plan.cases.reduce((requests, one) => requests + one.requests, 0);
  expect({ keys: Object.keys(plan), unclear, omitted: plan.omitted, sum }).toEqual({
    keys: ['clauses', 'requests', 'durationMs', 'budget', 'credentials', 'sources', 'cases', 'families', 'omitted'],
    unclear: [],
    omitted: [],
    sum: plan.requests,
  });
});

test('a plan that is narrowed speaks of nothing else', async () => {
  const { clauses, cases } = await planned(emptyFolder(), '--clause', 'authn.transitions.password-*');
  expect(clauses.filter(({ id }) => !id.startsWith('authn.transitions.password-'))).toEqual([]);
  expect(new Set(cases.map(({ document }) => document))).toEqual(new Set(['authentication']));
});

test('what does not fit the budget is left out by its key, and the tours are kept', async () => {
  const folder = emptyFolder();
  writeFileSync(join(folder, 'small.yaml'), 'name: small\nembedded: {}\nservices: { authentication: {} }\nbudget: { requests: 100 }\n');
  const { requests, cases, omitted, clauses } = await planned(folder, '--target', 'small.yaml');
  expect(requests).toBeLessThanOrEqual(100);
  expect(cases.some(({ id }) => id.startsWith('tour/'))).toBe(true);
  expect(cases.some(({ id }) => id.startsWith('walk/'))).toBe(false);
  expect(omitted).toContainEqual(expect.objectContaining({ why: 'budget.requests (100) does not suffice for it', key: 'budget.requests' }));
  expect(clauses).toContainEqual(expect.objectContaining({ will: false, why: 'budget.requests (100) does not suffice for it' }));
});
