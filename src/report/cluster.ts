import type { ExchangeEvent, TraceEvent } from '../trace/events.ts';
import { grouped } from '../model/grouped.ts';

/** One violated clause, and where it shows. */
export interface Symptom {
  readonly clause: string;
  readonly check: string;
  readonly expected?: string;
  readonly received?: string;
  /** Sequence numbers of the exchanges that show it (not of those that only led there), the deciding one last. */
  readonly exchanges: readonly number[];
  /** Deciding exchanges of all occurrences; those above where it was seen once. */
  readonly seenAt?: readonly number[];
  /** What is wrong in the response, as a JSON pointer into status, headers, body, state or error. */
  readonly pointer?: string;
  /** The case in which nothing could be sent any more; only where no exchange shows the symptom. */
  readonly blockedIn?: string;
}

/** Symptoms of one presumed root cause; the first is the cause's own, the others are consequences. */
export interface Cluster<S extends Symptom> {
  readonly name: string;
  readonly symptoms: readonly S[];
}

/**
 * Groups violations by presumed root cause; largest cluster first, then by name. The rule:
 *
 * 1. A wrong field or header is one cause wherever it is wrong, named `operation /pointer`, or `any /pointer` where several operations
 *    have it and for headers.
 * 2. All else that is wrong of an answer shares a cause where it violates the same clause, is shown by the same exchange, follows in the
 *    same row of the same case, or is the same answer of the same operation in the place of the same one.
 * 3. A wrong status, state or error name explains whatever else is wrong in that answer and in later steps of the same row, and
 *    what was blocked in its case. A symptom that also shows where nothing explains it is a cause of its own.
 * 4. An operation after which nothing is found at once explains what is not found later in cases that have built on it.
 * 5. A check that speaks of a field by name shares the field's cause where it is wrong in the same answer.
 */
export function clusterFailures<S extends Symptom>(symptoms: readonly S[], events: readonly TraceEvent[]): readonly Cluster<S>[] {
  const exchanges: Exchanges = new Map(events.flatMap((event) => (event.type === 'exchange' ? [[event.seq, event] as const] : [])));
  const names = causeNames(symptoms, exchanges);
  const sets = disjointSets(symptoms.length);
  const firstWith = new Map<string, number>();
  symptoms.forEach((symptom, index) => {
    for (const key of keysOf(symptom, names[index] ?? '', exchanges)) {
      const first = firstWith.get(key);
      if (first === undefined) firstWith.set(key, index);
      else sets.join(first, index);
    }
  });
  const outright = inOrder(symptoms.flatMap((symptom, index) => wrongAnswers(symptom, index, exchanges)));
  const groupOf = (index: number): number => sets.find(index);
  const missing = missingFor(symptoms, exchanges);
  const explained = symptoms.map(
    (symptom, index) => explanation(symptom, outright, exchanges, (other) => groupOf(other) === groupOf(index)) ?? missing[index],
  );
  explained.forEach((cause, index) => {
    if (cause !== undefined) sets.join(cause, index);
  });
  joinFields(symptoms, sets.join);

  return [...grouped(symptoms.keys(), sets.find).values()]
    .map((members) => {
      const [cause = 0] = members.toSorted((a, b) => compare(gravity(symptoms, explained, a), gravity(symptoms, explained, b)));
      const firstSeen = (index: number): number => least(symptoms[index]?.exchanges ?? []);
      const others = members.filter((index) => index !== cause).toSorted((a, b) => compare([firstSeen(a)], [firstSeen(b)]));
      return { name: names[cause] ?? '', symptoms: [cause, ...others].flatMap((index) => symptoms.slice(index, index + 1)) };
    })
    .toSorted((a, b) => b.symptoms.length - a.symptoms.length || (a.name < b.name ? -1 : 1));
}

type Exchanges = ReadonlyMap<number, ExchangeEvent>;

/** Which answer was given; all else in a response follows from it. Strongest first. */
const ANSWER_POINTERS = ['/status', '/state', '/error'];

/** True of a field or header; what is wrong of an answer as a whole has no pointer, or one of the three. */
function isField({ pointer }: Symptom): boolean {
  return pointer !== undefined && !ANSWER_POINTERS.includes(pointer);
}

