import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkProfile } from '../profile/check-profile.ts';
import { EXIT_CODES } from '../run/outcome.ts';
import { PACKAGE_ROOT } from '../run/package-root.ts';
import { loadSpecs } from '../spec/load.ts';
import type { ProfileFile } from '../spec/types.ts';
import { parseYaml } from '../spec/yaml-file.ts';

const read = (file: string): string => readFileSync(join(PACKAGE_ROOT, file), 'utf8');
const readme = read('README.md');

test('the README has the exit codes of the report', () => {
  const rows = [...readme.matchAll(/^\| (\d) \| `(\w+)` \|/gm)].map(([, code, outcome = '']) => [outcome, Number(code)]);
  expect(Object.fromEntries(rows)).toEqual(EXIT_CODES);
});

test('the README has the fields of the report', () => {
  const [table = ''] = /(?<=\| field \| holds \|\n)(\|.*\n)+/.exec(readme) ?? [];
  const named = [...table.matchAll(/^\| (.+?) \|/gm)].flatMap(([, cell = '']) => [...cell.matchAll(/`(\w+)`/g)].map(([, field]) => field));
  const schema: { readonly properties: object } = JSON.parse(read('specs/meta/report.schema.json'));
  expect(new Set(named)).toEqual(new Set(Object.keys(schema.properties)));
});

test('the profile in the README is one', () => {
  const [text = ''] = /(?<=```yaml\n)[^`]+/.exec(readme) ?? [];
  const { value } = parseYaml<ProfileFile>(text, 'README.md', 'profile');
  expect(() => checkProfile(value, 'README.md', loadSpecs())).not.toThrow();
  expect(Object.keys(value.services ?? {})).toEqual(['privileged-access', 'authentication']);
});
