import { documentOf } from '../../model/document-of.ts';
import type { Specs, AnswerRow, DocumentName, LoadEvent } from '../../model/types.ts';
import { jsonExcess, parsedJson } from '../../model/json-text.ts';
import type { RowGenerator } from '../../load/rows/generators.ts';
import type { LoadAnswer } from '../../load/engine/load-answer.ts';
import { watchSubjects, type LimitSlice } from '../../load/rows/limit-slices.ts';
import { merged, type MergedRow } from '../../load/rows/merge.ts';
import { ROWS_ROW } from '../../load/rows/rows-limiter-judge.ts';
import type { Threshold } from '../../load/thresholds.ts';
import { createVerifier, type Verifier, type LoadRequest } from '../../load/verify.ts';
import type { PublicProfile } from '../../profile/profile.ts';
import { exchangeEvent, type ExchangeHead, type Received } from '../../drive/capture.ts';
import type { Noted } from '../../drive/exchanger.ts';
import { refused } from '../../drive/intake.ts';
import { createStock, type Stock } from '../../drive/stock.ts';
import { TooLarge } from '../../drive/too-large.ts';
import type { Redactor } from '../../drive/redactor.ts';
import type { TraceWriter } from '../../trace/writer.ts';
import { LOAD_CASE, loadEvent } from './load-event.ts';
import { LOAD_ROW } from './mix.ts';
import { openFigures } from '../../load/engine/figures.ts';
import type { LoadOutcome } from '../../load/engine/load-order.ts';
import { loadHistograms, NO_LATENCY } from '../../load/engine/histogram.ts';
import { sliceLength } from '../../load/engine/timeline.ts';

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
  const stock = createStock(() => false);
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
  const load = await openRecordedLoad(
    generators,
    requests.map(({ head }) => head.operation),
  );
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
    mix: requests.map(({ generator, name, head: { operation } }) => ({
      name: generators.length === 1 ? name : `${generators[generator]?.name ?? ''} ${name}`,
      operation,
    })),
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

/** A request of a generator, and whose it is. */
interface GeneratorRequest extends LoadRequest {
  readonly generator: number;
  readonly name: string;
}

/** All requests that the generators send, in a fixed order. */
function requestsOf(generators: readonly RowGenerator[]): readonly GeneratorRequest[] {
  return generators.flatMap(({ begin: { document, baseUrl, requests } }, generator) =>
    Object.entries(requests).map(([name, { operation, caller, method, path, headers, body }]): GeneratorRequest => ({
      generator,
      name,
      head: headOf(document, operation, caller, name),
      request: {
        method,
        url: baseUrl + path,
        headers: Object.fromEntries(Object.entries(headers).map(([field, value]) => [field, [value].flat().join(', ')])),
        body: body === undefined || body === null ? undefined : JSON.stringify(body),
      },
      samples: [],
      own: undefined,
    })),
  );
}

function headOf(document: DocumentName, operation: string, caller: string | undefined, name: string): ExchangeHead {
  return { caseId: LOAD_CASE, place: { row: LOAD_ROW, at: name }, stepId: undefined, purpose: 'load', document, operation, caller };
}

/** A row as the engine's own answers are; undefined where none came. */
function answerOf(request: number, { status, headers = {}, text = '', sentAt, durationMs }: AnswerRow): LoadAnswer | undefined {
  if (status === 0) return undefined;
  return {
    sent: { request, dueAt: sentAt, sentAt },
    receivedAt: sentAt + durationMs,
    head: { statusCode: status, headers: rawHeaders(headers) },
    body: text,
    bytes: Buffer.byteLength(text),
  };
}

/** Generators hand fields on in any order; the rules are looked up by the order of the names. */
function rawHeaders(headers: NonNullable<AnswerRow['headers']>): readonly string[] {
  const raw: string[] = [];
  for (const name of Object.keys(headers).toSorted()) {
    const value = headers[name] ?? '';
    if (typeof value === 'string') raw.push(name, value);
    else for (const one of value) raw.push(name, one);
  }
  return raw;
}

