import type { Progress } from '../report/progress.ts';

/** What is under way: awaited it answers its result, looped over (`for await`) each step of its progress, from the first. */
export type Running<Result> = Promise<Result> & AsyncIterable<Progress>;

/** Begins what tells its steps. A loop over it ends with it, and throws what it rejects with; leaving the loop does not end it. */
export function running<Result>(work: (tell: (now: Progress) => void) => Promise<Result>): Running<Result> {
  const steps: Progress[] = [];
  const waiting: (() => void)[] = [];
  const result = work((now) => {
    steps.push(now);
    for (const go of waiting.splice(0)) go();
  });

  async function* progress(): AsyncGenerator<Progress, void> {
    // Who loops may await nothing else: the loop throws what it rejects with.
    const over = result.then(
      () => undefined,
      () => undefined,
    );
    for (let at = 0; ; at += 1) {
      if (at === steps.length) await Promise.race([over, new Promise<void>((resolve) => void waiting.push(resolve))]);
      const now = steps[at];
      if (now === undefined) break;
      yield now;
    }
    await result;
  }

  return Object.assign(result, { [Symbol.asyncIterator]: progress });
}
