import { defined } from '../defined.ts';
import { deletionRead } from '../deletion-read.ts';
import type { DeletionRow, DocumentSpec, ProbeRow, Step, UseRow } from '../types.ts';
import { ifAccepted, inWords, SUCCESSES, type Family } from './family.ts';
import { usesOf } from './uses.ts';

/** What was deleted is gone for every operation that names it. */
export const deletions: Family = {
  name: 'after deletion',
  probesOf: (spec) =>
    (spec.families.deletions ?? []).flatMap((row) =>
      usesThatName(spec, row).map((use) => ({ place: `${row.id}/${use.id}`, probe: probeOf(spec, row, use) })),
    ),
};

/** Those that the row lists, or all whose path names a thing as the deletion does; a second deletion is a repetition. */
export function usesThatName(spec: DocumentSpec, { call, names, uses, omits = [] }: DeletionRow): readonly UseRow[] {
  const all = usesOf(spec);
  if (uses !== undefined) return uses.flatMap((id) => all.get(id) ?? []);
  const naming = new Set(
    spec.endpoints.operations
      .filter(({ parameters = [] }) => parameters.some((one) => one.name === names && one.in === 'path'))
      .map(({ id }) => id),
  );
  return [...all.values()].filter(
    ({ id, gone, step }) => gone !== true && step.call !== call && naming.has(step.call ?? '') && !omits.includes(id),
  );
}

function probeOf(spec: DocumentSpec, row: DeletionRow, { id, given, needs = [], permissions = [], prepare = [], step }: UseRow): ProbeRow {
  const { call } = row;
  const words = `${step.call ?? id} of ${row.about}`;
  const parameters = spec.endpoints.operations.find((operation) => operation.id === call)?.parameters ?? [];
  const known = new Set(parameters.map(({ name }) => name));
  const own = Object.fromEntries(Object.entries(step.with ?? {}).filter(([name]) => known.has(name)));
  const { caller, headers } = step;
  const deletion = { call, with: { ...own, ...row.with }, ...defined({ caller, headers }) };
  return {
    id: `after-deletion.${row.id}.${id.replace('/', '.')}`,
    about: words,
    ...defined({ given }),
    needs: [...new Set([...needs, call, ...unplacedOf(spec, [...prepare, step])])],
    permissions: [...new Set([...permissions, 'mutate' as const, 'destroy' as const])],
    steps: [
      ...prepare,
      { id: 'deleted', ...deletion },
      ...ifAccepted('deleted', [...(row.settle ?? []), ...looksFor(spec, deletion)]),
      // Where a deletion is refused, as it may be in some states, nothing is gone.
      { ...step, when: { ...step.when, '$deleted.status': SUCCESSES }, expect: row.expect.map((one) => inWords(one, words)) },
    ],
  };
}

/** Operations of which no document says the whole path: without a binding, 404 comes of the path and not of the deletion. */
function unplacedOf({ endpoints: { operations } }: DocumentSpec, steps: readonly Step[]): readonly string[] {
  const calls = new Set(steps.map(({ call }) => call));
  return operations.filter(({ id, open = [] }) => calls.has(id) && open.includes('base-path')).map(({ id }) => id);
}

/** Whether an accepted deletion has been carried out, only a read tells: what is refused while it is under way contradicts nothing. */
function looksFor(spec: DocumentSpec, deletion: Step): readonly Step[] {
  const { deferrable } = spec.endpoints.operations.find(({ id }) => id === deletion.call) ?? {};
  const read = deletionRead(spec, deletion.call);
  return deferrable !== true || read === undefined ? [] : [{ ...deletion, call: read }];
}
