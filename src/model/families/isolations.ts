import { defined } from '../defined.ts';
import type { DocumentSpec, IsolationRow, ProbeRow } from '../types.ts';
import { inWords, type Family } from './family.ts';
import { guardProbe, mergedGiven } from './guards.ts';
import { useNamed } from './uses.ts';

/** A request changes only what it names, and one that a guard refuses changes nothing. */
export const isolations: Family = {
  name: 'isolation',
  probesOf: (spec) =>
    (spec.families.isolations ?? []).flatMap((row) =>
      row.uses.map((id) => ({ place: `${row.id}/${id}`, probe: readAfter('isolation', row, spec, id) })),
    ),
};

/** A use, and what is read after it: before it too, unless the row says that there is nothing to be read yet. */
export function readAfter(prefix: string, row: IsolationRow, spec: DocumentSpec, id: string): ProbeRow {
  const use = useNamed(spec, id);
  const guard = (spec.families.guards ?? []).find((one) => one.id === row.guard);
  const {
    given = [],
    needs = [],
    permissions,
    steps,
  } = guard === undefined ? { ...use, steps: [...(use.prepare ?? []), use.step] } : guardProbe(guard, spec, id);
  const words = `${row.about} after ${[use.step.call ?? use.step.follow ?? id, guard?.about].filter((part) => part !== undefined).join(' ')}`;
  const allNeeds = [...needs, ...(row.needs ?? [])];
  return {
    id: `${prefix}.${row.id}.${id.replace('/', '.')}`,
    about: words,
    given: mergedGiven(given, row.given ?? []),
    ...(allNeeds.length === 0 ? {} : { needs: allNeeds }),
    ...defined({ permissions }),
    steps: [
      ...steps.slice(0, -1),
      ...(row.prepare ?? []),
      // What cannot be read at all says nothing about the request.
      ...(row.unread === true ? [] : [{ ...row.read, id: 'before' }]),
      ...steps.slice(-1),
      ...(row.settle ?? []),
      { ...row.read, expect: row.expect.map((one) => inWords(one, words)) },
    ],
  };
}
