import type { DocumentSpec, SizeRow } from './types.ts';

/** The size that a case of a probe has, by its row, `probe:ID@SIZE`; undefined where the probe has none. */
export function sizeOfRow(spec: DocumentSpec, row: string): SizeRow | undefined {
  const [, probe, size] = /^probe:(.*)@([^@]*)$/.exec(row) ?? [];
  return spec.probes.probes.find(({ id }) => id === probe)?.sizes?.find(({ id }) => id === size);
}

/** True where the seed draws some number of a size. */
export function isDrawn({ objects, count, later }: SizeRow): boolean {
  const byPages = typeof objects === 'object' && 'pages' in objects;
  return (
    (byPages && objects.beyond === undefined) || [byPages ? objects.pages : objects, count, later].some((one) => typeof one === 'object')
  );
}
