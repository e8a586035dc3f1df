import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { assay, assayWith, emptyFolder } from '../support/assay-process.ts';
import { readReport } from '../support/run-folder.ts';
import { startLibrary } from './server.ts';

const SPECS = join(import.meta.dirname, 'specs');

test('assay run --specs judges a document of the user, and assay report judges it again', async () => {
  const folder = emptyFolder();
  const library = await startLibrary('cards never end');
  onTestFinished(library.close);
  const profile = join(import.meta.dirname, 'profile.yaml');
  const flags = ['--specs', SPECS, '--target', profile, '--document', 'lending', '--out', 'run'];
  expect(await assayWith({ LIBRARY_URL: library.url }, folder, 'run', ...flags)).toMatchObject({ code: 1 });
  const red = (): unknown => readReport(join(folder, 'run')).report.clauses.flatMap(({ id, verdict }) => (verdict === 'fail' ? [id] : []));
  expect(red()).toEqual(['lend.card.valid-until']);
  expect(await assay(folder, 'report', 'run', '--specs', SPECS)).toMatchObject({ code: 1 });
  expect(red()).toEqual(['lend.card.valid-until']);
  expect(await assay(folder, 'report', 'run')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("found 'lending'. Give the folder of specs that has it with --specs"),
  });
});

test('assay run --specs sends nothing where a folder of it is no document', async () => {
  const folder = emptyFolder();
  mkdirSync(join(folder, 'specs', 'drafts'), { recursive: true });
  expect(await assay(folder, 'run', '--specs', 'specs')).toEqual({
    code: 2,
    stdout: '',
    stderr:
      'assay: specs/drafts/document.yaml:1:1  expected the file, found none. Write it with title and idPrefix, or move the folder elsewhere: each folder here is a document\n',
    errorCode: 'specs-malformed',
  });
});

test('assay init --specs writes a profile of a document of the user, and assay load --specs plans a load of it', async () => {
  const folder = emptyFolder();
  const specs = ['--specs', SPECS];
  const asked = await assay(folder, 'init', ...specs, '--lend', 'https://library.example.test', '--name', 'library', '--yes');
  expect(asked).toMatchObject({ code: 0 });
  const flags = ['--target', 'target.yaml', '--document', 'lending', '--rate', '2', '--dry-run', '--json'];
  const { code, stdout } = await assay(folder, 'load', 'saturate', ...specs, ...flags);
  expect([code, JSON.parse(stdout)]).toMatchObject([0, { document: 'lending', origin: 'https://library.example.test' }]);
  expect(await assay(folder, 'load', 'saturate', ...flags)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--document lending: there is no such document'),
  });
});
