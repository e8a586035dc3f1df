import { expect, test } from 'vitest';
import { sampleProfile } from '../profile/profile-fixtures.ts';
import { budgetText } from './text.ts';

const { limits } = sampleProfile();

test('a budget is told in words, with and without a pace', () => {
  expect([budgetText({ ...limits, requests: 2000, perSecond: 5, concurrency: 4, durationMs: 600_000 }), budgetText(limits)]).toEqual([
    'at most 2,000 requests, 5 a second, 4 at once, 600 s',
    'at most 1,000 requests, as fast as they are answered, 1 at once, 60 s',
  ]);
});
