import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { atPointer, pointerSegments, valueAt } from './pointer.ts';

const escaped = (segment: string): string => segment.replaceAll('~', '~0').replaceAll('/', '~1');

test('the segments of a pointer are what was escaped into it', () => {
  const paths = fc.array(fc.string()).filter((path) => path.length !== 1 || path[0] !== '');
  fc.assert(
    fc.property(paths, (path) => {
      expect(pointerSegments(path.map((segment) => `/${escaped(segment)}`).join(''))).toEqual(path);
    }),
  );
});

test('a pointer leads to what was put there, through objects and arrays', () => {
  const segments = fc.string().filter((segment) => segment !== '__proto__' && !segment.includes('|'));
  const paths = fc.array(fc.oneof(segments, fc.nat({ max: 3 }))).filter((path) => path.length !== 1 || path[0] !== '');
  fc.assert(
    fc.property(paths, fc.jsonValue(), (path, value) => {
      const nested = path.reduceRight<unknown>(
        (inner, segment) => (typeof segment === 'number' ? [...Array<null>(segment).fill(null), inner] : { [segment]: inner }),
        value,
      );
      expect(atPointer(nested, path.map((segment) => `/${escaped(String(segment))}`).join(''))).toEqual(value);
    }),
  );
});

test('of alternative names the first that is there counts', () => {
  const body = { _embedded: { factors: [{ id: 'one' }] } };
  expect(atPointer(body, '/_embedded/factor|factors/0/id')).toBe('one');
  expect(valueAt({ factor: 1, factors: 2 }, ['factors|factor'])).toBe(2);
});

test('where nothing is, nothing is found', () => {
  expect([
    atPointer({ a: null }, '/a/b'),
    atPointer({ a: 'text' }, '/a/length'),
    atPointer({}, '/toString'),
    atPointer(undefined, '/a'),
  ]).toEqual([undefined, undefined, undefined, undefined]);
});
