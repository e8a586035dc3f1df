import fc from 'fast-check';
import { expect, test } from 'vitest';
import { loadSpecs } from '../../src/model/load.ts';
import { cases, SEED } from '../support/draw.ts';
import { encounter, fuzzedSuites, mutation } from './fuzz-responses.ts';

/** An encounter drives about a dozen mutated responses through capture, trace, judges and all renderers; eight are enough. */
const ENCOUNTERS = cases(200, 12);
const RESPONSES = 8 * ENCOUNTERS;
const SUITES = fuzzedSuites(loadSpecs());

/** Where a failure is replayed, its seed and path come from what fast-check has printed: ASSAY_FUZZ='{"seed":1,"path":"3:0"}'. */
const REPLAY: { readonly seed: number; readonly path?: string } = JSON.parse(process.env['ASSAY_FUZZ'] ?? `{"seed":${SEED}}`);

test('no mutation of a response breaks the harness, shows a secret, or fails nobody', async () => {
  let driven = 0;
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...SUITES), fc.array(mutation, { minLength: 1, maxLength: 16 }), async (suite, mutations) => {
      const { responses, faults } = await encounter(suite, mutations);
      driven += responses;
      expect(faults).toEqual([]);
    }),
    { ...REPLAY, numRuns: ENCOUNTERS },
  );
  expect(REPLAY.path !== undefined || driven >= RESPONSES).toBe(true);
});
