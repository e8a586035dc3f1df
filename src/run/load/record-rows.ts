import { documentOf } from '../../model/document-of.ts';
import type { Specs } from '../../model/types.ts';
import { jsonExcess } from '../../model/json-text.ts';
import type { RowGenerator } from '../../load/rows/generators.ts';
import type { LoadAnswer } from '../../load/engine/connection.ts';
import { watchSubjects } from '../../load/rows/limit-slices.ts';
import type { LimitSlice } from '../../load/rows/limit-slices.ts';
import { merged } from '../../load/rows/merge.ts';
import { ROWS_ROW } from '../../load/rows/rows-limiter-judge.ts';
import type { Threshold } from '../../load/thresholds.ts';
import { createVerifier } from '../../load/verify.ts';
import type { Verifier } from '../../load/verify.ts';
import type { PublicProfile } from '../../profile/profile.ts';
import { exchangeEvent } from '../../drive/capture.ts';
import type { Noted } from '../../drive/exchanger.ts';
import { refused } from '../../drive/intake.ts';
import { createStock } from '../../drive/stock.ts';
import type { Stock } from '../../drive/stock.ts';
import { TooLarge } from '../../drive/too-large.ts';
import type { Redactor } from '../../drive/redactor.ts';
import type { TraceWriter } from '../../trace/writer.ts';
import { LOAD_CASE, loadEvent } from './load-event.ts';
import { generatorsOf, openRecordedLoad } from './recorded-load.ts';
import type { JudgedRow } from './recorded-load.ts';
import { answerOf, exchangeOf, requestsOf } from './row-exchanges.ts';
import type { GeneratorRequest } from './row-exchanges.ts';

export interface RowsOrder {
  readonly specs: Specs;
  readonly profile: PublicProfile;
  readonly generators: readonly [RowGenerator, ...RowGenerator[]];
  readonly thresholds: readonly Threshold[];
  readonly trace: TraceWriter;
  readonly redactor: Redactor;
}

/** Judges the rows of all generators in one order, and puts on record what a load of our own leaves there, and what tells of the limiter. */
export async function recordRows({ specs, profile, generators, thresholds, trace, redactor }: RowsOrder): Promise<void> {
  const { document } = generators[0].begin;
  const requests = requestsOf(generators);
  const indexOf = new Map(requests.map(({ generator, name }, index) => [`${generator} ${name}`, index]));
  const asked = new Map(requests.map((request) => [request.head, request]));
  // Secrets stand as pseudonyms in rows.
  const stock = createStock(0, () => false);
  let seq = 0;

  /** Alone, a generator's clock is the only one. */
  function note(exchange: Noted, generator: number, isAlone: boolean): boolean {
    const { name = '', ahead } = generators[generator] ?? {};
    const clock = isAlone || ahead === undefined ? {} : { ahead: { ...ahead } };
    const admitted = admittedBy(stock, exchange);
    trace.append({ ...exchangeEvent(redactor, { ...admitted, seq: ++seq }), generator: { name, ...clock } });
    return admitted.response !== undefined || exchange.response === undefined;
  }

  trace.append({ type: 'case', case: LOAD_CASE, document, kind: 'load', title: 'rows of other generators: every answer judged' });
  const verifier = createVerifier({
    specs,
    spec: documentOf(specs, document),
    profile,
    requests,
    note: (exchange) => note(exchange, asked.get(exchange.head)?.generator ?? 0, generators.length === 1),
    wallClock: (ms) => ms,
  });
  const subjects = watchSubjects(generators);
  const load = await openRecordedLoad(generators);
  for (const one of merged(generators)) {
    const index = indexOf.get(`${one.generator} ${one.row.request}`) ?? -1;
    const answer = answerOf(index, one.row);
    const judged = answer === undefined ? 'clean' : judgedBy(verifier, answer);
    load.sees(one, index, judged);
    subjects.sees(one);
  }
  const outcome = load.end();
  const verified = verifier.end();
  const pace = {
    rate: generators.reduce((sum, { begin: { rate = 0 } }) => sum + rate, 0),
    connections: generators.reduce((sum, { begin: { connections = 0 } }) => sum + connections, 0),
    mix: requests.map(({ generator, name }) => (generators.length === 1 ? name : `${generators[generator]?.name ?? ''} ${name}`)),
  };
  const slices = subjects.slices();
  const record = { trace, document, asked: (key: string) => requests[indexOf.get(key) ?? -1], note };
  const kept = slices.reduce((sum, slice) => sum + recordSlice(slice, record), verified.kept);
  trace.append({ ...loadEvent(pace, outcome, { ...verified, kept }, thresholds), generators: generatorsOf(generators) });
}

/** As what was received over HTTP is admitted: what is more than is read or stored is none. */
function admittedBy(stock: Stock, exchange: Noted): Noted {
  const { response } = exchange;
  if (response === undefined) return exchange;
  const excess = jsonExcess(response.text);
  if (excess !== undefined) return { ...exchange, response: undefined, failure: refused(response, excess) };
  return { ...exchange, ...stock.admit(response, response.body) };
}

/** What is more than is read of one answer is none, as in a load of our own. */
function judgedBy(verifier: Verifier, answer: LoadAnswer): JudgedRow {
  try {
    return verifier.judge(answer);
  } catch (error) {
    if (error instanceof TooLarge) return 'too large';
    throw error;
  }
}

interface SliceRecord {
  readonly trace: TraceWriter;
  readonly document: RowGenerator['begin']['document'];
  readonly asked: (key: string) => GeneratorRequest | undefined;
  readonly note: (exchange: Noted, generator: number, isAlone: boolean) => boolean;
}

/** The answers to one subject, as a case of its own: what shows of the limiter can be judged again. Answers how many are on record as they were. */
function recordSlice({ subject, rows }: LimitSlice, { trace, document, asked, note }: SliceRecord): number {
  const id = `${LOAD_CASE}/limit/${subject}`;
  const isAlone = new Set(rows.map(({ generator }) => generator)).size === 1;
  trace.append({ type: 'case', case: id, document, kind: 'load', title: `the rate limit, as ${subject} met it` });
  let kept = 0;
  for (const [index, { generator, row }] of rows.entries()) {
    const request = asked(`${generator} ${row.request}`);
    const place = { row: ROWS_ROW, at: `${index === 0 ? 'first' : 'load'}/own/call` };
    if (request !== undefined && note(exchangeOf(request, { caseId: id, place }, row), generator, isAlone)) kept += 1;
  }
  return kept;
}
