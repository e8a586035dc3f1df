import { expect, test } from 'vitest';
import { qualify } from '../../index.ts';

test('an interruption ends the run without a fault, and says that it is not whole', async () => {
  const notices: string[] = [];
  const unfaulted: number[] = [];
  const { untried, tally, exitCode } = await qualify({
    target: 'mock',
    faults: ['pam-group*'],
    walks: 0,
    signal: AbortSignal.abort(),
    onNotice: (notice) => notices.push(notice),
    onUnfaulted: (requests) => unfaulted.push(requests),
  });
  expect({ notices, unfaulted, tried: tally.total, some: untried.length > 0, exitCode }).toEqual({
    notices: ['it was interrupted before all of the suite was driven without a fault'],
    unfaulted: [],
    tried: 0,
    some: true,
    exitCode: 3,
  });
});
