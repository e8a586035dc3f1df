import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../test/support/stored-run.ts';
import { judgeTraffic, loadProfile, startMock, type JudgedTraffic } from '../index.ts';

interface Client {
  /** sends a request to a service, and answers with what came */
  send(
    service: string,
    method: string,
    path: string,
    body?: object,
  ): Promise<{ readonly link: string | null; readonly body: Record<string, unknown> }>;
  state(name: string, params?: Record<string, unknown>): Record<string, unknown>;
}

/** What the journal of a mock comes to after a client has used it. */
async function journalOf(
  faults: readonly string[],
  use: (client: Client) => Promise<void>,
): Promise<(undisturbed: boolean) => JudgedTraffic> {
  const mock = await startMock({ faults });
  onTestFinished(() => mock.close());
  const profile = loadProfile('mock', { mock });
  let token = '';
  await use({
    state: (name, params) => mock.state(name, params),
    async send(service, method, path, body) {
      // A recorder tells the time in milliseconds.
      await new Promise((resolve) => setTimeout(resolve, 3));
      const headers = { accept: 'application/json', ...(token === '' ? {} : { authorization: `Bearer ${token}` }) };
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      const url = new URL(path, profile.services[service]?.baseUrl);
      const response = await fetch(url, { method, headers: { ...headers, 'content-type': 'application/json' }, ...sent });
      const text = await response.text();
      const answer: Record<string, unknown> = text === '' ? {} : JSON.parse(text);
      if (typeof answer['bearer_token'] === 'string') token = answer['bearer_token'];
      return { link: response.headers.get('link'), body: answer };
    },
  });
  const har = join(temporaryFolder(), 'journal.har');
  writeFileSync(har, await (await fetch(`${mock.control}/journal.har`)).text());
  return (undisturbed) => judgeTraffic(har, { profile, undisturbed });
}

const failing = ({ clauses }: JudgedTraffic): readonly string[] =>
  clauses.flatMap(({ clause, verdict }) => (verdict === 'fail' ? [clause.id] : []));

const GROUPS = 'privileged-access';

/** Signs in with a key; answers with the path of the team's groups. */
async function openTeam({ send, state }: Client, provided: string, params?: Record<string, unknown>): Promise<string> {
  const { team_name: team, key_id, key_secret } = state(provided, params);
  await send(GROUPS, 'POST', `/v1/teams/${String(team)}/service_token`, { key_id, key_secret });
  return `/v1/teams/${String(team)}/groups`;
}

async function groupComesAndGoes(client: Client): Promise<void> {
  const groups = await openTeam(client, 'a service user with an API key');
  await client.send(GROUPS, 'POST', groups, { name: 'night-watch', roles: ['end_user'] });
  await client.send(GROUPS, 'GET', groups);
  await client.send(GROUPS, 'GET', `${groups}/night-watch`);
  await client.send(GROUPS, 'DELETE', `${groups}/night-watch`);
  await client.send(GROUPS, 'GET', `${groups}/night-watch`);
  await client.send(GROUPS, 'GET', groups);
}

/** From page to page, and back. */
async function listIsWalked(client: Client): Promise<void> {
  const groups = await openTeam(client, 'a team with groups', { count: 5 });
  const linkOf = (link: string | null, relation: string): string =>
    new RegExp(`<([^>]+)>; *rel="${relation}"`).exec(link ?? '')?.[1] ?? groups;
  const first = await client.send(GROUPS, 'GET', `${groups}?count=2`);
  const second = await client.send(GROUPS, 'GET', linkOf(first.link, 'next'));
  const third = await client.send(GROUPS, 'GET', linkOf(second.link, 'next'));
  await client.send(GROUPS, 'GET', linkOf(third.link, 'prev'));
}

/** One of a user whose password has expired, and one of somebody who must enroll. */
async function transactionsAreRead({ send, state }: Client): Promise<void> {
  const signIn = async (user: string): Promise<Record<string, unknown>> => {
    const { login, password } = state(user);
    const { body } = await send('authentication', 'POST', '/api/v1/authn', { username: login, password });
    await send('authentication', 'POST', '/api/v1/authn', { stateToken: body['stateToken'] });
    return body;
  };
  await signIn('a user whose password has expired');
  const body = await signIn('a user who must enroll a factor');
  await send('authentication', 'POST', '/api/v1/authn/cancel', { stateToken: body['stateToken'] });
  await send('authentication', 'POST', '/api/v1/authn', { stateToken: body['stateToken'] });
}

test.each<[string, (client: Client) => Promise<void>, readonly string[]]>([
  ['a group that comes and goes', groupComesAndGoes, ['pam.errors.resource-does-not-exist-deleted', 'pam.pagination.objects-in-list']],
  ['a list that is walked', listIsWalked, ['pam.pagination.no-duplicates', 'pam.pagination.prev-link', 'pam.pagination.count-carried']],
  ['transactions that are read and cancelled', transactionsAreRead, ['authn.resources.transaction.expiry']],
])('%s violates nothing, and shows the clauses of its order', async (_what, use, shown) => {
  const judged = (await journalOf([], use))(true);
  const passed = judged.clauses.flatMap(({ clause, verdict }) => (verdict === 'pass' ? [clause.id] : []));
  expect({ failing: failing(judged), skipped: judged.skipped.unread }).toEqual({ failing: [], skipped: 0 });
  expect(passed).toEqual(expect.arrayContaining([...shown]));
});

test.each<[string, (client: Client) => Promise<void>, ...string[]]>([
  ['pam-deleted-group-found', groupComesAndGoes, 'pam.errors.resource-does-not-exist-deleted'],
  ['pam-deleted-group-listed', groupComesAndGoes, 'pam.errors.resource-does-not-exist-deleted'],
  ['pam-next-repeats-one', listIsWalked, 'pam.pagination.no-duplicates', 'pam.pagination.prev-link'],
  ['pam-prev-overlaps', listIsWalked, 'pam.pagination.prev-link'],
  ['pam-count-ignored-later', listIsWalked, 'pam.pagination.count-carried'],
])('%s shows in the order of requests where nobody else changes anything, and only there', async (fault, use, ...clauses) => {
  const judge = await journalOf([fault], use);
  expect({ alone: failing(judge(true)), beside: failing(judge(false)) }).toEqual({ alone: clauses, beside: [] });
});

test('a transaction that ends before it said shows whoever else uses the target', async () => {
  const judge = await journalOf(['authn-transaction-born-dead'], transactionsAreRead);
  expect(failing(judge(false))).toEqual(['authn.resources.transaction.expiry']);
});
