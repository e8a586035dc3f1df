import type { DocumentSpec, ProbeRow, SizeRow } from './types.ts';
import { before } from './text-end.ts';

/** True where a row only adds to what other rows judge: it sends what the seed draws, or says so. Its clauses stand without it. */
export function onlyAdds(spec: DocumentSpec, row: string): boolean {
  const size = sizeOfRow(spec, row);
  return row.startsWith('negative:') || (size !== undefined && isDrawn(size)) || addedBy(spec, row) === true;
}

/** Those of a row's clauses that stay open where it is not driven. */
export function openWithout(spec: DocumentSpec, row: string, clauses: readonly string[]): readonly string[] {
  if (onlyAdds(spec, row)) return [];
  const added = addedBy(spec, row);
  return Array.isArray(added) ? clauses.filter((clause) => !added.includes(clause)) : clauses;
}

function addedBy(spec: DocumentSpec, row: string): ProbeRow['adds'] {
  return row.startsWith('probe:') ? spec.probes.probes.find(({ id }) => `probe:${id}` === before(row, '@'))?.adds : undefined;
}

/** The size that a case of a probe has, by its row, `probe:ID@SIZE`; undefined where the probe has none. */
function sizeOfRow(spec: DocumentSpec, row: string): SizeRow | undefined {
  const [, probe, size] = /^probe:(.*)@([^@]*)$/.exec(row) ?? [];
  return spec.probes.probes.find(({ id }) => id === probe)?.sizes?.find(({ id }) => id === size);
}

/** True where the seed draws some number of a size. */
function isDrawn({ objects, count, later }: SizeRow): boolean {
  const byPages = typeof objects === 'object' && 'pages' in objects;
  return (
    (byPages && objects.beyond === undefined) || [byPages ? objects.pages : objects, count, later].some((one) => typeof one === 'object')
  );
}
