import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readStoredText, type StoredFile } from './stored-file.ts';

function complaintAbout(make: (path: string) => void, origin: StoredFile['origin']): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-stored-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'file');
  make(path);
  try {
    return readStoredText(path, { limit: 1 << 20, origin });
  } catch (error) {
    return String(error).replaceAll(path, '<file>');
  }
}

const linked = (path: string): void => {
  writeFileSync(`${path}.real`, 'real');
  symlinkSync('file.real', path);
};

test('a folder, a pipe, a link, a device and a file beyond bounds are told in one sentence, and never waited for', () => {
  const remedy = 'Put the file itself there';
  expect([
    complaintAbout((path) => mkdirSync(path), 'named'),
    complaintAbout((path) => execFileSync('mkfifo', [path]), 'named'),
    complaintAbout((path) => symlinkSync('/dev/zero', path), 'named'),
    complaintAbout((path) => symlinkSync('nowhere', path), 'named'),
    complaintAbout(linked, 'found'),
    complaintAbout((path) => {
      writeFileSync(path, '');
      truncateSync(path, 2 ** 40);
    }, 'found'),
    complaintAbout(() => undefined, 'found'),
  ]).toEqual([
    `SpecError: <file>  expected a file, found a folder. ${remedy}`,
    `SpecError: <file>  expected a file, found a pipe. ${remedy}`,
    `SpecError: <file>  expected a file, found a device. ${remedy}`,
    'SpecError: <file>  expected a file, found nothing. Correct the path',
    `SpecError: <file>  expected a file, found a link. ${remedy}`,
    'SpecError: <file>  expected a file of at most 1 MiB, found more. Name another file, or take out what made it grow',
    'SpecError: <file>  expected a file, found nothing. Correct the path',
  ]);
});

test('a file that the user names may be a link', () => {
  expect(complaintAbout(linked, 'named')).toBe('real');
});
