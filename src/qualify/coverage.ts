import type { Finding } from '../judge/finding.ts';
import type { TraceEvent } from '../trace/events.ts';
import type { Unit } from '../run/drive-plans.ts';

/** What a run without a fault has shown: in which units and by which checks each clause was judged, and how many requests each unit sent. */
export interface Coverage {
  readonly byClause: ReadonlyMap<string, readonly string[]>;
  readonly byCheck: ReadonlyMap<string, readonly string[]>;
  readonly checksOf: ReadonlyMap<string, readonly string[]>;
  readonly requests: ReadonlyMap<string, number>;
}

export function coverageOf(
  { units }: { readonly units: readonly Pick<Unit, 'id' | 'cases'>[] },
  events: readonly TraceEvent[],
  findings: readonly Finding[],
): Coverage {
  const unitOf = new Map(units.flatMap(({ id, cases }) => cases.map((planned) => [planned.id, id] as const)));
  const caseOf = new Map(events.flatMap((event) => (event.type === 'exchange' ? [[event.seq, event.case] as const] : [])));
  const byClause = new Map<string, Set<string>>();
  const byCheck = new Map<string, Set<string>>();
  const checksOf = new Map<string, Set<string>>();
  for (const { check, clauses, exchanges, case: named } of findings) {
    const unit = unitOf.get(named ?? caseOf.get(exchanges.at(-1) ?? 0) ?? '');
    if (unit === undefined) continue;
    note(byCheck, check, unit);
    for (const clause of clauses) {
      note(byClause, clause, unit);
      note(checksOf, clause, check);
    }
  }
  const requests = new Map<string, number>();
  for (const event of events) {
    const unit = event.type === 'exchange' ? unitOf.get(event.case) : undefined;
    if (unit !== undefined) requests.set(unit, (requests.get(unit) ?? 0) + 1);
  }
  return { byClause: asLists(byClause), byCheck: asLists(byCheck), checksOf: asLists(checksOf), requests };
}

function note(known: Map<string, Set<string>>, key: string, unit: string): void {
  const units = known.get(key);
  if (units === undefined) known.set(key, new Set([unit]));
  else units.add(unit);
}

function asLists(known: ReadonlyMap<string, ReadonlySet<string>>): ReadonlyMap<string, readonly string[]> {
  return new Map([...known].map(([key, units]) => [key, [...units]]));
}

/** The units in which one of these clauses or checks is judged, the shortest first: what shows soonest costs least. */
export function reached(coverage: Coverage, clauses: readonly string[], checks: readonly string[] = []): readonly string[] {
  const units = new Set([
    ...clauses.flatMap((id) => coverage.byClause.get(id) ?? []),
    ...checks.flatMap((id) => coverage.byCheck.get(id) ?? []),
  ]);
  const length = (unit: string): number => coverage.requests.get(unit) ?? 0;
  return [...units].toSorted((a, b) => length(a) - length(b) || (a < b ? -1 : 1));
}

/** For each check of these clauses, one clause after the other, the shortest unit in which it is judged. */
export function eachCheckOnce(coverage: Coverage, clauses: Iterable<string>): readonly string[] {
  const checks = new Set([...clauses].flatMap((clause) => coverage.checksOf.get(clause) ?? []));
  return [...checks].flatMap((check) => reached(coverage, [], [check]).slice(0, 1));
}
