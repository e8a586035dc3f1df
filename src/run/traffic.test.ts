import { gzipSync } from 'node:zlib';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadSpecs } from '../model/load.ts';
import { readProfile } from '../profile/load-profile.ts';
import { runInProcess, type InProcessRun } from '../qualify/in-process.ts';
import { renderHar } from '../report/har.ts';
import { temporaryFolder } from '../../test/support/stored-run.ts';
import { judgeTraffic, readTraffic, type RecordedEntry } from './traffic.ts';

const specs = loadSpecs();
const file = 'specs/profiles/mock.yaml';
const source = readProfile(file, specs);

/** Everything that a run on the mock has sent, as an HTTP Archive has it. */
async function recorded(
  faults: readonly string[],
): Promise<{ readonly run: InProcessRun; readonly entries: readonly RecordedEntry[]; readonly traced: readonly RecordedEntry[] }> {
  const run = await runInProcess(specs, source, file, { seed: 1, faults, depth: 'quick' });
  const folder = mkdtempSync(join(tmpdir(), 'assay-har-'));
  try {
    const har = join(folder, 'run.har');
    writeFileSync(har, renderHar({ tool: { name: 'assay', version: '1.2.3' } }, run.events));
    const trace = join(folder, 'trace.ndjson');
    writeFileSync(trace, run.events.map((event) => `${JSON.stringify(event)}\n`).join(''));
    return { run, entries: readTraffic(har), traced: readTraffic(trace) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const clean = await recorded([]);

test('traffic of a deployment that does what the documents say violates nothing, and shows many clauses', () => {
  const { clauses, exchanges, skipped, exitCode } = judgeTraffic(clean.entries, clean.run.profile, specs);
  expect(clauses.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
  expect(exitCode).toBe(0);
  expect(clauses.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(150);
  expect(exchanges.length + skipped.foreign + skipped.unread).toBe(clean.entries.length);
  expect(skipped.foreign).toBeLessThan(clean.entries.length / 10);
});

/** Each shows in a single response. */
const FAULTS = {
  'authn-refused-with-other-summary': 'authn.errors.e0000004.summary',
  'authn-recovery-type-everywhere': 'authn.resources.transaction.recovery-type-others',
  'pam-group-id-short': 'pam.resources.group.id-uuid-shaped',
  'pam-reset-in-milliseconds': 'pam.limits.header-reset',
  'gov-grant-action-in-lower-case': 'gov.resources.grant.enumerations',
};

test('defects of single responses are found in recorded traffic, and nothing that a run does not find', async () => {
  const { run, entries, traced } = await recorded(Object.keys(FAULTS));
  const failing = (clauses: InProcessRun['judgement']['clauses']): readonly string[] =>
    clauses.flatMap(({ clause, verdict }) => (verdict === 'fail' ? [clause.id] : []));
  const { clauses, exitCode } = judgeTraffic(entries, run.profile, specs);
  const found = failing(clauses);
  expect({ exitCode, found }).toEqual({ exitCode: 1, found: expect.arrayContaining(Object.values(FAULTS)) });
  expect(failing(run.judgement.clauses)).toEqual(expect.arrayContaining([...found]));
  expect(failing(judgeTraffic(traced, run.profile, specs).clauses)).toEqual(found);
});

test('what is not of the target, and what was not recorded whole, is counted and not judged', () => {
  const entry = clean.entries.find(({ request }) => request.url.endsWith('/api/v1/authn'));
  if (entry === undefined) throw new Error('nobody has signed in');
  const { request, response } = entry;
  const { skipped, exchanges, exitCode } = judgeTraffic(
    [
      { ...entry, request: { ...request, url: 'https://elsewhere.example.test/' } },
      { ...entry, startedDateTime: '2026-99-99T00:00:00Z' },
      { ...entry, response: { ...response, content: { size: 20 } } },
      { ...entry, response: { ...response, content: { ...response.content, text: '' } } },
      { ...entry, response: { ...response, content: { ...response.content, encoding: 'base64' } } },
      { ...entry, response: { ...response, content: { ...response.content, encoding: 'steered' } } },
      { ...entry, response: { ...response, content: { text: gzipSync('{}').toString('base64'), encoding: 'base64' } } },
      { ...entry, response: { ...response, status: 0 } },
      { ...entry, response: { ...response, status: -1 } },
    ],
    clean.run.profile,
    specs,
  );
  expect({ skipped, exchanges, exitCode }).toEqual({ skipped: { foreign: 1, unread: 8 }, exchanges: [], exitCode: 3 });
});

test.each(['2026-13-01T00:00:00Z', '2026-01-32T00:00:00Z', '2026-01-01T25:00:00Z', '2026-01-01T00:61:00Z'])(
  '%s is no timestamp',
  (time) => {
    const issued = clean.entries.find(({ response }) => response.content.text?.includes('"expires_at"'));
    if (issued === undefined) throw new Error('no token was issued');
    const text = (issued.response.content.text ?? '').replace(/("expires_at":)(?:"[^"]*"|\d+)/, `$1"${time}"`);
    const { clauses } = judgeTraffic([{ ...issued, response: { ...issued.response, content: { text } } }], clean.run.profile, specs);
    const failing = clauses.filter(({ verdict }) => verdict === 'fail').map(({ clause }) => clause.id);
    expect(failing).toContain('pam.resources.token.expires-at');
  },
);

test("another host, or another path, whose address begins like the target's is not the target", () => {
  const { profile } = clean.run;
  const { authentication } = profile.services;
  if (authentication === undefined) throw new Error('the mock has no service for authentication');
  const services = { authentication: { ...authentication, baseUrl: 'https://id.example.test/tenant' } };
  const entry = clean.entries.find(({ request }) => request.url.endsWith('/api/v1/authn'));
  if (entry === undefined) throw new Error('nobody has signed in');
  const skipped = ['https://id.example.test/tenant', 'https://id.example.test.evil/tenant', 'https://id.example.test/tenants'].map(
    (base) => {
      const there = { ...entry, request: { ...entry.request, url: `${base}/api/v1/authn` } };
      return judgeTraffic([there], { ...profile, embedded: false, services }, specs).skipped.foreign;
    },
  );
  expect(skipped).toEqual([0, 1, 1]);
});

test('secrets of recorded traffic are replaced', () => {
  const entry = clean.entries.find(({ request, response }) => request.url.endsWith('/api/v1/authn') && response.status === 200);
  if (entry === undefined) throw new Error('nobody has signed in');
  const text = JSON.stringify({ ...JSON.parse(entry.response.content.text ?? '{}'), sessionToken: 'kanarie-in-the-body' });
  const postData = { text: JSON.stringify({ username: 'ada@example.test', password: 'kanarie-in-the-form' }) };
  const planted = { ...entry, request: { ...entry.request, postData }, response: { ...entry.response, content: { text } } };
  const judged = JSON.stringify(judgeTraffic([planted], clean.run.profile, specs));
  expect(judged).toContain('~session-token');
  expect(judged).not.toContain('kanarie');
});

const CANARY = 'k3J9xQ7mZ2pR5tY8';

test.each<[string, (entry: RecordedEntry) => RecordedEntry]>([
  [
    'a form that was kept as its parameters',
    (entry) => ({ ...entry, request: { ...entry.request, postData: { params: [{ name: 'password', value: CANARY }, {}] } } }),
  ],
  ['the query', (entry) => ({ ...entry, request: { ...entry.request, queryString: [{ name: 'stateToken', value: CANARY }] } })],
  ['cookies of the request', (entry) => ({ ...entry, request: { ...entry.request, cookies: [{ name: 'x', value: CANARY }] } })],
  ['cookies of the response', (entry) => ({ ...entry, response: { ...entry.response, cookies: [{ name: 'x', value: CANARY }] } })],
])('a secret that stands in %s alone is replaced where it comes back', (_what, planted) => {
  const [entry] = clean.entries;
  if (entry === undefined) throw new Error('no entry');
  const text = JSON.stringify({ errorSummary: `refused: ${CANARY}` });
  const echoing = { ...entry, response: { ...entry.response, content: { text } } };
  const { exchanges, clauses } = judgeTraffic([planted(echoing)], clean.run.profile, specs);
  expect([exchanges.length, JSON.stringify([exchanges, clauses]).includes(CANARY)]).toEqual([1, false]);
});

test('a secret that only a later entry shows is replaced in the earlier ones', () => {
  const entry = clean.entries.find(({ request, response }) => request.url.endsWith('/api/v1/authn') && response.status === 200);
  if (entry === undefined) throw new Error('nobody has signed in');
  const told = { ...entry, response: { ...entry.response, content: { text: '{"status":"SUCCESS","note":"kanarie-of-later"}' } } };
  const shown = { ...entry, request: { ...entry.request, postData: { text: '{"username":"ada","password":"kanarie-of-later"}' } } };
  expect(JSON.stringify(judgeTraffic([told, shown], clean.run.profile, specs))).not.toContain('kanarie');
});

test.each<[string, (entry: RecordedEntry) => RecordedEntry]>([
  [
    '20,000 cookies',
    (entry) => ({
      ...entry,
      response: {
        ...entry.response,
        headers: Array.from({ length: 20_000 }, (_, index) => ({ name: 'set-cookie', value: `sid=a-session-of-${index}-anybody` })),
      },
    }),
  ],
  [
    '20,000 secrets that were sent',
    (entry) => ({
      ...entry,
      request: {
        ...entry.request,
        postData: { text: JSON.stringify({ password: Array.from({ length: 20_000 }, (_, index) => `a-password-of-${index}`) }) },
      },
    }),
  ],
])('an entry with more than a run takes in is counted and not judged: %s', (_what, change) => {
  const entry = clean.entries.find(({ request }) => request.url.endsWith('/api/v1/authn'));
  if (entry === undefined) throw new Error('nobody has signed in');
  expect(judgeTraffic([change(entry)], clean.run.profile, specs)).toMatchObject({ skipped: { foreign: 0, unread: 1 }, exchanges: [] });
});

test.each([
  ['no JSON', 'log', /expected JSON, found/],
  ['an entry without its response', '{"log":{"entries":[{"startedDateTime":"2026-01-01T00:00:00Z"}]}}', /entries.*request/],
  ['a secret where none belongs', '{"log":{"entries":["kanarie"]}}', /entries\.0 {2}expected object, found a text/],
])('%s: the file is refused with what is wrong', (_, text, says) => {
  const har = join(temporaryFolder(), 'session.har');
  writeFileSync(har, text);
  expect(() => readTraffic(har)).toThrow(says);
});
