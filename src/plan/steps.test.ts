import { expect, test } from 'vitest';
import { requestsIn } from './steps.ts';

test('requests to the target are counted, repeats too; provider states, acts and the clock are not', () => {
  expect(
    requestsIn([
      { call: 'a' },
      { call: 'b', times: 3 },
      { follow: 'next' },
      { walk: 'next' },
      { act: 'x' },
      { advance: 'PT1S' },
      { provide: { state: 's' } },
    ]),
  ).toBe(6);
});
