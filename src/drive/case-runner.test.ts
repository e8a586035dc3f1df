import { expect, test } from 'vitest';
import { doorSpec, sampleProfile } from '../profile/profile-fixtures.ts';
import type { Reply } from './transport-fixtures.ts';
import { driveCase, probeOf } from './fixtures.ts';

const spec = doorSpec();
const look = (id: string) => ({ id, call: 'getDoor', with: { id } });
const profile = sampleProfile({}, { limits: { ...sampleProfile().limits, concurrency: 3 } });
const bodyOf = (url: string): { readonly id: string } => ({ id: url.split('/').at(-1) ?? '' });

test('a step goes out while the one before it is under way, and what follows waits for both', async () => {
  const waiting: (() => void)[] = [];
  const { exchanges, requests } = await driveCase(
    probeOf(spec, look('one'), { ...look('two'), meanwhile: true }, { ...look('three'), meanwhile: true }, look('four')),
    {
      profile,
      // Nobody is answered before all three have come, and then the last one first.
      answer: ({ url }, ordinal) =>
        ordinal > 3
          ? { body: bodyOf(url) }
          : new Promise<Reply>((resolve) => {
              waiting.unshift(() => resolve({ body: bodyOf(url) }));
              if (waiting.length === 3) for (const answer of waiting) answer();
            }),
    },
  );
  expect(requests.map(({ url }) => bodyOf(url).id)).toEqual(['one', 'two', 'three', 'four']);
  expect(exchanges.map(({ seq, step, response }) => [seq, step, response?.body])).toEqual([
    [1, 'one', { id: 'one' }],
    [2, 'two', { id: 'two' }],
    [3, 'three', { id: 'three' }],
    [4, 'four', { id: 'four' }],
  ]);
});

test('what is sent meanwhile is never the last answer', async () => {
  const { requests } = await driveCase(
    probeOf(spec, look('one'), { ...look('two'), meanwhile: true }, { call: 'getDoor', with: { id: '$last.id' } }),
    { answer: ({ url }) => ({ body: bodyOf(url) }) },
  );
  expect(requests.map(({ url }) => bodyOf(url).id)).toEqual(['one', 'two', 'one']);
});

test('where one of them cannot be sent, the others are, and the case ends', async () => {
  const { requests, driven } = await driveCase(
    probeOf(spec, look('one'), { call: 'getDoor', with: { id: '$nobody.id' }, meanwhile: true }, look('three')),
    { profile },
  );
  expect(requests.map(({ url }) => bodyOf(url).id)).toEqual(['one']);
  expect(driven.blocked).toEqual({ because: 'nothing answers $nobody.id: an earlier answer lacks it', blame: 'target' });
});
