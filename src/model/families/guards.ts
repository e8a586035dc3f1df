import { defined } from '../defined.ts';
import type { DocumentSpec, Given, GuardRow, ProbeRow, Step, UseRow } from '../types.ts';
import { inWords, type Family } from './family.ts';
import { withReference } from './rewrite.ts';
import { useNamed } from './uses.ts';

/** A documented precondition holds on every operation that it covers. */
export const guards: Family = {
  name: 'guards',
  probesOf: (spec) =>
    (spec.families.guards ?? []).flatMap((row) =>
      row.uses.flatMap((id) => {
        const place = `${row.id}/${id}`;
        const probe = guardProbe(row, spec, id);
        const again = alternating(row, spec, id, probe);
        return again === undefined
          ? [{ place, probe }]
          : [
              { place, probe },
              { place: `${place}/again`, probe: again },
            ];
      }),
    ),
};

/** What was permitted once permits nothing later, and what was refused prevents nothing: the use, the same with its precondition unmet, the use. */
function alternating({ about, met }: GuardRow, spec: DocumentSpec, id: string, probe: ProbeRow): ProbeRow | undefined {
  if (met === undefined) return undefined;
  const { prepare = [], step } = useNamed(spec, id);
  const valid = (when: string): Step => ({
    ...step,
    expect: met.map((one) => inWords(one, `${step.call ?? step.follow ?? id} ${when} the same ${about}`)),
  });
  return {
    ...probe,
    id: `${probe.id}.again`,
    about: `${probe.about}, between two that are served`,
    steps: [...prepare, valid('before'), ...probe.steps.slice(prepare.length), valid('after')],
  };
}

/** A use whose precondition is not met, as its last step, after all that prepares it. */
export function guardProbe(row: GuardRow, spec: DocumentSpec, id: string): ProbeRow {
  const use = useNamed(spec, id);
  const words = `${use.step.call ?? use.step.follow ?? id} ${row.about}`;
  const needs = [...(use.needs ?? []), ...(row.needs ?? [])];
  return {
    id: `guard.${row.id}.${id.replace('/', '.')}`,
    about: words,
    given: mergedGiven(use.given ?? [], row.given ?? []),
    ...(needs.length === 0 ? {} : { needs }),
    ...defined({ permissions: use.permissions }),
    steps: [...(use.prepare ?? []), ...(row.prepare ?? []), { ...unmet(row, use), expect: row.expect.map((one) => inWords(one, words)) }],
  };
}

/** The request, changed so that the precondition is not met. */
function unmet({ caller, headers, instead = {}, without = [] }: GuardRow, { step }: UseRow): Step {
  const replaced = Object.entries(instead).reduce((changed, [from, to]) => withReference(changed, from, to), step);
  const args = Object.fromEntries(Object.entries(replaced.with ?? {}).filter(([name]) => !without.includes(name)));
  const { headers: own, ...rest } = replaced;
  return { ...rest, with: args, ...defined({ caller: caller ?? replaced.caller, headers: headers ?? own }) };
}

/** Provider states of a use, with others in the place of those under the same alias, or beside them. */
export function mergedGiven(own: readonly Given[], others: readonly Given[]): Given[] {
  const kept = own.map((given) => others.find(({ as }) => as !== undefined && as === given.as) ?? given);
  return [...kept, ...others.filter((given) => !kept.includes(given))];
}
