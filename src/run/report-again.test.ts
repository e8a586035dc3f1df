import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DOOR_TOUR } from '../judge/judge-fixtures.ts';
import { doorSpec, sampleSpecs } from '../profile/profile-fixtures.ts';
import type { Report } from '../model/types.ts';
import { publish } from './write-files.ts';
import { reportAgain } from './rejudge.ts';
import { DOOR_RUN, storedRun, temporaryFolder } from '../../test/support/stored-run.ts';

const SPECS = sampleSpecs(doorSpec());
const FILES = [
  'allure-results',
  'annotations.txt',
  'junit.xml',
  'report.html',
  'report.json',
  'run.lock.json',
  'summary.md',
  'trace.ndjson',
];

function stored(folder: string): Report {
  return JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'));
}

test('a run that was killed in the middle of a line has every report, and each says that it is a part', () => {
  const folder = storedRun([DOOR_RUN, ...DOOR_TOUR], {}, '{"type":"excha');
  const { report, files } = reportAgain(folder, SPECS);
  const text = (name: string): string => readFileSync(join(folder, name), 'utf8');
  const why = 'it was killed while it wrote: the last line of its trace is cut off';
  expect({
    outcome: report.outcome,
    partial: report.partial,
    stored: stored(folder).partial,
    files: readdirSync(folder).toSorted(),
    reported: files.every(({ path }) => existsSync(path)),
    summary: text('summary.md').split('\n')[0],
    junit: /name="partial" value="([^"]*)"/.exec(text('junit.xml'))?.[1],
    allure: /^partial=(.*)$/m.exec(text(join('allure-results', 'environment.properties')))?.[1],
  }).toEqual({
    outcome: 'partial',
    partial: why,
    stored: why,
    files: FILES,
    reported: true,
    summary: '# ❔ partial',
    junit: why,
    allure: why,
  });
});

test('reports that stand there are made again to the same bytes', () => {
  const folder = storedRun();
  reportAgain(folder, SPECS);
  const once = FILES.slice(2).map((name) => readFileSync(join(folder, name), 'utf8'));
  writeFileSync(join(folder, 'summary.md'), 'changed');
  reportAgain(folder, SPECS);
  expect(FILES.slice(2).map((name) => readFileSync(join(folder, name), 'utf8'))).toEqual(once);
});

test('a certified run is left as it is', () => {
  const folder = storedRun();
  writeFileSync(join(folder, 'certificate.json'), '{}');
  expect(() => reportAgain(folder, SPECS)).toThrow(
    `${folder}: it is certified, and its files are signed as they are. Copy the folder without its certificate.json to make reports again`,
  );
  expect(readdirSync(folder).toSorted()).toEqual(['certificate.json', 'run.lock.json', 'trace.ndjson']);
});

test('what cannot be made whole leaves what was there', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'one'), 'old');
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' });
  const half = (): void =>
    publish(folder, (stage) => {
      writeFileSync(join(stage, 'one'), 'new');
      throw full;
    });
  expect(half).toThrow(
    expect.objectContaining({
      code: 'disk',
      message: `${folder}: cannot be written: ENOSPC: no space left on device, write. The reports that were there are as they were, and the trace is kept: once that is put right, 'assay report' makes them of it`,
    }),
  );
  expect([readdirSync(folder), readFileSync(join(folder, 'one'), 'utf8')]).toEqual([['one'], 'old']);
});

test('a place where no folder can be made is the user’s to put right', () => {
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  expect(() => publish(file, () => undefined)).toThrow(expect.objectContaining({ code: 'not-writable' }));
});

test('files and folders take the place of those that were there', () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'results'));
  writeFileSync(join(folder, 'results', 'old'), '');
  writeFileSync(join(folder, 'one'), 'old');
  publish(folder, (stage) => {
    mkdirSync(join(stage, 'results'));
    writeFileSync(join(stage, 'results', 'new'), '');
    writeFileSync(join(stage, 'one'), 'new');
  });
  expect([readdirSync(folder).toSorted(), readdirSync(join(folder, 'results')), readFileSync(join(folder, 'one'), 'utf8')]).toEqual([
    ['one', 'results'],
    ['new'],
    'new',
  ]);
});

test('a defect of our own is not taken for the disk’s', () => {
  const folder = temporaryFolder();
  const broken = (): void =>
    publish(folder, () => {
      throw new TypeError('a defect');
    });
  expect(broken).toThrow(new TypeError('a defect'));
});
