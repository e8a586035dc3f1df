import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { textLines } from './text-lines.ts';

const ANY = { limit: Infinity, origin: 'named' } as const;

test('lines that are longer than what is read at once come whole, and a part of a file can be read again', () => {
  const at = mkdtempSync(join(tmpdir(), 'assay-lines-'));
  onTestFinished(() => rmSync(at, { recursive: true }));
  const lines = ['first', 'é'.repeat(800_000), '', 'x'.repeat(2_500_000), 'last'];
  const file = join(at, 'lines.txt');
  writeFileSync(file, lines.join('\n'));
  const read = [...textLines({ file, from: 0, to: statSync(file).size, line: 1 }, ANY)];
  expect(read.map(({ text }) => text)).toEqual(lines);
  expect(read.map(({ number, isWhole }) => [number, isWhole])).toEqual([
    [1, true],
    [2, true],
    [3, true],
    [4, true],
    [5, false],
  ]);
  const [, second, , fourth] = read;
  const part = [...textLines({ file, from: second?.from ?? 0, to: fourth?.to ?? 0, line: 2 }, ANY)];
  expect(part.map(({ text, number }) => [text.length, number])).toEqual([
    [800_000, 2],
    [0, 3],
    [2_500_000, 4],
  ]);
});
