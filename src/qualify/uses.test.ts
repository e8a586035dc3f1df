import { expect, test } from 'vitest';
import { defined } from '../model/defined.ts';
import { usesOf } from '../model/families/uses.ts';
import { loadSpecs } from '../model/load.ts';
import type { DocumentSpec, ProbeRow } from '../model/types.ts';
import { readProfile } from '../profile/load-profile.ts';
import { chosenProfile } from '../run/choices.ts';
import { runInProcess } from './in-process.ts';
import { draw } from '../../test/support/draw.ts';

const specs = loadSpecs();

/** The document with nothing to drive but its uses, each a probe of its own. */
function usesAlone(spec: DocumentSpec): DocumentSpec {
  const probes = [...usesOf(spec).values()].map(({ id, given, needs, permissions, prepare = [], step }): ProbeRow => ({
    id,
    about: id,
    ...defined({ given, needs, permissions }),
    steps: [...prepare, { ...step, id: 'used' }],
  }));
  const operations = spec.endpoints.operations.map(({ improper: _none, ...operation }) => operation);
  return { ...spec, states: { machines: [] }, probes: { probes }, endpoints: { ...spec.endpoints, operations } };
}

/** Requests of which no document says whether they are served: the mock, which decides that, may refuse them. */
const OPEN: ReadonlySet<string> = new Set(['campaign-ended-early', 'launching-campaign-deleted']);

/** What is asked only of a target that has let in whom it must keep out. */
const PASSED_OVER: ReadonlySet<string> = new Set([
  'change-of-who-is-denied',
  'verification-of-who-is-denied',
  'enrollment-of-who-is-denied',
  'change-of-who-is-locked-out',
  'verification-of-who-is-locked-out',
]);

test.each(draw(1, [undefined, 'permissive']))(
  'every use is a valid request: the mock with preset %s serves it, or refuses what is gone',
  { timeout: 60_000 },
  async (preset) => {
    const file = 'specs/profiles/mock.yaml';
    const source = chosenProfile(readProfile(file, specs), defined({ preset }));
    const documents = Object.fromEntries(Object.entries(specs.documents).map(([name, spec]) => [name, usesAlone(spec)]));
    const { events } = await runInProcess({ ...specs, documents }, source, file, { seed: 1, walks: 0 });
    const served = new Map(
      events.flatMap((event) =>
        event.type === 'exchange' && event.step === 'used'
          ? [[event.place.row.replace('probe:', ''), event.response?.status ?? 0] as const]
          : [],
      ),
    );
    // An act is no request, and neither is a turn of the clock.
    const uses = Object.values(specs.documents).flatMap((spec) => [...usesOf(spec).values()].filter(({ step }) => step.call !== undefined));
    const wrong = uses.filter(({ id, gone = false }) => {
      if (PASSED_OVER.has(id)) return served.has(id);
      const status = served.get(id) ?? 0;
      if (OPEN.has(id)) return status < 200 || status >= 500;
      return gone ? status < 400 || status >= 500 : status < 200 || status >= 400;
    });
    expect(wrong.map(({ id }) => id)).toEqual([]);
  },
);
