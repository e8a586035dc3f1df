import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Step } from '../model/types.ts';
import { drawStep, type Variation } from '../plan/negative-data.ts';
import { shrinkStep } from './shorten.ts';

const texts = fc.string({ unit: fc.constantFrom('a', 'b', '-'), minLength: 40, maxLength: 400 });
const variation: Variation = { at: 'token/huge', step: texts.map((token): Step => ({ call: 'open', with: { token } })) };
const tokenOf = ({ with: args }: Step): string => String(args !== undefined && 'token' in args ? args['token'] : '');

test('a value becomes as simple as it can while it still fails', async () => {
  const tried: string[] = [];
  const best = await shrinkStep(variation, 7, 1_000, async (step) => {
    tried.push(tokenOf(step));
    return Promise.resolve(tokenOf(step).includes('-'));
  });
  // All but what makes it fail is as simple as it gets; where that stands is the law of no one.
  const simplest = [...tokenOf(best ?? {})].toSorted().join('');
  expect([tried[0], simplest]).toEqual([tokenOf(drawStep(variation, 7)), `-${'a'.repeat(39)}`]);
});

test('no more values are tried than may be, and the simplest of them stands', async () => {
  let tried = 0;
  const best = await shrinkStep(variation, 7, 3, () => {
    tried += 1;
    return Promise.resolve(true);
  });
  expect([tried, tokenOf(best ?? {}).length < tokenOf(drawStep(variation, 7)).length]).toEqual([3, true]);
});

test('a value that does not fail a second time is not made simpler', async () => {
  expect(await shrinkStep(variation, 7, 10, () => Promise.resolve(false))).toBeUndefined();
});
