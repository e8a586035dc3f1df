import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { assay, emptyFolder } from '../support/assay-process.ts';

const narrowed = ['--clause', 'authn.errors.e0000004.*', '--walks', '0'];

test('two deployments are asked the same, and only their differences are told', async () => {
  const folder = emptyFolder();
  const fault = ['--fault', 'authn-refused-with-other-summary'];
  const { code, stdout, stderr } = await assay(folder, 'run', ...narrowed, ...fault, '--against', 'mock', '--out', 'out', '--json');
  const found = JSON.parse(stdout);
  expect([code, found.clauses.map(({ clause }: { readonly clause: string }) => clause), found.observations, found.answers]).toEqual([
    1,
    ['authn.errors.e0000004.summary'],
    [],
    [],
  ]);
  expect(JSON.parse(readFileSync(join(folder, 'out', 'differences.json'), 'utf8'))).toEqual(
    JSON.parse(stdout.replaceAll('<folder>', folder)),
  );
  expect(stderr).toMatch(/\nDIFFERENT {2}mock against mock: 1 clause and 0 observations differ; exit code 1\n/);
  const again = await assay(folder, 'run', ...narrowed, '--against', 'mock', '--out', 'out');
  expect([again.code, again.stderr]).toEqual([
    2,
    'assay: --out <folder>/out: expected a new or empty folder, found files in it. Choose another\n',
  ]);
});

test('what cannot be held against is refused before anything is sent', async () => {
  const folder = emptyFolder();
  writeFileSync(join(folder, 'broken.yaml'), 'name: broken\nservices: { authentication: { baseUrl: nowhere } }\n');
  const complaint = async (...args: readonly string[]): Promise<string> => {
    const { code, stdout, stderr } = await assay(folder, 'run', '--out', 'out', ...args);
    expect([code, stdout]).toEqual([2, '']);
    return stderr;
  };
  expect([
    await complaint('--against', 'nowhere.yaml'),
    await complaint('--against', 'broken.yaml'),
    await complaint('--against', 'mock', '--baseline', 'before'),
  ]).toEqual([
    "assay: --against nowhere.yaml: there is no such file. 'mock' is the embedded mock server; 'assay init' drafts a profile\n",
    expect.stringMatching(/^assay: broken\.yaml:2:\d+ {2}services\.authentication\.baseUrl {2}expected an address such as/),
    'assay: --baseline and --against: expected one of them. Leave the others out\n',
  ]);
});
