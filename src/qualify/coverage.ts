import type { Finding } from '../judge/finding.ts';
import { isStatusOf } from '../model/status-class.ts';
import type { AnswerSelector } from '../model/wire-faults/wire-fault.ts';
import type { TraceEvent } from '../trace/events.ts';
import type { Unit } from '../run/drive-plans.ts';

/** What a run without a fault has shown: in which units and by which checks each clause was judged, and how many requests each unit sent. */
export interface Coverage {
  readonly byClause: ReadonlyMap<string, readonly string[]>;
  readonly byCheck: ReadonlyMap<string, readonly string[]>;
  readonly checksOf: ReadonlyMap<string, readonly string[]>;
  readonly requests: ReadonlyMap<string, number>;
  /** the answers of each unit */
  readonly answers: ReadonlyMap<string, readonly Answer[]>;
  /** the provider states and acts of each unit, with their parameters */
  readonly circumstances: ReadonlyMap<string, readonly string[]>;
  /** which units send an operation by which a clause was judged, for each clause */
  readonly asksAlike: ReadonlyMap<string, readonly string[]>;
}

interface Answer {
  readonly operation: string;
  readonly status: number;
  /** how many its operation has given since the last provider state, itself included */
  readonly ordinal: number;
}

export function coverageOf(
  { units }: { readonly units: readonly Pick<Unit, 'id' | 'cases'>[] },
  events: readonly TraceEvent[],
  findings: readonly Finding[],
): Coverage {
  const unitOf = new Map(units.flatMap(({ id, cases }) => cases.map((planned) => [planned.id, id] as const)));
  const exchanges = new Map(events.flatMap((event) => (event.type === 'exchange' ? [[event.seq, event] as const] : [])));
  const byClause = new Map<string, Set<string>>();
  const byCheck = new Map<string, Set<string>>();
  const checksOf = new Map<string, Set<string>>();
  const operations = new Map<string, Set<string>>();
  for (const { check, clauses, exchanges: seqs, case: named } of findings) {
    const last = exchanges.get(seqs.at(-1) ?? 0);
    const unit = unitOf.get(named ?? last?.case ?? '');
    if (unit === undefined) continue;
    note(byCheck, check, unit);
    for (const clause of clauses) {
      note(byClause, clause, unit);
      note(checksOf, clause, check);
      if (last?.operation !== undefined) note(operations, clause, last.operation);
    }
  }
  const requests = new Map<string, number>();
  const sending = new Map<string, Set<string>>();
  for (const { case: of, operation } of exchanges.values()) {
    const unit = unitOf.get(of);
    if (unit === undefined) continue;
    requests.set(unit, (requests.get(unit) ?? 0) + 1);
    if (operation !== undefined) note(sending, operation, unit);
  }
  const circumstances = new Map<string, Set<string>>();
  for (const event of events) {
    if (event.type !== 'state' && event.type !== 'act') continue;
    const unit = unitOf.get(event.case);
    const name = event.type === 'state' ? event.state : event.act;
    if (unit !== undefined) note(circumstances, unit, `${name} ${JSON.stringify(kindsOf(event.params))}`);
  }
  const asksAlike = [...operations].map(([clause, some]) => [clause, [...some].flatMap((one) => [...(sending.get(one) ?? [])])] as const);
  return {
    byClause: asLists(byClause),
    byCheck: asLists(byCheck),
    checksOf: asLists(checksOf),
    requests,
    answers: answersBy(unitOf, events),
    circumstances: asLists(circumstances),
    asksAlike: new Map(asksAlike),
  };
}

function answersBy(unitOf: ReadonlyMap<string, string>, events: readonly TraceEvent[]): Coverage['answers'] {
  const answers = new Map<string, Answer[]>();
  const given = new Map<string, number>();
  for (const event of events) {
    if (event.type === 'state') given.clear();
    if (event.type !== 'exchange' || event.operation === undefined || event.response === undefined) continue;
    const { operation, response } = event;
    const ordinal = (given.get(operation) ?? 0) + 1;
    given.set(operation, ordinal);
    const unit = unitOf.get(event.case);
    if (unit === undefined) continue;
    const of = answers.get(unit) ?? [];
    of.push({ operation, status: response.status, ordinal });
    answers.set(unit, of);
  }
  return answers;
}

/** Parameters without what is another one each time, such as an identifier. */
function kindsOf(params: Readonly<Record<string, unknown>>): readonly unknown[] {
  return Object.entries(params).filter(([, value]) => typeof value !== 'string' || value.length <= LONGEST_WORD);
}

const LONGEST_WORD = 16;

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
  return shortestFirst(coverage, units);
}

/** Units by how many requests each has sent. */
export function shortestFirst({ requests }: Coverage, units: Iterable<string>): readonly string[] {
  const length = (unit: string): number => requests.get(unit) ?? 0;
  return [...units].toSorted((a, b) => length(a) - length(b) || (a < b ? -1 : 1));
}

/** For each check of these clauses, one clause after the other, the shortest unit in which it is judged. */
export function eachCheckOnce(coverage: Coverage, clauses: Iterable<string>): readonly string[] {
  const checks = new Set([...clauses].flatMap((clause) => coverage.checksOf.get(clause) ?? []));
  return [...checks].flatMap((check) => reached(coverage, [], [check]).slice(0, 1));
}

/** The units in which one of these clauses is judged: one for each check, then one for each circumstance, the shortest, before any that repeats these. */
export function soonest(coverage: Coverage, clauses: readonly string[]): readonly string[] {
  const all = reached(coverage, clauses);
  const seen = new Set<string>();
  const others = all.filter((unit) => {
    const fresh = (coverage.circumstances.get(unit) ?? []).filter((one) => !seen.has(one));
    for (const one of fresh) seen.add(one);
    return fresh.length > 0;
  });
  return [...new Set([...shortestFirst(coverage, eachCheckOnce(coverage, clauses)), ...others, ...all])];
}

/** The same units, first those with an answer of this kind, as far as operation, status and number tell: no other shows what is wrong with it. */
export function answeringFirst(
  { answers }: Coverage,
  units: readonly string[],
  { operations, statuses, from = 1 }: AnswerSelector,
): readonly string[] {
  const hasOne = (unit: string): boolean =>
    (answers.get(unit) ?? []).some(
      ({ operation, status, ordinal }) =>
        (operations?.includes(operation) ?? true) && (statuses === undefined || isStatusOf(statuses, status)) && ordinal >= from,
    );
  return [...units.filter(hasOne), ...units.filter((unit) => !hasOne(unit))];
}

/** The units that send an operation by which one of these clauses is judged: in another state it may contradict what nothing has asked. */
export function alike(coverage: Coverage, clauses: readonly string[]): readonly string[] {
  return shortestFirst(coverage, new Set(clauses.flatMap((id) => coverage.asksAlike.get(id) ?? [])));
}
