import type { DocumentSpec } from '../types.ts';
import type { Mistake } from './mistake.ts';

/** Amounts that end before they begin. */
export function emptyRanges({ probes }: DocumentSpec): readonly Mistake[] {
  return probes.probes.flatMap(({ sizes = [] }, index) => [...emptyIn(sizes, `/probes/${index}/sizes`)]);
}

function* emptyIn(value: unknown, pointer: string): Generator<Mistake> {
  if (typeof value !== 'object' || value === null) return;
  if ('from' in value && 'to' in value && Number(value.from) > Number(value.to))
    yield { file: 'probes', pointer: `${pointer}/to`, expected: `at least ${String(value.from)}`, found: String(value.to) };
  for (const [key, entry] of Object.entries(value)) yield* emptyIn(entry, `${pointer}/${key}`);
}