/** Symptoms that share a key share a cause. */
function keysOf(symptom: Symptom, name: string, exchanges: Exchanges): readonly string[] {
  if (isField(symptom)) return [`name ${name}`];
  const { clause, expected = '', received = '' } = symptom;
  const shown = exchanges.get(symptom.exchanges.at(-1) ?? -1);
  const operation = operationOf(symptom, exchanges);
  const demanded = [...new Set(expected.match(/\b[1-5]\d\d\b|\b[A-Z]+\d{3,}\b/g) ?? [])];
  return [
    `name ${name}`,
    `clause ${clause}`,
    ...(shown === undefined ? [] : [`exchange ${shown.seq}`, `row ${shown.case} ${shown.place.row}`]),
    ...(received === '' ? [] : (demanded.length === 0 ? [''] : demanded).map((what) => `answer ${operation} ${received} not ${what}`)),
    ...demanded.filter((what) => /^[A-Z]/.test(what)).map((what) => `error ${operation} ${what}`),
  ];
}

/** An exchange whose answer is wrong outright. */
interface WrongAnswer {
  readonly index: number;
  readonly seq: number;
  readonly rank: number;
  readonly case: string;
  readonly row: string;
}

function causeNames(symptoms: readonly Symptom[], exchanges: Exchanges): readonly string[] {
  const local = symptoms.map((symptom) => ({
    operation: operationOf(symptom, exchanges),
    pointer: folded(symptom.pointer),
  }));
  const operations = new Map<string, Set<string | undefined>>();
  for (const { operation, pointer } of local)
    if (pointer !== undefined) operations.set(pointer, (operations.get(pointer) ?? new Set()).add(operation));
  return local.map(({ operation, pointer }, index) => {
    const check = symptoms[index]?.check ?? '';
    if (pointer === undefined) return operation === undefined ? check : `${operation} ${check}`;
    if (ANSWER_POINTERS.includes(pointer)) return `${operation ?? 'any'} ${pointer}`;
    const others = (operations.get(pointer)?.size ?? 0) > 1;
    return pointer.startsWith('/headers/') || others ? `any ${pointer}` : `${operation ?? 'any'} ${pointer}`;
  });
}

function operationOf(symptom: Symptom, exchanges: Exchanges): string | undefined {
  const first = exchanges.get(symptom.exchanges[0] ?? -1);
  return first === undefined ? undefined : (first.operation ?? 'undocumented request');
}

/** One defect shows in every element of a list, and under any of its header's spellings. */
function folded(pointer: string | undefined): string | undefined {
  const general = pointer?.replaceAll(/\/\d+(?=\/|$)/g, '/*');
  return general?.startsWith('/headers/') ? general.toLowerCase() : general;
}

function wrongAnswers(symptom: Symptom, index: number, exchanges: Exchanges): readonly WrongAnswer[] {
  const rank = rankOf(symptom);
  if (rank === ANSWER_POINTERS.length) return [];
  return symptom.exchanges.flatMap((seq) => {
    const exchange = exchanges.get(seq);
    return exchange === undefined ? [] : [{ index, seq, rank, case: exchange.case, row: exchange.place.row }];
  });
}

/** How much of an answer is wrong: 0 for its status, the most for what says nothing of the answer as a whole. */
function rankOf({ pointer, received = '' }: Symptom): number {
  if (pointer === undefined) return /^status \d/.test(received) ? 0 : ANSWER_POINTERS.length;
  const rank = ANSWER_POINTERS.indexOf(pointer);
  return rank === -1 ? ANSWER_POINTERS.length : rank;
}

/** The first wrong answer of each case, and of each row of it; of one answer the strongest. */
function inOrder(wrong: readonly WrongAnswer[]): ReadonlyMap<string, WrongAnswer> {
  const first = new Map<string, WrongAnswer>();
  for (const one of wrong.toSorted((a, b) => a.seq - b.seq || a.rank - b.rank))
    for (const key of [keyOf(one.case), keyOf(one.case, one.row)]) if (!first.has(key)) first.set(key, one);
  return first;
}

function keyOf(...names: readonly (string | undefined)[]): string {
  return JSON.stringify(names.map((name) => name ?? null));
}

