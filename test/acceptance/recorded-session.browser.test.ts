import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { expect, inject, onTestFinished, test } from 'vitest';
import { judgeTraffic, loadProfile, run, startMock } from '../../src/index.ts';

const executablePath = inject('browser');

/** A clause for each fault. */
const FAULTS = {
  'authn-refused-with-other-summary': 'authn.errors.e0000004.summary',
  'authn-state-token-with-success': 'authn.resources.transaction.state-token-absent',
  'authn-expires-at-in-seconds': 'authn.resources.transaction.expires-at',
  'gov-collection-renamed': 'gov.resources.collection.name',
  'pam-group-name-cut': 'pam.resources.group.name',
};
const faults = Object.keys(FAULTS);
const clauses = Object.values(FAULTS);

interface Sent {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** of a POST */
  readonly body?: object;
}

/** A text member of a body. */
function textIn(body: unknown, name: string): string {
  const found: unknown = Reflect.get(Object(body), name);
  if (typeof found !== 'string') throw new TypeError(`expected ${name}, found ${JSON.stringify(body)}`);
  return found;
}

// Without a browser it is skipped, and counted so.
test.skipIf(executablePath === null)('what a browser has recorded fails the clauses that a run finds', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-har-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const mock = await startMock({ faults });
  onTestFinished(() => mock.close());
  const profile = loadProfile('mock', { mock });

  // Containers run as root, where the browser's own sandbox refuses to.
  const browser = await chromium.launch({ ...(executablePath === null ? {} : { executablePath }), args: ['--no-sandbox'] });
  onTestFinished(() => browser.close());
  const har = join(folder, 'session.har');
  const context = await browser.newContext({ recordHar: { path: har, content: 'embed' } });
  const open = async (document: string): Promise<(sent: Sent) => Promise<unknown>> => {
    const page = await context.newPage();
    await page.goto(`${profile.services[document]?.baseUrl}/`);
    return (sent) =>
      page.evaluate(async ({ path, headers, body }) => {
        const all = { 'content-type': 'application/json', ...headers };
        const init = body === undefined ? { headers: all } : { method: 'POST', headers: all, body: JSON.stringify(body) };
        return (await fetch(path, init)).json();
      }, sent);
  };

  const signIn = await open('authentication');
  const { login: username, password } = mock.state('a user who can sign in');
  await signIn({ path: '/api/v1/authn', body: { username, password: 'wrong' } });
  await signIn({ path: '/api/v1/authn', body: { username, password } });

  const administer = await open('privileged-access');
  const user = mock.state('a service user with an API key');
  const team = `/v1/teams/${textIn(user, 'team_name')}`;
  const { key_id, key_secret } = user;
  const token = await administer({ path: `${team}/service_token`, body: { key_id, key_secret } });
  const bearer = { authorization: `Bearer ${textIn(token, 'bearer_token')}` };
  await administer({ path: `${team}/groups`, headers: bearer, body: { name: 'administrators', roles: ['end_user'] } });

  const govern = await open('governance');
  const headers = { authorization: `SSWS ${profile.credentials['governance']?.['governance']}` };
  const path = '/governance/api/v1/collections';
  const collection = await govern({ path, headers, body: { name: 'Payroll', description: 'Payroll' } });
  await govern({ path: `${path}/${textIn(collection, 'id')}`, headers });
  await context.close();

  const judged = judgeTraffic(har, { profile });
  const { report } = await run({ faults, clause: clauses, depth: 'quick', out: join(folder, 'run') });
  const violated = report.clauses.flatMap(({ id, verdict }) => (verdict === 'fail' ? [id] : []));
  expect(judged.clauses.flatMap(({ clause, verdict }) => (verdict === 'fail' ? [clause.id] : [])).toSorted()).toEqual(clauses.toSorted());
  expect(violated.toSorted()).toEqual(clauses.toSorted());
  expect([judged.exchanges.length, judged.exitCode, report.exitCode]).toEqual([6, 1, 1]);
});
