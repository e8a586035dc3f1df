import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { readProfile, resolveProfile } from '../../src/profile/load-profile.ts';
import { PACKAGE_ROOT } from '../../src/run/package-root.ts';
import { waiversOf } from '../../src/run/waivers.ts';
import { loadSpecs } from '../../src/model/load.ts';
import { SpecError } from '../../src/model/errors.ts';
import { cases, SEED } from '../support/draw.ts';
import { changed, changes } from './fuzz-stored.ts';

const specs = loadSpecs();
const ENVIRONMENT = {
  VENDOR_PAM_URL: 'https://pam.example.test',
  VENDOR_ID_URL: 'https://id.example.test',
  VENDOR_STATES_URL: 'https://states.example.test',
  VENDOR_STATES_AUTHORIZATION: 'token',
  VENDOR_API_TOKEN: 'token',
  VENDOR_TOKEN_WITHOUT_GOVERNANCE: 'other',
};
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-fuzzed-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Reads a profile as every command does: it is one, or each mistake is told with its place. */
function read(file: string): 'read' | 'refused' {
  try {
    const profile = readProfile(file, specs);
    waiversOf(profile, file, specs);
    resolveProfile(profile, file, ENVIRONMENT, profile.embedded === undefined ? undefined : EMBEDDED);
    return 'read';
  } catch (error) {
    if (!(error instanceof SpecError)) throw error;
    if (error.message.split('\n').every((line) => /^\S*target\.yaml(:\d+:\d+)? {2}\S/.test(line))) return 'refused';
    throw new Error(`a mistake without its place: ${error.message}`, { cause: error });
  }
}

/** Of long lists and mappings the beginning: what comes after it is like it. */
function briefly(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 5).map(briefly);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, 8)
      .map(([key, inner]: [string, unknown]) => [key, briefly(inner)]),
  );
}

const EMBEDDED = {
  services: { 'privileged-access': 'http://127.0.0.1:1', authentication: 'http://127.0.0.1:2', governance: 'http://127.0.0.1:3' },
  control: 'http://127.0.0.1:4',
};

test.each(['mock', 'example-vendor'])('profiles made of %s are taken, or each mistake is told with its place', (name) => {
  const source = briefly(parse(readFileSync(join(PACKAGE_ROOT, 'specs', 'profiles', `${name}.yaml`), 'utf8')));
  const file = join(folder, 'target.yaml');
  const answers = new Set<string>();
  fc.assert(
    fc.property(changes, (all) => {
      writeFileSync(file, stringify(changed(source, all)) ?? '');
      answers.add(read(file));
    }),
    { numRuns: cases(900, 80), seed: SEED },
  );
  expect(answers).toEqual(new Set(['read', 'refused']));
});

test('texts that are nearly a profile', () => {
  const source = readFileSync(join(PACKAGE_ROOT, 'specs', 'profiles', 'example-vendor.yaml'), 'utf8').slice(0, 2_500);
  const file = join(folder, 'target.yaml');
  const pieces = [
    '&a ',
    '*a',
    '<<: ',
    '!!binary ',
    '!x ',
    '? ',
    '- ',
    ': ',
    '|\n',
    '>-\n',
    '"',
    "'",
    '{',
    '}',
    '[',
    ']',
    '\t',
    '\0',
    '\ufeff',
    '---\n',
    '...\n',
    '%YAML 1.1\n',
    '#',
    '\r',
    '\u2028',
    '\u0085',
    '@',
    '`',
    '~',
    '0x1F',
    '1e999',
    '.nan',
    '2001-01-01',
    'yes',
  ];
  const edit = fc.record({ at: fc.nat({ max: source.length }), cut: fc.nat({ max: 20 }), put: fc.constantFrom(...pieces) });
  fc.assert(
    fc.property(fc.array(edit, { minLength: 1, maxLength: 4 }), (edits) => {
      const text = edits.reduce((before, { at, cut, put }) => `${before.slice(0, at)}${put}${before.slice(at + cut)}`, source);
      writeFileSync(file, text);
      read(file);
    }),
    { numRuns: cases(2_250, 150), seed: SEED },
  );
});
