import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { expect, test } from 'vitest';
import { parsedFile } from './parsed-files.ts';
import { SPECS_FOLDER } from './specs-folder.ts';
import { parseYaml } from './yaml-file.ts';

const file = join(SPECS_FOLDER, 'profiles', 'mock.yaml');
const text = readFileSync(file, 'utf8');

test('a profile of the package is known as the build has parsed it, and says where its values stand', () => {
  expect(parsedFile('profile', text)).toEqual(parse(text, { merge: true }));
  const { value, at } = parseYaml<object>(text, file, 'profile');
  expect(value).toEqual(parse(text, { merge: true }));
  const [, line] = /:(\d+):\d+$/.exec(at('/name')) ?? [];
  expect(text.split('\n')[Number(line) - 1]).toMatch(/^name: /);
});

test('one that differs by a character is read itself', () => {
  expect(parsedFile('profile', `${text}\n`)).toBeUndefined();
  expect(() => parseYaml(`${text}\nnonsense: 1\n`, file, 'profile')).toThrow('expected one of the keys');
});

test('whoever changes a value changes none of the others', () => {
  expect(parsedFile('profile', text)).not.toBe(parsedFile('profile', text));
});
