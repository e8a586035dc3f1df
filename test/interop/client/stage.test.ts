import { expect, test } from 'vitest';
import { factorOf, follow, gist, refusal } from './stage.ts';

const step = (): Promise<unknown> => Promise.resolve({ status: 'SUCCESS', sessionToken: 'secret' });

test('a transaction in a line holds no secret', async () => {
  const challenged = { status: 'MFA_CHALLENGE', factorResult: 'WAITING', prev: step, cancel: step };
  expect([gist(challenged), gist(await follow(challenged, 'prev')), gist({})]).toEqual([
    'MFA_CHALLENGE WAITING cancel() prev()',
    'SUCCESS sessionToken',
    'no status',
  ]);
});

test('a link that is no method is told', async () => {
  await expect(follow({ cancel: step }, 'skip')).rejects.toThrow("the client has built no method 'skip' in: no status cancel()");
});

test('an answer that is no object is no transaction', async () => {
  await expect(follow({ skip: () => Promise.resolve('') }, 'skip')).rejects.toThrow('no transaction, but ""');
});

test('a factor is found under either name, in an array or by itself', () => {
  const [sms, push] = [{ factorType: 'sms' }, { factorType: 'push' }];
  expect([factorOf({ factors: [sms, push] }, 'push'), factorOf({ factor: [sms] }, 'sms'), factorOf({ factor: push }, 'push')]).toEqual([
    push,
    sms,
    push,
  ]);
  expect(() => factorOf({ factors: [sms] }, 'push')).toThrow('the client shows no factor of type push');
});

test('what is not refused is told as such, and what was never answered in its own words', async () => {
  await expect(refusal(Promise.resolve({ status: 'SUCCESS' }))).rejects.toThrow('not refused: SUCCESS');
  expect(await refusal(Promise.reject(new Error('stopped')))).toBe('stopped');
});
