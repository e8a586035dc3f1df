import { defined } from '../defined.ts';
import type { DocumentSpec, ProbeRow, WayRow } from '../types.ts';
import { inWords, type Family } from './family.ts';
import { useNamed } from './uses.ts';

/** What a document says of a state holds on each way to it: further ways beside those by which transitions and rules judge it anyway. */
export const ways: Family = {
  name: 'ways',
  probesOf: (spec) =>
    (spec.families.ways ?? []).flatMap((row) => row.uses.map((id) => ({ place: `${row.id}/${id}`, probe: probeOf(row, spec, id) }))),
};

function probeOf(row: WayRow, spec: DocumentSpec, id: string): ProbeRow {
  const { given, needs, permissions, prepare = [], step } = useNamed(spec, id);
  const words = `${step.call ?? step.follow ?? id} ${row.about}`;
  return {
    id: `way.${row.id}.${id.replace('/', '.')}`,
    about: words,
    adds: true,
    ...defined({ given, needs, permissions }),
    steps: [...prepare, { ...step, expect: row.expect.map((one) => inWords(one, words)) }],
  };
}
