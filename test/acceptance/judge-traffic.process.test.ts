import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { assay, emptyFolder } from '../support/assay-process.ts';

const PROFILE = `name: acme
services:
  authentication: { baseUrl: https://id.example.test, claims: [authn.primary, authn.errors] }
`;

function session(errorSummary: string): string {
  const body = { errorCode: 'E0000004', errorSummary, errorLink: 'E0000004', errorId: 'oae1', errorCauses: [] };
  const entry = {
    startedDateTime: '2026-01-01T00:00:00.000Z',
    time: 12,
    request: {
      method: 'POST',
      url: 'https://id.example.test/api/v1/authn',
      headers: [{ name: 'Content-Type', value: 'application/json' }],
      postData: { mimeType: 'application/json', text: '{"username":"ada@example.test","password":"Kanarie-7-Horse"}' },
    },
    response: {
      status: 401,
      headers: [{ name: 'Content-Type', value: 'application/json' }],
      content: { mimeType: 'application/json', size: 110, text: JSON.stringify(body) },
    },
  };
  return JSON.stringify({ log: { version: '1.2', creator: { name: 'browser', version: '1' }, entries: [entry] } });
}

test('recorded traffic is judged: what violates a clause is told with its entry, and no secret', async () => {
  const folder = emptyFolder();
  writeFileSync(join(folder, 'assay.yaml'), PROFILE);
  writeFileSync(join(folder, 'good.har'), session('Authentication failed'));
  writeFileSync(join(folder, 'bad.har'), session('Nobody of this name'));
  const good = await assay(folder, 'judge', 'good.har');
  expect([good.code, good.stdout, good.stderr]).toEqual([
    0,
    expect.stringMatching(/^NO VIOLATIONS {2}1 response judged: \d+ clauses hold, 0/),
    '',
  ]);
  const bad = await assay(folder, 'judge', 'bad.har');
  expect([bad.code, bad.stdout]).toEqual([
    1,
    expect.stringMatching(
      /^VIOLATIONS[^]*✗ authn\.errors\.e0000004\.summary[^]* {2}entry 1 {3}POST https:\/\/id\.example\.test\/api\/v1\/authn\n {2}expected {2}.*Authentication failed.*\n {2}received {2}.*Nobody of this name/,
    ),
  ]);
  const json = await assay(folder, 'judge', 'bad.har', '--json');
  expect(json.stdout).not.toContain('Kanarie');
  expect([json.code, JSON.parse(json.stdout)]).toMatchObject([1, { exitCode: 1, skipped: { foreign: 0, unread: 0 } }]);
});

test.each<[string, string]>([
  ['something else', '{"entries":[]}'],
  ['a part of one', session('Authentication failed').slice(0, 200)],
])('a file that is no HTTP Archive but %s is refused with a remedy', async (_, text) => {
  const folder = emptyFolder();
  writeFileSync(join(folder, 'assay.yaml'), PROFILE);
  writeFileSync(join(folder, 'session.har'), text);
  const { code, stderr } = await assay(folder, 'judge', 'session.har');
  expect([code, stderr]).toEqual([2, expect.stringMatching(/^assay: session\.har .*Export the traffic again as HTTP Archive 1\.2/)]);
});

test('a byte order mark is none of the text, and traffic of another host says what to compare', async () => {
  const folder = emptyFolder();
  writeFileSync(join(folder, 'assay.yaml'), PROFILE.replace('id.example.test', 'other.example.test'));
  writeFileSync(join(folder, 'session.har'), `\uFEFF${session('Authentication failed')}`);
  const { code, stdout } = await assay(folder, 'judge', 'session.har');
  expect([code, stdout]).toEqual([
    3,
    expect.stringMatching(
      /^INCONCLUSIVE {2}0 responses judged[^]*\nskipped: 1 entries[^]*\nNothing was judged\. Compare services\.\*\.baseUrl/,
    ),
  ]);
});
