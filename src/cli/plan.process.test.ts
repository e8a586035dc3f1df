import { expect, test } from 'vitest';
import { assay, emptyFolder } from './test-kit/assay-process.ts';
import { oddServer, profileOf } from './test-kit/odd-server.ts';

test('a plan says what would be judged and what not, and sends nothing', async () => {
  let requests = 0;
  const target = await oddServer((_request, response) => {
    requests += 1;
    response.end();
  });
  const folder = emptyFolder();
  const { code, stdout, stderr } = await assay(folder, 'plan', '--target', profileOf(folder, target, 'permissions: { mutate: true }\n'));
  expect({ code, stderr, requests }).toEqual({ code: 0, stderr: '', requests: 0 });
  expect(stdout).toMatch(
    /^odd: \d+ of \d+ clauses can be judged, in about \d+ requests and \d+\.\d s\nrequests: 0 tour, 0 read-back, \d+ probes, \d+ pagination, \d+ walks\n/,
  );
  expect(stdout).toMatch(/^\d+ cannot: services\.authentication\.bindings\.enrollFactor is missing\n {2}authn\./m);
});

test('a plan for machines: each clause will be judged, or says why not', async () => {
  const { code, stdout, stderr } = await assay(emptyFolder(), 'plan', '--json');
  const plan: { readonly clauses: readonly { readonly will: boolean; readonly why?: string }[] } = JSON.parse(stdout);
  const unclear = plan.clauses.filter(({ will, why }) => will === (why !== undefined));
  expect({ code, stderr, keys: Object.keys(plan), lines: stdout.match(/\n/g)?.length, unclear }).toEqual({
    code: 0,
    stderr: '',
    keys: ['clauses', 'requests', 'durationMs'],
    lines: 1,
    unclear: [],
  });
});
