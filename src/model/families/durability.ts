import { defined } from '../defined.ts';
import type { DocumentSpec, DurabilityRow, Expectation, ProbeRow, Step } from '../types.ts';
import { inWords, type Family } from './family.ts';
import { inRound } from './rewrite.ts';
import { useNamed } from './uses.ts';

/** What was written is still there: at once, after another write, an hour and a day later. */
export const durability: Family = {
  name: 'durability',
  probesOf: (spec) =>
    (spec.families.durability ?? []).flatMap((row) =>
      row.uses.flatMap((use) => [
        { place: `${row.id}/${use}`, probe: probeAtOnce(spec, row, use) },
        { place: `${row.id}/${use}/later`, probe: probeLater(spec, row, use) },
      ]),
    ),
};

function probeAtOnce(spec: DocumentSpec, row: DurabilityRow, id: string): ProbeRow {
  const { between = [] } = row;
  const after = between.length === 0 ? [] : [...between, readAgain(spec, row, id, 'after another write')];
  return probeOf(spec, row, id, 'at-once', after);
}

/** Apart, since it takes a clock that can be turned. */
function probeLater(spec: DocumentSpec, row: DurabilityRow, id: string): ProbeRow {
  const { renewed = [] } = row;
  const later = (duration: string, when: string, round: number): readonly Step[] => [
    { advance: duration },
    ...inRound([...renewed, readAgain(spec, row, id, when)], round),
  ];
  return probeOf(spec, row, id, 'later', [...later('PT1H', 'an hour later', 1), ...later('P1D', 'a day later', 2)]);
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
    about: `${row.about}, ${moment === 'later' ? 'an hour and a day later' : 'at once and after another write'}`,
    ...defined({ given, needs, permissions }),
    steps: [...prepare, { ...readBack(spec, row, id, 'at once', row.expect), id: 'first' }, ...steps],
  };
}
