import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createOffsetCodec } from './offsets.ts';
import type { Position } from './pages.ts';

const positions: fc.Arbitrary<Position> = fc.oneof(fc.record({ from: fc.nat() }), fc.record({ before: fc.nat() }));

test('what is written is read on the same list', () => {
  const codec = createOffsetCodec('key');
  fc.assert(
    fc.property(positions, fc.integer({ min: 1, max: 100 }), fc.constantFrom('short', 'json'), (position, size, form) => {
      expect(codec.read('team/groups', codec.write('team/groups', { position, size }, form), form)).toEqual({ position, size });
    }),
  );
});

test('nothing is read on another list, by another deployment, or when it was altered or made up', () => {
  const codec = createOffsetCodec('key');
  const text = codec.write('team/groups', { position: { from: 5 }, size: 10 });
  const strangers = ['', '5', 'n5', text.replace('n5', 'n6'), `${text}0`, text.toUpperCase(), 'n5-a-0'];
  expect([
    codec.read('team/users', text),
    createOffsetCodec('other').read('team/groups', text),
    codec.read('team/groups', text, 'json'),
    ...strangers.map((stranger) => codec.read('team/groups', stranger)),
  ]).toEqual(Array.from({ length: strangers.length + 3 }, () => undefined));
});
