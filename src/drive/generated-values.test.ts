import fc from 'fast-check';
import { expect, test } from 'vitest';
import { freshValue } from './generated-values.ts';

const KINDS = ['password', 'name', 'login', 'id', 'token', 'deviceToken', 'fingerprint', 'uuid', 'text', 'integer', 'boolean', 'ip'];

test('the same seed and name give the same value', () => {
  fc.assert(
    fc.property(fc.constantFrom(...KINDS), fc.integer(), (name, seed) => {
      expect(freshValue(name, seed)).toEqual(freshValue(name, seed));
    }),
  );
});

test('another seed, and another number after the name, give another value', () => {
  fc.assert(
    fc.property(fc.constantFrom('password', 'login', 'token', 'uuid'), fc.integer(), fc.integer(), (name, one, other) => {
      fc.pre(one !== other);
      expect(freshValue(name, one)).not.toEqual(freshValue(name, other));
      expect(freshValue(`${name}1`, one)).not.toEqual(freshValue(`${name}2`, one));
    }),
  );
});

test('a kind that is not known has no value', () => {
  expect(freshValue('colour', 1)).toBeUndefined();
});

test.each([
  ['password', /^(?=.*[a-z])(?=.*[A-Z])(?=.*[0-9])(?=.*[!#%+]).{24}$/],
  ['login', /^assay\.[a-z]{10}@example\.test$/],
  ['uuid', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/],
  ['ip', /^198\.18\.\d{1,3}\.\d{1,3}$/],
])('a fresh %s has the form that a target takes', (name, pattern) => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      expect(freshValue(name, seed)).toMatch(pattern);
    }),
  );
});
