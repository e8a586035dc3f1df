import type { DocumentSpec, SizeRow } from './types.ts';
import { before } from './text-end.ts';

/** True where a row only adds to what other rows judge: it sends what the seed draws, or says so. Its clauses stand without it. */
export function onlyAdds(spec: DocumentSpec, row: string): boolean {
  const size = sizeOfRow(spec, row);
  const id = before(row, '@').replace(/^probe:/, '');
  return (
    row.startsWith('negative:') ||
    (size !== undefined && isDrawn(size)) ||
    (row.startsWith('probe:') && spec.probes.probes.some((probe) => probe.id === id && probe.adds === true))
  );
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
