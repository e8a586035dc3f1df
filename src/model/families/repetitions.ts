import { defined } from '../defined.ts';
import type { DocumentSpec, ProbeRow, RepetitionRow } from '../types.ts';
import { ifAccepted, inWords, type Family } from './family.ts';
import { useNamed } from './uses.ts';

/** What happens once happens once, and what may be repeated changes nothing. */
export const repetitions: Family = {
  name: 'repetition',
  probesOf: (spec) =>
    (spec.families.repetitions ?? []).flatMap((row) => row.uses.map((id) => ({ place: `${row.id}/${id}`, probe: probeOf(row, spec, id) }))),
};

function probeOf(row: RepetitionRow, spec: DocumentSpec, id: string): ProbeRow {
  const { given, needs, permissions, prepare = [], step } = useNamed(spec, id);
  const words = `${step.call ?? step.follow ?? id} ${row.about}`;
  const again = { ...step, expect: row.expect.map((one) => inWords(one, words)) };
  return {
    id: `repetition.${row.id}.${id.replace('/', '.')}`,
    about: words,
    ...defined({ given, needs, permissions }),
    steps: [
      ...prepare,
      { ...step, id: 'first' },
      ...ifAccepted('first', row.settle),
      ...(row.between ?? []),
      ...Array.from({ length: row.times ?? 1 }, () => again),
    ],
  };
}
