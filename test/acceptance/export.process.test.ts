import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { assay, emptyFolder } from '../support/assay-process.ts';

test('each kind is written into a folder of its own, and named', async () => {
  const folder = emptyFolder();
  const kinds = ['openapi', 'arazzo', 'schemas', 'mermaid', 'k6'];
  const written: unknown[] = [];
  for (const kind of kinds) {
    const { code, stdout, stderr } = await assay(folder, 'export', kind, '--out', kind, '--document', 'authentication');
    written.push([kind, code, stderr, stdout.trim().split('\n').length, readdirSync(join(folder, kind)).toSorted()]);
  }
  expect(written).toEqual([
    ['openapi', 0, '', 2, ['README.md', 'authentication.openapi.json']],
    ['arazzo', 0, '', 4, ['README.md', 'authentication.arazzo.json', 'authentication.openapi.json', 'control-plane.openapi.json']],
    ['schemas', 0, '', expect.any(Number), ['README.md', 'authentication']],
    ['mermaid', 0, '', 2, ['README.md', 'authentication.authentication-transaction.mmd']],
    ['k6', 0, '', 3, ['README.md', 'authentication.k6-operator.yaml', 'authentication.k6.js']],
  ]);
});

test('what there is not, and a folder that is not empty, is refused, and nothing is overwritten', async () => {
  const folder = emptyFolder();
  mkdirSync(join(folder, 'full'));
  writeFileSync(join(folder, 'full', 'mine'), 'mine');
  writeFileSync(join(folder, 'file'), 'mine');
  writeFileSync(join(folder, 'one.yaml'), 'name: one\nservices: { authentication: { baseUrl: "https://id.example.test" } }\n');
  writeFileSync(join(folder, 'nowhere.yaml'), 'name: nowhere\nservices: { authentication: {} }\n');
  const refusals: unknown[] = [];
  for (const args of [
    ['openapi', '--out', 'full'],
    ['openapi', '--out', 'file'],
    ['openapi', '--out', 'file/below'],
    ['raml', '--out', 'new'],
    ['openapi', '--out', 'new', '--document', 'billing'],
    ['openapi', '--out', 'new', '--target', 'one.yaml', '--document', 'governance'],
    ['openapi', '--out', 'new', '--target', 'nowhere.yaml'],
    ['openapi', '--out', 'new', '--target', 'missing.yaml'],
    ['mermaid', '--out', 'new', '--document', 'privileged-access'],
    ['openapi'],
  ]) {
    const { code, stdout, stderr } = await assay(folder, 'export', ...args);
    refusals.push([code, stdout, stderr.split('\n')[0]]);
  }
  expect(refusals).toEqual([
    [2, '', 'assay: --out <folder>/full: expected a new or empty folder, found files in it. Choose another'],
    [2, '', 'assay: --out <folder>/file: expected a new or empty folder, found a file. Choose another'],
    [2, '', 'assay: --out <folder>/file/below: expected a folder at <folder>/file, found a file. Choose another'],
    [2, '', 'assay: export raml: there is no such kind. Known: openapi, arazzo, schemas, mermaid, k6'],
    [2, '', 'assay: --document billing: there is no such document. Known: privileged-access, authentication, governance'],
    [2, '', 'assay: --document governance: the profile one has no such service. It has authentication'],
    [
      2,
      '',
      'assay: <folder>/nowhere.yaml  services.authentication.baseUrl  expected the address of the service, found nothing. Add baseUrl: https://…',
    ],
    [2, '', "assay: --target missing.yaml: there is no such file. 'mock' is the embedded mock server; 'assay init' drafts a profile"],
    [2, '', 'assay: export mermaid: privileged-access has nothing of the kind: the document shows no states. Nothing was written'],
    [2, '', "assay: required option '--out <dir>' not specified"],
  ]);
  expect([readdirSync(folder).toSorted(), readdirSync(join(folder, 'full')), readFileSync(join(folder, 'full', 'mine'), 'utf8')]).toEqual([
    ['file', 'full', 'nowhere.yaml', 'one.yaml'],
    ['mine'],
    'mine',
  ]);
});

test('a document that is named twice is written once', async () => {
  const folder = emptyFolder();
  const { code, stdout } = await assay(folder, 'export', 'openapi', '--out', 'new', '--document', 'governance', '--document', 'governance');
  expect([code, stdout, readdirSync(join(folder, 'new'))]).toEqual([
    0,
    'new/governance.openapi.json\nnew/README.md\n',
    ['README.md', 'governance.openapi.json'],
  ]);
});

test('a profile that binds little has what the document shows, and says what is missing', async () => {
  const folder = emptyFolder();
  writeFileSync(join(folder, 'one.yaml'), 'name: one\nservices: { privileged-access: { baseUrl: "https://pam.example.test/" } }\n');
  const { code } = await assay(folder, 'export', 'openapi', '--out', 'new', '--target', 'one.yaml');
  const exported: { readonly servers: unknown; readonly paths: object; readonly 'x-unbound': readonly string[] } = JSON.parse(
    readFileSync(join(folder, 'new', 'privileged-access.openapi.json'), 'utf8'),
  );
  expect([code, exported.servers, Object.keys(exported.paths), exported['x-unbound'].includes('issueToken')]).toEqual([
    0,
    [{ url: 'https://pam.example.test', description: 'one' }],
    ['/v1/teams/{team_name}/groups', '/v1/teams/{team_name}/{unknown}'],
    true,
  ]);
});
