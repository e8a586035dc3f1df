import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readProfile } from '../../src/profile/load-profile.ts';
import { joinShards } from '../../src/run/merge/merge-shards.ts';
import { rejudge } from '../../src/run/rejudge.ts';
import { loadSpecs } from '../../src/model/load.ts';
import { draw } from '../../test/support/draw.ts';
import { butForTimes, resultOf } from './but-for-times.ts';
import { storeRun } from './store-run.ts';
import type { StoredOrder } from './store-run.ts';

const scratch = mkdtempSync(join(tmpdir(), 'assay-shards-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const specs = loadSpecs();
const file = 'specs/profiles/mock.yaml';
const ORDER: StoredOrder = { specs, source: readProfile(file, specs), file, seed: 1, selection: {}, depth: 'quick', walks: 8 };

/** What each service sends is another plan; two of them together are run in most shards. */
const SHARDS: readonly (readonly [number, StoredOrder['selection']])[] = [
  [1, { documents: ['privileged-access'] }],
  [2, { documents: ['authentication'] }],
  [8, { documents: ['privileged-access', 'governance'] }],
];

function reportIn(folder: string): unknown {
  return butForTimes(rejudge(folder, specs).report);
}

async function driveShards(name: string, of: number, order: StoredOrder): Promise<readonly string[]> {
  const folders = Array.from({ length: of }, (_none, index) => join(scratch, `${name}-${index + 1}-of-${of}`));
  for (const [index, folder] of folders.entries()) await storeRun(folder, { ...order, shard: { number: index + 1, of } });
  return folders;
}

/** All that a folder's reports follow from. */
function filesIn(folder: string): readonly string[] {
  return ['trace.ndjson', 'run.lock.json'].map((name) => readFileSync(join(folder, name), 'utf8'));
}

test.each(draw(1, SHARDS))('a run in %d shards, joined, has the report of the run that is whole: %o', async (of, selection) => {
  const order = { ...ORDER, selection };
  const folder = (name: string): string => join(scratch, `${name}-${of}`);
  await storeRun(folder('whole'), order);
  const folders = await driveShards('shard', of, order);
  joinShards(folders, folder('joined'), specs);
  joinShards(folders.toReversed(), folder('turned'), specs);
  expect(reportIn(folder('joined'))).toEqual(reportIn(folder('whole')));
  expect(filesIn(folder('turned'))).toEqual(filesIn(folder('joined')));
});

test('a run with violations says the same in shards, however often each of them has driven its failures again', async () => {
  const order = {
    ...ORDER,
    selection: { documents: ['authentication', 'governance'] },
    walks: 0,
    faults: ['authn-refused-with-other-summary', 'gov-un-publish-not-kept'],
  };
  await storeRun(join(scratch, 'faulty'), order);
  joinShards(await driveShards('faulty', 3, order), join(scratch, 'faulty-joined'), specs);
  const [one, other] = ['faulty', 'faulty-joined'].map((name) => rejudge(join(scratch, name), specs).report);
  expect(one?.failures.map(({ clause }) => clause)).toContain('gov.request-type.un-publish');
  expect(other && resultOf(other)).toEqual(one && resultOf(one));
});
