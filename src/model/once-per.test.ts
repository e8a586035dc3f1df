import { expect, test, vi } from 'vitest';
import { oncePer } from './once-per.ts';

test('what belongs to an object is made once for it, and again for another', () => {
  const make = vi.fn<(owner: { readonly name: string }) => unknown>((owner) => (owner.name === '' ? undefined : { of: owner.name }));
  const made = oncePer(make);
  const [one, other, none] = [{ name: 'one' }, { name: 'other' }, { name: '' }];
  expect(made(one)).toEqual({ of: 'one' });
  expect(made(one)).toBe(made(one));
  expect(made(other)).toEqual({ of: 'other' });
  expect([made(none), made(none)]).toEqual([undefined, undefined]);
  expect(make).toHaveBeenCalledTimes(3);
});
