import fc from 'fast-check';
import { expect, test } from 'vitest';
import { affordable, nextTurn, openAccount, usedUp, type Spending } from './budget.ts';
import { sampleProfile } from './profile-fixtures.ts';
import type { Limits } from './profile.ts';

const LIMITS: Limits = { ...sampleProfile().limits, requests: 3, perSecond: 2, durationMs: 10_000 };

/** Sends whenever it may, thinking so long in between; when each request was sent, and what ended it. */
function sendAll(limits: Limits, thinking: readonly number[]): { readonly sent: readonly number[]; readonly ended: string | undefined } {
  let spending: Spending = openAccount(1_000);
  let now = 1_000;
  const sent: number[] = [];
  for (const pause of thinking) {
    const turn = nextTurn(limits, spending, now);
    if ('usedUp' in turn) return { sent, ended: turn.usedUp.key };
    ({ spending } = turn);
    sent.push(turn.at);
    now = turn.at + pause;
  }
  return { sent, ended: undefined };
}

test('requests go at the pace, and late ones are not made up for', () => {
  expect(sendAll(LIMITS, [0, 2_000, 0, 0])).toEqual({ sent: [1_000, 1_500, 3_500], ended: 'budget.requests' });
});

test('what is used up is told with its key', () => {
  const spent = { startedAt: 0, nextAt: 0, requests: 3 };
  expect([
    usedUp(LIMITS, spent, 1),
    usedUp(LIMITS, { ...spent, requests: 2 }, 10_000),
    usedUp(LIMITS, { ...spent, requests: 2 }, 9_999),
  ]).toEqual([
    { key: 'budget.requests', why: 'budget.requests (3) is used up' },
    { key: 'budget.duration', why: 'budget.duration (10 s) is over' },
    undefined,
  ]);
});

test('a budget affords what its tightest key permits', () => {
  expect([affordable(LIMITS), affordable({ ...LIMITS, requests: 30 }), affordable({ ...LIMITS, perSecond: Infinity })]).toEqual([
    { requests: 3, key: 'budget.requests' },
    { requests: 20, key: 'budget.duration' },
    { requests: 3, key: 'budget.requests' },
  ]);
});

const limits = fc.record({
  requests: fc.integer({ min: 1, max: 60 }),
  perSecond: fc.constantFrom(0.5, 1, 3, 10, Infinity),
  durationMs: fc.integer({ min: 1, max: 20_000 }),
});

test('whatever a run does, it keeps to number, pace and duration, and ends only for one of them', () => {
  fc.assert(
    fc.property(limits, fc.array(fc.integer({ min: 0, max: 1_500 }), { maxLength: 80 }), (keys, thinking) => {
      const { sent, ended } = sendAll({ ...LIMITS, ...keys }, thinking);
      const gaps = sent.slice(1).map((at, index) => at - (sent[index] ?? 0));
      expect(sent.length).toBeLessThanOrEqual(Math.min(keys.requests, affordable({ ...LIMITS, ...keys }).requests));
      expect(gaps.filter((gap) => gap < 1000 / keys.perSecond - 1e-6)).toEqual([]);
      expect(sent.filter((at) => at >= 1_000 + keys.durationMs)).toEqual([]);
      expect(ended === undefined).toBe(sent.length === thinking.length);
      expect(ended === 'budget.requests').toBe(ended !== undefined && sent.length === keys.requests);
    }),
  );
});