/** The symptom whose wrong answer explains every occurrence of this one; undefined where one occurrence stands alone. */
function explanation(
  symptom: Symptom,
  outright: ReadonlyMap<string, WrongAnswer>,
  exchanges: Exchanges,
  isOwn: (index: number) => boolean,
): number | undefined {
  if (symptom.exchanges.length === 0) return outright.get(keyOf(symptom.blockedIn))?.index;
  const causes = symptom.exchanges.map((seq) => {
    const exchange = exchanges.get(seq);
    const first = outright.get(keyOf(exchange?.case, exchange?.place.row));
    return first !== undefined && first.seq <= seq ? first.index : undefined;
  });
  return causes.some((cause) => cause === undefined || isOwn(cause)) ? undefined : causes[0];
}

/** '/sessionToken is present' of the answer in which /body/sessionToken is wrong says the same once more. */
function joinFields(symptoms: readonly Symptom[], join: (one: number, other: number) => void): void {
  const whole = new Map<number, number[]>();
  symptoms.forEach(({ pointer, exchanges }, index) => {
    if (pointer !== undefined) return;
    const decided = exchanges.at(-1) ?? -1;
    whole.set(decided, [...(whole.get(decided) ?? []), index]);
  });
  for (const [index, field] of symptoms.entries()) {
    const name = field.pointer?.split('/').findLast((segment) => /^[A-Za-z]/.test(segment));
    if (!isField(field) || name === undefined) continue;
    for (const seq of new Set(field.seenAt ?? field.exchanges))
      for (const other of whole.get(seq) ?? []) if (symptoms[other]?.expected?.includes(name) === true) join(index, other);
  }
}

/** Compared in order: what is explained comes after what explains it, what tables of the document say before what probes find. */
function gravity(symptoms: readonly Symptom[], explained: readonly (number | undefined)[], index: number): readonly number[] {
  const symptom = symptoms[index];
  if (symptom === undefined) return [];
  return [
    explained[index] === undefined ? 0 : 1,
    rankOf(symptom),
    symptom.check.startsWith('transition/') ? 0 : 1,
    least(symptom.exchanges),
  ];
}

function least(numbers: readonly number[]): number {
  return numbers.reduce((one, other) => Math.min(one, other), Infinity);
}

/** Both may be infinite (no exchange), where a difference would be NaN. */
function compare(a: readonly number[], b: readonly number[]): number {
  const differs = a.findIndex((value, index) => value !== b[index]);
  if (differs === -1) return 0;
  return (a[differs] ?? 0) < (b[differs] ?? 0) ? -1 : 1;
}

/** Numbers from 0 that are joined to sets; `find` answers the same number for all members of a set. */
interface DisjointSets {
  find(member: number): number;
  join(one: number, other: number): void;
}

function disjointSets(size: number): DisjointSets {
  const parents = Array.from({ length: size }, (_none, index) => index);
  const find = (member: number): number => {
    let root = member;
    while (parents[root] !== root) root = parents[root] ?? root;
    parents[member] = root;
    return root;
  };
  return {
    find,
    join: (one, other) => {
      parents[find(other)] = find(one);
    },
  };
}

/**
 * For each symptom the one that explains why nothing was found: an operation has had no effect where nothing is found right after it, and
 * what is not found later in a case that built on the same operation is missing for that. Undefined where nothing explains it so.
 */
function missingFor(symptoms: readonly Symptom[], exchanges: ReadonlyMap<number, ExchangeEvent>): readonly (number | undefined)[] {
  const byCase = grouped(exchanges.values(), (one) => one.case);
  const writesBefore = (seq: number): readonly string[] => {
    const before = (byCase.get(exchanges.get(seq)?.case ?? '') ?? []).filter((one) => one.seq < seq).toSorted((a, b) => b.seq - a.seq);
    return before.map(({ operation, request }) => (request.method === 'GET' ? '' : (operation ?? '')));
  };
  const built = symptoms.map(({ received, pointer, exchanges: shown, seenAt }) =>
    received === NOTHING_FOUND && pointer === undefined ? (seenAt ?? shown.slice(-1)).map(writesBefore) : [],
  );
  /** Operations after which nothing was found at once, each with the first symptom that shows it. */
  const without = new Map<string, number>();
  for (const [index, places] of built.entries())
    for (const [last = ''] of places) if (last !== '' && !without.has(last)) without.set(last, index);
  return built.map((places, index) => {
    const causes = places.map(([, ...earlier]) =>
      earlier.map((operation) => without.get(operation)).findLast((cause) => cause !== undefined),
    );
    return causes.includes(undefined) || causes.includes(index) ? undefined : causes[0];
  });
}

/** As the judges put an empty list. */
const NOTHING_FOUND = '[]';
