import type { Blame, Report, Verdict } from '../model/types.ts';

/** Clauses that have a verdict for the same reason. */
export interface ReasonGroup {
  readonly blame: Blame | undefined;
  readonly reason: string;
  readonly clauses: readonly string[];
}

/** The clauses of a verdict by blame and reason, but for what is waived; the largest group first, then in the report's order. */
export function reasonsFor(report: Report, verdict: Exclude<Verdict, null>): readonly ReasonGroup[] {
  const groups = new Map<string, ReasonGroup>();
  for (const { id, blame, reason = 'no reason given', verdict: own, waived } of report.clauses) {
    if (own !== verdict || waived === true) continue;
    const key = JSON.stringify([blame, reason]);
    groups.set(key, { blame, reason, clauses: [...(groups.get(key)?.clauses ?? []), id] });
  }
  return [...groups.values()].toSorted((a, b) => b.clauses.length - a.clauses.length);
}

/** 'authn.a, authn.b and 3 more' */
export function firstFew(items: readonly string[], limit: number): string {
  const rest = items.length - limit;
  return items.slice(0, limit).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}
