import { expect, test } from 'vitest';
import { plan, run } from '../index.ts';
import { demandOptions, RUN_RULES } from './options.ts';

/** An object that leads back to itself, as handles of servers do. */
function endless(): object {
  const handle: Record<string, unknown> = { name: 'mock' };
  return Object.assign(handle, { self: handle });
}

/** What a program without types may pass. */
const MISTAKES: readonly (readonly [options: object, says: string])[] = [
  [{ documents: ['governance'] }, "there is no option 'documents'. Known: target, document, feature, "],
  [{ toString: 1 }, "there is no option 'toString'. Known: "],
  [{ document: 'governance' }, 'document: expected a list of at least one string, found "governance"'],
  [{ clause: [] }, 'clause: expected a list of at least one string, found []'],
  [{ exclude: [1] }, 'exclude: expected a list of strings, found [1]'],
  [{ seed: '7' }, 'seed: expected a whole number of at least 0, found "7"'],
  [{ walks: -1 }, 'walks: expected a whole number of at least 0 and at most 10000, found -1'],
  [{ bail: 0 }, 'bail: expected a whole number of at least 1, found 0'],
  [{ depth: 'deep' }, 'depth: expected quick, standard, thorough, found "deep"'],
  [{ shard: { number: 3, of: 2 } }, 'shard: expected { number, of }, number from 1 to of, found {"number":3,"of":2}'],
  [{ shard: '1/2' }, 'shard: expected { number, of }, number from 1 to of, found "1/2"'],
  [{ target: 7 }, 'target: expected a string, found 7'],
  [{ onProgress: true }, 'onProgress: expected a function, found true'],
  [{ env: null }, 'env: expected an object, found null'],
  [{ seed: NaN }, 'seed: expected a whole number of at least 0, found NaN'],
  [{ seed: 7n }, 'seed: expected a whole number of at least 0, found 7'],
  [{ target: endless() }, 'target: expected a string, found {"name":"mock","self":"…"}'],
];

test.each(MISTAKES)('%o is a mistake that is named', (options, says) => {
  expect(() => demandOptions('run', options, RUN_RULES)).toThrow(
    expect.objectContaining({ code: 'value-unknown', message: expect.stringContaining(`run: ${says}`) }),
  );
});

test('a run and a plan begin with it', async () => {
  await expect(run({ seed: -1 })).rejects.toThrow(/^run: seed: expected/);
  expect(() => plan({ seed: -1 })).toThrow(/^plan: seed: expected/);
});

test('what is left out, or undefined, is no mistake', () => {
  const fit = {
    seed: 0,
    walks: 10_000,
    depth: 'quick',
    document: ['a'],
    exclude: [],
    faults: [],
    shard: { number: 2, of: 2 },
    out: undefined,
  };
  expect(() => demandOptions('run', fit, RUN_RULES)).not.toThrow();
});
