import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { SpecError } from '../model/errors.ts';
import { hasExpired, readWaivers } from './waivers.ts';

const KNOWN = { clauses: new Set(['doors.a', 'doors.b']), checks: new Map([['shape/door', ['doors.a', 'doors.b']]]) };

function read(text: string): ReturnType<typeof readWaivers> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-waivers-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'waivers.yaml'), text);
  try {
    return readWaivers(join(folder, 'waivers.yaml'), KNOWN);
  } catch (error) {
    throw error instanceof SpecError ? new SpecError(error.code, error.message.replaceAll(`${folder}/`, '')) : error;
  }
}

const REST = 'reason: known, owner: doors@acme.test, link: https://acme.test/1, expires: 2030-12-31';

test('a waiver knows where it stands and what it speaks of', () => {
  const { waivers, digest } = read(`waivers:\n  - { clause: doors.a, ${REST}, max: 2 }\n  - { check: shape/door, ${REST} }\n`);
  expect(digest).toMatch(/^[0-9a-f]{64}$/);
  expect(waivers.map(({ at, clauses }) => [at().replace(/.*\//, ''), at('expires').replace(/.*\//, ''), clauses])).toEqual([
    ['waivers.yaml:2:5', 'waivers.yaml:2:99', ['doors.a']],
    ['waivers.yaml:3:5', 'waivers.yaml:3:101', ['doors.a', 'doors.b']],
  ]);
});

test('every mistake is told with its place', () => {
  expect(() =>
    read(`waivers:
  - { clause: doors.c, ${REST} }
  - { clause: doors.a, check: shape/door, ${REST} }
  - { ${REST} }
  - { check: shape/dor, ${REST} }
  - { clause: doors.b, ${REST} }
  - { clause: doors.b, ${REST} }
  - { clause: doors.a, ${REST.replace('2030-12-31', '2030-02-30')} }
`),
  ).toThrow(
    new SpecError(
      'waiver-malformed',
      [
        "waivers.yaml:2:15  waivers.0.clause  expected the id of a clause, found 'doors.c'. Did you mean 'doors.a'?",
        "waivers.yaml:3:15  waivers.1.clause  expected either 'clause' or 'check', found both",
        "waivers.yaml:4:5  waivers.2.clause  expected either 'clause' or 'check', found neither",
        "waivers.yaml:5:14  waivers.3.check  expected the id of a check, found 'shape/dor'. Did you mean 'shape/door'?",
        'waivers.yaml:7:15  waivers.5.clause  doors.b is waived above already',
        "waivers.yaml:8:99  waivers.6.expires  expected a day such as 2030-12-31, found '2030-02-30'",
      ].join('\n'),
    ),
  );
  expect(() => read(`waivers:\n  - { clause: doors.a, reason: known, until: 2030-12-31 }\n`)).toThrow(
    /waivers\.yaml:2:46 {2}waivers\.0 {2}expected one of the keys clause, check, reason, owner, link, expires, max, intermittent, found 'until'/,
  );
});

test('a waiver holds through its last day, in UTC', () => {
  const { waivers } = read(`waivers:\n  - { clause: doors.a, ${REST} }\n`);
  const expired = ['2030-12-31T23:59:59.999Z', '2031-01-01T00:00:00.000Z'].map((now) =>
    waivers.map((waiver) => hasExpired(waiver, new Date(now))),
  );
  expect(expired).toEqual([[false], [true]]);
});
