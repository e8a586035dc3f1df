import { expect, test } from 'vitest';
import { readProfile } from '../../src/profile/load-profile.ts';
import { loadSpecs } from '../../src/model/load.ts';
import { runInProcess } from '../../src/qualify/in-process.ts';
import { withOtherLimiter } from './other-limiter.ts';

test('a bucket that fills drop by drop keeps what the profile promises beside its own kind of limiter', async () => {
  const specs = loadSpecs();
  const file = 'specs/profiles/mock.yaml';
  const source = readProfile(file, specs);
  const limiter = { kind: 'token-bucket', limit: 50, periodMs: 60_000 } as const;
  const options = {
    seed: 4,
    limiter,
    selection: { documents: ['privileged-access' as const] },
    pick: ({ id }: { readonly id: string }) => id === 'probe/rate-limit.exceeded',
  };
  const failed = async (profile: typeof source): Promise<readonly string[]> =>
    (await runInProcess(specs, profile, file, options)).judgement.findings
      .filter(({ verdict }) => verdict === 'fail')
      .map(({ check }) => check);
  expect([await failed(source), await failed(withOtherLimiter(source))]).toEqual([['declared/operation-before-the-end-of-the-period'], []]);
});
