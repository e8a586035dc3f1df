import type { DocumentSpec, ProbeRow, SizeRow } from './types.ts';
import { before } from './text-end.ts';

/** True where a row only adds to what other rows judge: it sends what the seed draws, or says so. Its clauses stand without it. */
export function onlyAdds(spec: DocumentSpec, row: string): boolean {
  const size = sizeOfRow(spec, row);
  return row.startsWith('negative:') || (size !== undefined && isDrawn(size)) || probeOf(spec, row)?.adds === true;
}

/** Those of a row's clauses that stay open where it is not driven. */
export function openWithout(spec: DocumentSpec, row: string, clauses: readonly string[]): readonly string[] {
  if (onlyAdds(spec, row)) return [];
  const { adds, family } = probeOf(spec, row) ?? {};
  // A rule judges each response that shows it: a place of a family is one of many.
  const byRule = family === undefined ? [] : (spec.resources.rules ?? []).flatMap((rule) => rule.clauses);
  return clauses.filter((clause) => !(Array.isArray(adds) && adds.includes(clause)) && !byRule.includes(clause));
}

function probeOf(spec: DocumentSpec, row: string): ProbeRow | undefined {
  return row.startsWith('probe:') ? spec.probes.probes.find(({ id }) => `probe:${id}` === before(row, '@')) : undefined;
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
