import { expect, test } from 'vitest';
import { startPhase, type Progress } from '../report/progress.ts';
import { running, type Running } from './running.ts';

const step = (done: number): Progress => ({ ...startPhase('drive', 2), done });

async function stepsOf(work: Running<string>): Promise<readonly number[]> {
  const seen: number[] = [];
  for await (const { done } of work) seen.push(done);
  return seen;
}

test('a loop has each step from the first, also where it begins late, and ends with the work', async () => {
  const work = running(async (tell) => {
    tell(step(0));
    await Promise.resolve();
    tell(step(1));
    return 'done';
  });
  expect(await stepsOf(work)).toEqual([0, 1]);
  expect([await work, await stepsOf(work)]).toEqual(['done', [0, 1]]);
});

test('what the work rejects with is thrown by the loop and by the promise, after the steps', async () => {
  const seen: number[] = [];
  const work = running<string>(async (tell) => {
    tell(step(0));
    throw new Error('broken');
  });
  const loop = (async () => {
    for await (const { done } of work) seen.push(done);
  })();
  await expect(loop).rejects.toThrow('broken');
  await expect(work).rejects.toThrow('broken');
  expect(seen).toEqual([0]);
});

test('a loop that is left does not end the work', async () => {
  let release = (): void => undefined;
  const work = running(async (tell) => {
    tell(step(0));
    await new Promise<void>((resolve) => {
      release = resolve;
    });
    return 'done';
  });
  for await (const { done } of work) if (done === 0) break;
  release();
  expect(await work).toBe('done');
});
