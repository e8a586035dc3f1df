import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { globPattern, isFiltered, isJudgeable, isSelected } from './selection.ts';
import type { ClauseStatus, IndexedClause } from './types.ts';

const clause = (id: string, status: ClauseStatus = 'testable'): IndexedClause => ({
  id,
  document: 'authentication',
  feature: 'authn.primary',
  source: { section: 'Limits', item: 1, digest: '00000000' },
  says: 'something',
  status,
});

test('no filter takes all; several must all agree', () => {
  const one = clause('authn.limits.numbers');
  expect(isSelected(one, {})).toBe(true);
  expect(isSelected(one, { documents: ['authentication'], features: ['authn.primary'], clauses: 'authn.**' })).toBe(true);
  expect(isSelected(one, { documents: ['governance'], features: ['authn.primary'] })).toBe(false);
  expect(isSelected(one, { documents: ['authentication'], features: ['authn.mfa'] })).toBe(false);
  expect(isSelected(one, { clauses: 'pam.**' })).toBe(false);
  expect([isFiltered({}), isFiltered({ features: [] })]).toEqual([false, true]);
});

test('a glob without stars takes the text itself and no other', () => {
  const ids = fc.stringMatching(/^[a-z.+?^${}()|[\]\\-]{0,8}$/);
  fc.assert(
    fc.property(ids, ids, (glob, id) => {
      expect(globPattern(glob).test(id)).toBe(glob === id);
    }),
  );
});

test.each([
  ['stars in a row', `${'*'.repeat(1_000)}z`],
  ['stars between letters', `${'**e'.repeat(50)}z`],
  ['alternating stars', `${'*.**.'.repeat(30)}z`],
  ['a name of a megabyte', 'e'.repeat(1_000_000)],
])('a glob is held against an id in one pass: %s', (_what, glob) => {
  expect(globPattern(glob).test('authn.resources.server.every-element-seen-there-here-e.e.e.e.e')).toBe(false);
});

test('one star stays in its component, two cross them', () => {
  const taken = (glob: string): readonly string[] =>
    ['authn.limits', 'authn.limits.numbers', 'authn.links'].filter((id) => globPattern(glob).test(id));
  expect(taken('authn.*')).toEqual(['authn.limits', 'authn.links']);
  expect(taken('authn.**')).toEqual(['authn.limits', 'authn.limits.numbers', 'authn.links']);
  expect(taken('*.lim*')).toEqual(['authn.limits']);
  expect(taken('**.numbers')).toEqual(['authn.limits.numbers']);
});

test('of several globs any may match', () => {
  const ids = ['authn.limits', 'authn.links', 'gov.links', 'gov.links.self'];
  expect(ids.filter((id) => globPattern('authn.limits,gov.**').test(id))).toEqual(['authn.limits', 'gov.links', 'gov.links.self']);
  expect(ids.filter((id) => globPattern('authn,links').test(id))).toEqual([]);
});

test('judgeable is what is testable, with control over the target or without', () => {
  const statuses: readonly ClauseStatus[] = ['testable', 'reference-only', 'informative', 'unspecified'];
  expect(statuses.filter((status) => isJudgeable(clause('authn.a', status)))).toEqual(['testable', 'reference-only']);
});
