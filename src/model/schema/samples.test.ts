import { documentOf } from '../document-of.ts';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { loadSpecs } from '../load.ts';
import { SPECS_FOLDER } from '../specs-folder.ts';
import type { OperationRow } from '../types.ts';
import { errorSchema } from './error-schema.ts';
import type { JsonSchema } from './json-schema.ts';
import { responseSchema } from './response-schema.ts';
import { createValidator } from './validator.ts';

const folder = join(resolve(process.env['ASSAY_SAMPLES'] ?? join(SPECS_FOLDER, '../../shared/samples')), 'authentication');
const absent = !existsSync(folder);
if (absent) process.stderr.write(`NOT TESTED: there are no samples in ${folder}; give their folder in ASSAY_SAMPLES\n`);

const spec = documentOf(loadSpecs(), 'authentication');

// Every flow answers a transaction, those of operations that the document doesn't show too.
const notShown: OperationRow = { id: 'notShown', clauses: [], responses: [{ resource: 'Transaction', clauses: [] }] };

interface Body {
  readonly status?: string;
  readonly errorCode?: string;
  readonly errorSummary?: string;
}

/** The clauses that forbid a body, or 'accepted'. */
function judged([file = '', http = '', method, path = '']: readonly string[]): string {
  const body: Body = JSON.parse(readFileSync(join(folder, file), 'utf8'));
  const operation =
    spec.endpoints.operations.find((row) => row.method === method && withoutParameters(row.path ?? '') === withoutParameters(path)) ??
    notShown;
  const status = http === '' ? 200 : Number(http);
  const view = {
    status,
    headers: { 'content-type': 'application/json' },
    body,
    error: body.errorCode,
    errorText: body.errorSummary,
    state: body.status,
  };
  const schemas = [
    responseSchema(spec, { operation, status, state: body.status, caller: undefined }),
    ...spec.errors.errors.map((row) => errorSchema(spec, row)),
  ];
  const validator = createValidator();
  const violations = schemas
    .filter((schema): schema is JsonSchema => schema !== undefined)
    .flatMap((schema) => validator.judge(schema, view).violations);
  return violations.length === 0 ? 'accepted' : [...new Set(violations.flatMap(({ clauses }) => clauses))].toSorted().join(' ');
}

/** The rows of a table in tab-separated values, without its header. */
function readRows(file: string | URL): readonly (readonly string[])[] {
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'));
}

function withoutParameters(path: string): string {
  return path.replaceAll(/\$?\{[^}]*\}/g, '{}');
}

test.skipIf(absent)('the bodies that a deployment prints are refused where a statement forbids them, and only there', () => {
  const rows = readRows(new URL('samples.tsv', import.meta.url)).map(([file, refusedBy]) => [file, refusedBy]);
  const verdicts = readRows(join(folder, 'index.tsv')).map((row) => [row[0], judged(row)]);
  expect(verdicts).toHaveLength(30);
  expect(Object.fromEntries(verdicts)).toEqual(Object.fromEntries(rows));
});
