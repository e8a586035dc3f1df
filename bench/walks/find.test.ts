import { beforeAll, expect, test } from 'vitest';
import { loadSpecs } from '../../src/model/load.ts';
import type { FaultSummary } from '../../src/mock/kit/control.ts';
import { behaviouralFaults } from '../../src/mock/kit/known-faults.ts';
import { readProfile } from '../../src/profile/load-profile.ts';
import { profileFile } from '../../src/run/targets.ts';
import { prepareSuite } from '../../src/qualify/suite.ts';
import { find, type Found } from './find.ts';
import { replay } from './replays.ts';
import { lengthsOf } from './shortest.ts';

const specs = loadSpecs();
const file = profileFile('mock');
const source = readProfile(file, specs);
const ground = { specs, source, file };
const suite = prepareSuite(specs, source, file, { seed: 1, walks: 40, selection: { documents: ['governance'] } });

const faultOf = (id: string): FaultSummary => {
  const fault = behaviouralFaults().find((one) => one.id === id);
  if (fault === undefined) throw new Error(`no fault ${id}`);
  return fault;
};
const FAULT = faultOf('gov-un-publish-not-kept');
let found: Found;
beforeAll(async () => {
  found = await find(suite, FAULT);
});

test('a walk shows a fault of its clause, and is made short for so many requests', () => {
  const { by, failure, spent } = found;
  expect([by, failure?.clause, spent.length, spent.every((count) => count > 0 && count <= 150)]).toEqual(['walk', FAULT.clause, 1, true]);
});

test('no shorter path shows it', async () => {
  if (found.failure === undefined) throw new Error('not found');
  const lengths = await lengthsOf(suite, FAULT, found.failure);
  expect([lengths?.found, lengths?.shortest]).toEqual([3, 3]);
});

test('a sequence with transitions to spare is measured by the shortest one', async () => {
  // What a fault that shows at once leaves of the longer sequence of another.
  if (found.failure === undefined) throw new Error('not found');
  const { clause } = faultOf('gov-publish-not-kept');
  const check = found.failure.check.replace('un-publish', 'publish');
  const lengths = await lengthsOf(suite, faultOf('gov-publish-not-kept'), { ...found.failure, clause, check });
  expect([lengths?.found, lengths?.shortest]).toEqual([3, 2]);
});

test.each<[string, readonly string[]]>([
  ['same', [FAULT.id]],
  ['fixed', []],
  ['changed', ['gov-publish-not-kept']],
])('its token says %s', async (what, faults) => {
  expect((await replay(ground, found.failure?.replay ?? '', faults)).what).toBe(what);
});

test('what nothing shows is told as not found', async () => {
  // No case of governance sees a defect of another document's.
  const other = { ...faultOf('pam-single-rest-lost'), document: 'governance' as const };
  const few = prepareSuite(specs, source, file, { seed: 1, selection: { documents: ['governance'], clauses: FAULT.clause } });
  expect(await find(few, other)).toEqual({ failure: undefined, by: undefined, spent: [] });
});
