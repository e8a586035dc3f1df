import { documentOf } from '../document-of.ts';
import { expect, test } from 'vitest';
import type { DocumentSpec, ErrorRow } from '../types.ts';
import { loadSpecs } from '../load.ts';
import { errorSchema } from './error-schema.ts';
import { createValidator } from './validator.ts';

const row: ErrorRow = {
  name: 'E1',
  status: 401,
  summary: 'Sign-in (plain) failed',
  condition: 'it failed',
  clauses: ['authn.errors.e1.status', 'authn.errors.e1.summary'],
};
const spec: DocumentSpec = {
  ...documentOf(loadSpecs(), 'authentication'),
  errors: { errors: [row, { ...row, status: 403 }] },
};

function clausesAgainst(view: object): readonly (readonly string[])[] {
  return createValidator()
    .judge(errorSchema(spec, row) ?? {}, view)
    .violations.map(({ clauses }) => clauses);
}

test('an error comes with a status that is documented for it', () => {
  expect([401, 403, 500].map((status) => clausesAgainst({ status, error: 'E1' }))).toEqual([[], [], [['authn.errors.e1.status']]]);
});

test('its text is the documented one but for case, white space and closing punctuation', () => {
  const against = (errorText: string): number => clausesAgainst({ status: 401, error: 'E1', errorText }).length;
  expect(['Sign-in (plain) failed', ' SIGN-IN  (plain)\nfailed. ', 'Sign-in (plain) failed!'].map(against)).toEqual([0, 0, 0]);
  expect(['Sign-in plain failed', 'Sign-in (plain) failed: why', ''].map(against)).toEqual([1, 1, 1]);
});

test('other errors, and rows without a name, are none of its business', () => {
  expect(clausesAgainst({ status: 500, error: 'E2', errorText: 'x' })).toEqual([]);
  expect(errorSchema(spec, { ...row, named: false })).toBeUndefined();
});
