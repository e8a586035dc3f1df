import { checkKey } from '../judge/flakes.ts';
import type { Finding } from '../judge/finding.ts';
import type { TraceEvent } from '../trace/events.ts';
import { lengthOf } from '../report/preceding-steps.ts';

/** A case that showed failures: those for which nothing shorter showed them, the earliest first. */
export interface Suspect {
  readonly case: string;
  readonly findings: readonly Finding[];
}

/** For each check of these failures the shortest case that shows it; few cases, in the order in which they were driven. */
export function suspectsIn(events: readonly TraceEvent[], findings: readonly Finding[]): readonly Suspect[] {
  const shortest = new Map<string, { readonly finding: Finding; readonly length: number; readonly owner: string }>();
  for (const finding of findings) {
    const { length, owner: last } = lengthOf(events, finding);
    const owner = finding.case ?? last;
    const known = shortest.get(checkKey(finding));
    if (owner !== undefined && (known === undefined || length < known.length)) shortest.set(checkKey(finding), { finding, length, owner });
  }
  const byCase = new Map<string, Finding[]>();
  for (const { finding, owner } of shortest.values()) byCase.set(owner, [...(byCase.get(owner) ?? []), finding]);
  return [...byCase].map(([id, own]) => ({ case: id, findings: own.toSorted((one, other) => decidedAt(one) - decidedAt(other)) }));
}

function decidedAt({ exchanges }: Finding): number {
  return exchanges.at(-1) ?? Infinity;
}
