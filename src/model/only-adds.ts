import { isDrawn, sizeOfRow } from './probe-sizes.ts';
import type { DocumentSpec } from './types.ts';
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
