import { defined } from '../defined.ts';
import type { DeadlineRow, DocumentSpec, Expectation, ProbeRow, Step, Until } from '../types.ts';
import { inWords } from './family.ts';
import type { Family } from './family.ts';
import { useNamed } from './uses.ts';

/** Nothing ends before its time, and nothing outlives it. */
export const deadlines: Family = {
  name: 'deadlines',
  probesOf: (spec) =>
    (spec.families.deadlines ?? []).flatMap((row) =>
      row.uses.flatMap((use) => [
        ...probesBefore(spec, row, use).map((probe) => ({ place: `${row.id}/${use}`, probe })),
        { place: `${row.id}/${use}`, probe: probeAfter(spec, row, use) },
      ]),
    ),
};

/** Seconds from a moment that the target has named: a clock may show whole ones only. */
const GRAIN = 5;
/** Seconds before the end of a duration: it has begun before the use was prepared to the end. */
const GRAIN_OF_DURATION = 30;

/** A case for each moment, since a request may spend what ends, or put its end off. */
function probesBefore(spec: DocumentSpec, row: DeadlineRow, use: string): readonly ProbeRow[] {
  const { before, until } = row;
  if (before === undefined) return [];
  const moments: readonly (readonly [id: string, when: string, until: Until])[] = [
    ['tenth', 'after a tenth of its time', { ...until, share: 0.1 }],
    ['nine-tenths', 'after nine tenths of its time', { ...until, share: 0.9 }],
    ['just-before', 'just before its end', { ...until, seconds: until.duration === undefined ? -GRAIN : -GRAIN_OF_DURATION }],
  ];
  return moments.map(([id, when, until]) =>
    probeOf(spec, row, use, { id, when, steps: [{ until }, ...request(spec, row, use, before, when)] }),
  );
}

/** Just after the end and long after it in one case: what has ended can neither be spent nor put off. */
function probeAfter(spec: DocumentSpec, row: DeadlineRow, use: string): ProbeRow {
  return probeOf(spec, row, use, {
    id: 'after',
    when: 'after its end',
    steps: [
      { until: { ...row.until, seconds: GRAIN } },
      ...request(spec, row, use, row.after, 'just after its end'),
      { advance: 'P1D' },
      ...request(spec, row, use, row.after, 'a day after its end'),
    ],
  });
}

function request(spec: DocumentSpec, row: DeadlineRow, use: string, expect: readonly Expectation[], when: string): readonly Step[] {
  const words = `${row.about}, ${when}`;
  return [...(row.prepare ?? []), { ...useNamed(spec, use).step, expect: expect.map((one) => inWords(one, words)) }];
}

interface Moment {
  readonly id: string;
  readonly when: string;
  readonly steps: readonly Step[];
}

function probeOf(spec: DocumentSpec, row: DeadlineRow, use: string, { id, when, steps }: Moment): ProbeRow {
  const { given, needs = [], permissions, prepare = [] } = useNamed(spec, use);
  const allNeeds = [...needs, ...(row.needs ?? [])];
  return {
    id: `deadline.${row.id}.${use.replace('/', '.')}.${id}`,
    about: `${row.about}, ${when}`,
    ...defined({ given, permissions }),
    ...(allNeeds.length === 0 ? {} : { needs: allNeeds }),
    steps: [...prepare, ...steps],
  };
}
