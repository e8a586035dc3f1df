import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { SPECS_FOLDER } from '../../src/model/specs-folder.ts';
import { typeSchema } from './type-schema.ts';
import { TYPES_FOLDER } from './write-types.ts';

const TSC = join(SPECS_FOLDER, '..', 'node_modules', 'typescript', 'bin', 'tsc');

/** What a user may write, and below what is refused. */
const USE = `
import type { Authentication, Governance, PrivilegedAccess } from '${TYPES_FOLDER}/index.js';

export const signedIn: Authentication.Responses['authenticate']['200'] = { status: 'SUCCESS', sessionToken: 't', _embedded: { user: { id: 'u' } } };
export const refused: Authentication.Responses['authenticate']['401'] = { errorCode: 'E0000004' };
export const group: PrivilegedAccess.Group = { name: 'g', roles: ['end_user'] };
export const resource: Governance.Resource = { resourceType: 'APP' };

// @ts-expect-error a status is text
export const number: Authentication.Transaction = { status: 1 };
// @ts-expect-error no such role
export const role: PrivilegedAccess.Group = { roles: ['visitor'] };
// @ts-expect-error no such member
export const member: Governance.Resource = { resourceName: 'r' };
`;

test('the types of responses compile, and refuse what the documents do not show', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-types-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'use.mts');
  writeFileSync(file, USE);
  const flags = ['--noEmit', '--strict', '--ignoreConfig', '--module', 'nodenext', '--types', ''];
  const { stdout, status } = spawnSync(process.execPath, [TSC, ...flags, file], { cwd: folder, encoding: 'utf8' });
  expect({ stdout, status }).toEqual({ stdout: '', status: 0 });
});

test('conjunctions become one schema, and what is no matter of types goes', () => {
  const text = {
    allOf: [
      { type: 'string', clauses: ['a'] },
      { if: { type: 'string' }, then: { format: 'uuid-shaped' }, clauses: ['b'] },
    ],
  };
  const either = {
    anyOf: [
      { type: 'string', format: 'date-time' },
      { type: 'string', pattern: '^x' },
      { type: 'number', minimum: 0 },
    ],
  };
  expect(
    typeSchema({
      properties: { text, either, gone: { not: {} }, list: { allOf: [{ type: 'array' }], items: text } },
      allOf: [{ properties: { text: { enum: ['x', 'y'], clauses: ['c'] } } }],
    }),
  ).toEqual({
    type: 'object',
    properties: {
      text: { type: 'string', enum: ['x', 'y'], description: 'a, b, c' },
      either: { anyOf: [{ type: 'string' }, { type: 'number' }] },
      list: { type: 'array', items: { type: 'string', description: 'a, b' } },
    },
  });
});
