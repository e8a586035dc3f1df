import { expect, test } from 'vitest';
import { createIdentifiers } from './identifiers.ts';

const sequence = (seed: number): readonly string[] => {
  const next = createIdentifiers(seed);
  return Array.from({ length: 500 }, () => next(8));
};

test('the same seed gives the same identifiers, another one others', () => {
  const seven = sequence(7);
  const others = [...sequence(8), ...sequence(2 ** 32 + 7)];
  expect({ same: sequence(7), shared: others.filter((id) => seven.includes(id)) }).toEqual({ same: seven, shared: [] });
});

test('identifiers do not repeat and use every letter and digit', () => {
  const ids = sequence(1);
  expect({
    distinct: new Set(ids).size,
    characters: new Set(ids.join('')).size,
    fits: ids.every((id) => /^[0-9A-Za-z]{8}$/.test(id)),
  }).toEqual({ distinct: 500, characters: 62, fits: true });
});
