import { expect, test } from 'vitest';
import { loadSpecs } from '../model/load.ts';
import { createValidator } from '../model/schema/validator.ts';

const { authentication } = loadSpecs().documents;
const { clauses = [], schema = {} } = authentication?.resources.rules?.find(({ id }) => id === 'factors-info-is-keyed-by-id') ?? {};

test.each([
  ['an id', '00ufs1', ['00ufs1'], true],
  ['the type of a factor', 'push', ['00ufs1'], false],
  ['an ordinal', '1', ['00ufs1'], false],
  ['an id that is counted up', '1', ['1', '2'], true],
])('%s as a key of factorsPolicyInfo', (_what, key, ids, isPermitted) => {
  const policy = { factorsPolicyInfo: { [key]: { autoPushEnabled: true } } };
  const found = ['factor', 'factors'].map((name) =>
    createValidator().judge({ ...schema, clauses }, { body: { _embedded: { policy, [name]: ids.map((id) => ({ id })) } } }),
  );
  expect(found.map(({ violations }) => violations.length)).toEqual(isPermitted ? [0, 0] : [1, 1]);
});