/** A row as an exchange that goes on record. */
function exchangeOf({ head, request }: GeneratorRequest, at: Pick<ExchangeHead, 'caseId' | 'place'>, row: AnswerRow): Noted {
  const { status, headers = {}, text = '', sentAt, durationMs, lost = 'no answer' } = row;
  const response: Received | undefined =
    status === 0 ? undefined : { status, headers, text, bytes: Buffer.byteLength(text), body: parsedJson(text) };
  const failure =
    response === undefined ? { kind: lost === 'timed out' ? ('timeout' as const) : ('reset' as const), detail: lost } : undefined;
  return { head: { ...head, ...at }, request, response, failure, sentAt, durationMs };
}

/** What became of the answer in a row. */
type JudgedRow = 'clean' | 'violation' | 'too large';

/** Adds up what other generators have recorded, row by row, to what a load of our own comes to. */
export interface RecordedLoad {
  /** @param request which of all requests it is */
  sees(merged: MergedRow, request: number, judged: JudgedRow): void;
  /** to be called once, at the end */
  end(): LoadOutcome;
}

/** Of these generators, whose rows are yet to be seen. @param operations of each request */
async function openRecordedLoad(generators: readonly RowGenerator[], operations: readonly (string | undefined)[]): Promise<RecordedLoad> {
  await loadHistograms();
  const figures = openFigures(operations);
  const dropped = generators.reduce((sum, { end }) => sum + end.dropped, 0);
  const sliceMs = sliceLength(Math.max(...generators.map(({ firstMs, lastMs }) => lastMs - firstMs)));
  let sent = 0;
  let [begunAt, lastAt] = [Infinity, 0];

  function begin({ row, atMs }: MergedRow): void {
    begunAt = atMs - row.durationMs;
    figures.begin(begunAt);
  }

  return {
    sees: (merged, request, judged) => {
      const { row, atMs } = merged;
      if (sent === 0) begin(merged);
      sent += 1;
      lastAt = Math.max(lastAt, atMs);
      figures.next(lastAt, sliceMs);
      figures.sent(request);
      const loss = judged === 'too large' ? judged : lossOf(row);
      if (loss !== undefined) {
        figures.lost(request, loss, row.durationMs, loss === 'timed out' ? row.durationMs : undefined);
        return;
      }
      figures.answered(request, row.status, Buffer.byteLength(row.text ?? ''), row.durationMs, judged === 'violation');
    },
    end: () => {
      figures.scheduled(sent + dropped);
      const durationMs = sent === 0 ? 0 : lastAt - begunAt;
      const totals = figures.end(lastAt);
      return {
        end: { how: 'completed' },
        ...totals,
        coordinatedOmission: 'not corrected',
        durationMs,
        throughput: durationMs === 0 ? 0 : (totals.accounts.answered * 1000) / durationMs,
        generator: {
          eventLoopDelayMs: { p50: 0, p99: 0, max: 0 },
          processorShare: 0,
          sendLagMs: NO_LATENCY,
          bottleneck: dropped === 0 ? [] : [`${dropped} requests were due and dropped for want of virtual users (VUS)`],
        },
      };
    },
  };
}

function lossOf({ status, lost }: AnswerRow): 'timed out' | 'closed' | undefined {
  if (status !== 0) return undefined;
  return lost === 'timed out' ? lost : 'closed';
}

/** Who has recorded the rows, as the trace tells of it. */
function generatorsOf(generators: readonly RowGenerator[]): NonNullable<LoadEvent['generators']> {
  return generators.map(({ name, answers, end, ahead }) => ({
    name,
    answers,
    dropped: end.dropped,
    ...(ahead === undefined ? {} : { ahead: { ...ahead } }),
  }));
}
