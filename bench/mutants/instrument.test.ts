import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { identifier, instrumentServices } from './instrument.ts';

test('an id holds no position: only equal lines of a file with equal replacements are counted', () => {
  const place = { file: 'governance/views.ts', kind: 'BooleanLiteral', line: 'return true;', replacement: 'false' };
  const [first, second] = ((identify) => [identify(place), identify(place)])(identifier());
  expect(first).toMatch(/^governance\/views:BooleanLiteral:[0-9a-f]{10}$/);
  expect(second).not.toBe(first);
  expect(identifier()(place)).toBe(first);
  expect(identifier()({ ...place, line: 'return !false;' })).not.toBe(first);
});

test('the services of the mock: ids are unique, every document and kind has mutants, faults and tests have none', async () => {
  const { mutants, files } = await instrumentServices(fileURLToPath(new URL('../../src/mock', import.meta.url)));
  expect(new Set(mutants.map(({ id }) => id)).size).toBe(mutants.length);
  expect(new Set(mutants.map(({ document }) => document)).size).toBe(3);
  const kinds = new Set(mutants.map(({ kind }) => kind));
  for (const kind of [
    'ConditionalExpression',
    'EqualityOperator',
    'ArithmeticOperator',
    'StringLiteral',
    'NumericLiteral',
    'CallStatement',
  ])
    expect(kinds).toContain(kind);
  expect([...files.keys()].filter((name) => /fault|test|try-out/.test(name))).toEqual([]);
  expect(
    mutants.filter(({ kind, original, replacement }) => kind === 'NumericLiteral' && Number(original) === Number(replacement)),
  ).toEqual([]);
});
