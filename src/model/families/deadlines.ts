import { defined } from '../defined.ts';
import type { DeadlineRow, DocumentSpec, Expectation, ProbeRow, Step, Until } from '../types.ts';
import { inWords, type Family } from './family.ts';
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
  const grain = until.duration === undefined ? GRAIN : GRAIN_OF_DURATION;
  const [justBefore, justAfter] = ['just before its end', 'just after its end, having been used just before'];
  const crossing = row.again === true ? [{ advance: `PT${grain + GRAIN}S` }, ...request(spec, row, use, row.after, justAfter)] : [];
  return [
    probeOf(spec, row, use, { id: 'tenth', when: 'after a tenth of its time', until: { ...until, share: 0.1 }, expect: before }),
    probeOf(spec, row, use, { id: 'nine-tenths', when: 'after nine tenths of its time', until: { ...until, share: 0.9 }, expect: before }),
    probeOf(spec, row, use, {
      id: 'just-before',
      when: justBefore,
      until: { ...until, seconds: -grain },
      expect: before,
      further: crossing,
    }),
  ];
}

/** Just after the end, beside another of its kind, and long after it, in one case: what has ended can neither be spent, put off nor revived. */
function probeAfter(spec: DocumentSpec, row: DeadlineRow, use: string): ProbeRow {
  const { after, another } = row;
  const further = [
    ...(another === undefined ? [] : [...another, ...request(spec, row, use, after, 'once there is another')]),
    { advance: 'P1D' },
    ...request(spec, row, use, after, 'a day after its end'),
  ];
  return probeOf(spec, row, use, {
    id: 'after',
    when: 'just after its end',
    until: { ...row.until, seconds: GRAIN },
    expect: after,
    further,
  });
}

interface Moment {
  readonly id: string;
  readonly when: string;
  readonly until: Until;
  readonly expect: readonly Expectation[];
  readonly further?: readonly Step[];
}

function probeOf(spec: DocumentSpec, row: DeadlineRow, use: string, { id, when, until, expect, further = [] }: Moment): ProbeRow {
  const { given, needs = [], permissions, prepare = [] } = useNamed(spec, use);
  const allNeeds = [...needs, ...(row.needs ?? [])];
  return {
    id: `deadline.${row.id}.${use.replace('/', '.')}.${id}`,
    about: `${row.about}, ${when}`,
    ...defined({ given, permissions }),
    ...(allNeeds.length === 0 ? {} : { needs: allNeeds }),
    steps: [...prepare, { until }, ...request(spec, row, use, expect, when), ...further],
  };
}

function request(spec: DocumentSpec, row: DeadlineRow, use: string, expect: readonly Expectation[], when: string): readonly Step[] {
  const words = `${row.about}, ${when}`;
  return [...(row.prepare ?? []), { ...useNamed(spec, use).step, expect: expect.map((one) => inWords(one, words)) }];
}
