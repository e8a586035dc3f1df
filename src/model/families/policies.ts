import { defined } from '../defined.ts';
import type { DocumentSpec, Expectation, PolicyRow, ProbeRow } from '../types.ts';
import { inWords, type Family } from './family.ts';
import { withReference } from './rewrite.ts';
import { useNamed } from './uses.ts';

/** Each rule of a policy that a response announces is enforced alone, and what just keeps all of them is accepted. */
export const policies: Family = {
  name: 'policy',
  probesOf: (spec) =>
    (spec.families.policies ?? []).flatMap((row) =>
      row.uses.flatMap((use) => [
        ...Object.keys(row.rules).map((rule) => ({
          place: `${row.id}/${use}/${rule}`,
          probe: probeOf(spec, row, use, rule, row.broken, `${row.about} that is one short of ${rule}`),
        })),
        ...(row.kept === undefined
          ? []
          : [{ place: `${row.id}/${use}`, probe: probeOf(spec, row, use, 'kept', row.kept, `${row.about} that just keeps the policy`) }]),
      ]),
    ),
};

function probeOf(spec: DocumentSpec, row: PolicyRow, id: string, rule: string, expect: readonly Expectation[], about: string): ProbeRow {
  const { given, needs, permissions, prepare = [], step } = useNamed(spec, id);
  const words = `${step.call ?? step.follow ?? id} with ${about}`;
  const drawn = `${row.id}.${rule}.${row.policy.slice(1)}`;
  return {
    id: `policy.${row.id}.${id.replace('/', '.')}.${rule}`,
    about: words,
    ...defined({ given, needs, permissions }),
    steps: [
      ...prepare,
      // A policy may have no such rule, or none that can be broken alone.
      {
        ...withReference(step, row.value, `$by-policy.${drawn}`),
        when: { ...step.when, [`$has-policy.${drawn}`]: [true] },
        expect: expect.map((one) => inWords(one, words)),
      },
    ],
  };
}
