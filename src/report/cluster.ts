import type { ExchangeEvent, TraceEvent } from '../trace/events.ts';

/** One violated clause, and where it shows. */
export interface Symptom {
  readonly clause: string;
  readonly check: string;
  /** Sequence numbers of the exchanges that show it (not of those that only led there). */
  readonly exchanges: readonly number[];
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
 * 1. Symptoms at the same pointer of the same operation share a cause, named `operation /pointer`; without a pointer, the same check does.
 * 2. A header, or a field wrong in several operations, is one cause whatever the operation: `any /pointer`.
 * 3. A wrong status, state or error name explains whatever else is wrong in that answer and in later steps of the same row, and
 *    what was blocked in its case. A symptom that also shows where nothing explains it is a cause of its own.
 */
export function clusterFailures<S extends Symptom>(symptoms: readonly S[], events: readonly TraceEvent[]): readonly Cluster<S>[] {
  const exchanges = new Map(events.flatMap((event) => (event.type === 'exchange' ? [[event.seq, event] as const] : [])));
  const names = causeNames(symptoms, exchanges);
  const outright = symptoms.flatMap((symptom, index) => wrongAnswers(symptom, names[index] ?? '', exchanges)).toSorted(byPlace);

  const clusters = new Map<string, S[]>();
  symptoms.forEach((symptom, index) => {
    const name = explanation(symptom, names[index] ?? '', outright, exchanges);
    clusters.set(name, [...(clusters.get(name) ?? []), symptom]);
  });
  return [...clusters]
    .map(([name, members]) => ({
      name,
      symptoms: causeFirst(members, (symptom) => names[symptoms.indexOf(symptom)] === name),
    }))
    .toSorted((a, b) => b.symptoms.length - a.symptoms.length || (a.name < b.name ? -1 : 1));
}

type Exchanges = ReadonlyMap<number, ExchangeEvent>;

/** Which answer was given; all else in a response follows from it. Strongest first. */
const ANSWER_POINTERS = ['/status', '/state', '/error'];

/** An exchange whose answer is wrong outright, and the cause's name. */
interface WrongAnswer {
  readonly name: string;
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
  return local.map(({ operation, pointer }, index) => {
    const check = symptoms[index]?.check ?? '';
    if (pointer === undefined) return operation === undefined ? check : `${operation} ${check}`;
    if (ANSWER_POINTERS.includes(pointer)) return `${operation ?? 'any'} ${pointer}`;
    const others = local.some((other) => other.pointer === pointer && other.operation !== operation);
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

function wrongAnswers(symptom: Symptom, name: string, exchanges: Exchanges): readonly WrongAnswer[] {
  const rank = ANSWER_POINTERS.indexOf(symptom.pointer ?? '');
  if (rank === -1) return [];
  return symptom.exchanges.flatMap((seq) => {
    const exchange = exchanges.get(seq);
    return exchange === undefined ? [] : [{ name, seq, rank, case: exchange.case, row: exchange.place.row }];
  });
}

function byPlace(a: WrongAnswer, b: WrongAnswer): number {
  return a.seq - b.seq || a.rank - b.rank;
}

/** The name of the cause that explains every occurrence of the symptom; its own where one occurrence stands alone. */
function explanation(symptom: Symptom, own: string, outright: readonly WrongAnswer[], exchanges: Exchanges): string {
  const causes =
    symptom.exchanges.length === 0
      ? [outright.find((wrong) => wrong.case === symptom.blockedIn)?.name]
      : symptom.exchanges.map((seq) => {
          const exchange = exchanges.get(seq);
          return outright.find((wrong) => wrong.seq <= seq && wrong.case === exchange?.case && wrong.row === exchange.place.row)?.name;
        });
  return causes.some((cause) => cause === undefined || cause === own) ? own : (causes[0] ?? own);
}

function causeFirst<S extends Symptom>(symptoms: readonly S[], isCause: (symptom: S) => boolean): readonly S[] {
  const firstSeen = (symptom: S): number => Math.min(...symptom.exchanges);
  return symptoms.toSorted((a, b) => Number(isCause(b)) - Number(isCause(a)) || compare(firstSeen(a), firstSeen(b)));
}

/** Both may be infinite (no exchange), where a difference would be NaN. */
function compare(a: number, b: number): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
