import { chmodSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { claimFolder, demandFreeFolder } from './write-files.ts';

function place(): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-free-'));
  mkdirSync(join(folder, 'empty'));
  writeFileSync(join(folder, 'file'), '');
  return folder;
}

/** What is said of the folder, its own place left out. */
function messageOf(folder: string, name: string): string {
  try {
    demandFreeFolder(join(folder, name));
    return '';
  } catch (error) {
    return String(error).replaceAll(folder, '…');
  }
}

test.each([
  ['empty', ''],
  ['not/there/yet', ''],
  ['file', 'expected a new or empty folder, found a file'],
  ['.', 'expected a new or empty folder, found files in it'],
  ['file/below', 'expected a folder at …/file, found a file. Choose another'],
])('a folder of its own: %s', (name, expected) => {
  const folder = place();
  expect(messageOf(folder, name)).toContain(expected);
  expect(readdirSync(folder)).toEqual(['empty', 'file']);
});

// Whoever may do everything may write there as well.
test.skipIf(process.getuid?.() === 0 || process.platform === 'win32')('a folder that may not be written to', () => {
  const folder = place();
  chmodSync(join(folder, 'empty'), 0o555);
  expect(messageOf(folder, 'empty/below')).toContain('…/empty may not be written to');
});

test('of two that begin in a folder at the same time one does, and nothing of the claim stays', () => {
  const folder = join(place(), 'not', 'there');
  const begun = claimFolder(folder, () => {
    expect(() => claimFolder(folder, () => 'second')).toThrow(/expected a new or empty folder, found files in it/);
    writeFileSync(join(folder, 'trace'), '');
    return 'first';
  });
  expect([begun, readdirSync(folder)]).toEqual(['first', ['trace']]);
  expect(() => claimFolder(folder, () => 'third')).toThrow('found files in it');
});

test('one that could not begin leaves the folder to others', () => {
  const folder = join(place(), 'empty');
  expect(() =>
    claimFolder(folder, () => {
      throw new Error('no room');
    }),
  ).toThrow('no room');
  expect(claimFolder(folder, () => readdirSync(folder).length)).toBe(1);
});

test.skipIf(process.platform !== 'linux')('a place where no folder can be made is told at once', () => {
  expect(() => claimFolder('/proc/assay/run', () => 'begun')).toThrow(/ENOENT/);
});
