import { defined } from '../defined.ts';
import type { DocumentSpec, DurabilityRow, Expectation, ProbeRow, Step } from '../types.ts';
import { inWords, type Family } from './family.ts';
import { inRound } from './rewrite.ts';
import { useNamed } from './uses.ts';

/** What was written is still there: at once and again, after another write, an hour and a day later. */
export const durability: Family = {
  name: 'durability',
  probesOf: (spec) =>
    (spec.families.durability ?? []).flatMap((row) =>
      row.uses.flatMap((use) => {
        const place = `${row.id}/${use}`;
        const steps = [readFirst(spec, row, use), ...stepsAtOnce(spec, row, use)];
        return [
          { place, probe: probeOf(spec, row, use, 'at-once', steps) },
          // Apart, since it takes a clock that can be turned.
          { place: `${place}/later`, includes: place, probe: probeOf(spec, row, use, 'later', [...steps, ...stepsLater(spec, row, use)]) },
        ];
      }),
    ),
};

function readFirst(spec: DocumentSpec, row: DurabilityRow, use: string): Step {
  return { ...readBack(spec, row, use, 'at once', row.expect), id: 'first' };
}

function stepsAtOnce(spec: DocumentSpec, row: DurabilityRow, use: string): readonly Step[] {
  const { between = [] } = row;
  return [...between, readAgain(spec, row, use, between.length === 0 ? 'a second time' : 'after another write')];
}

function stepsLater(spec: DocumentSpec, row: DurabilityRow, use: string): readonly Step[] {
  const { renewed = [] } = row;
  const credentials = renewed.filter(({ act }) => act === undefined);
  // What lasts lasts without background work, too: that comes after a reading, and where a deployment offers no act for it, the case goes on.
  const work = renewed.flatMap((step): readonly Step[] => (step.act === undefined ? [] : [{ ...step, open: true }]));
  const again = (when: string): Step => readAgain(spec, row, use, when);
  const afterWork = work.length === 0 ? [] : [again('a day later and after background work')];
  return [
    { advance: 'PT1H' },
    ...inRound([...credentials, again('an hour later'), ...work], 1),
    { advance: 'P1D' },
    ...inRound([...credentials, again('a day later'), ...work, ...afterWork], 2),
  ];
}

function readAgain(spec: DocumentSpec, row: DurabilityRow, id: string, when: string): Step {
  return readBack(spec, row, id, when, [...row.expect, ...(row.unchanged ?? [])]);
}

function readBack(spec: DocumentSpec, { about }: DurabilityRow, id: string, when: string, expect: readonly Expectation[]): Step {
  return { ...useNamed(spec, id).step, expect: expect.map((one) => inWords(one, `${about}, ${when}`)) };
}

function probeOf(spec: DocumentSpec, row: DurabilityRow, id: string, moment: string, steps: readonly Step[]): ProbeRow {
  const { given, needs, permissions, prepare = [] } = useNamed(spec, id);
  return {
    id: `durability.${row.id}.${id.replace('/', '.')}.${moment}`,
    about: `${row.about}, at once and ${row.between === undefined ? 'a second time' : 'after another write'}${moment === 'later' ? ', an hour and a day later' : ''}`,
    ...defined({ given, needs, permissions }),
    steps: [...prepare, ...steps],
  };
}
