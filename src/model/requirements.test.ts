import { expect, test } from 'vitest';
import { loadSpecs } from './load.ts';
import { PACKAGE_VERSION } from './package-version.ts';
import { readRequirements, requirementsOf } from './requirements.ts';
import type { IndexedClause, Specs } from './types.ts';

const clause = (id: string, about: Partial<IndexedClause>): readonly [string, IndexedClause] => [
  id,
  {
    id,
    document: 'authentication',
    source: { section: 'Doors', line: 1, digest: '00000000' },
    says: id,
    status: 'testable',
    feature: 'authn.doors',
    ...about,
  },
];

test('clauses that can be judged are scored, provisional ones apart, others not at all', () => {
  const specs: Specs = {
    ...loadSpecs(),
    digest: 'abc',
    clauses: new Map([
      clause('doors.open', {}),
      clause('doors.creak', { provisional: true }),
      clause('doors.rust', { status: 'reference-only' }),
      clause('doors.paint', { status: 'informative' }),
    ]),
  };
  expect(requirementsOf(specs, '1.2.3')).toEqual({
    version: '1.2.3',
    specs: 'abc',
    scored: ['doors.open', 'doors.rust'],
    provisional: ['doors.creak'],
  });
});

test('the requirements of this version are those of the specs beside them', () => {
  expect(readRequirements(PACKAGE_VERSION)).toEqual(requirementsOf(loadSpecs(), PACKAGE_VERSION));
});

test('a version that was never released has none', () => {
  expect(readRequirements('0.0.0')).toBeUndefined();
});
