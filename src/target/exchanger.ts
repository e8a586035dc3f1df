import { performance } from 'node:perf_hooks';
import type { DocumentName, JsonValue, Place } from '../spec/types.ts';
import type { ExchangeEvent, TransportFailure } from '../trace/events.ts';
import type { TraceWriter } from '../trace/writer.ts';
import { parsedJson } from './json-text.ts';
import type { Pacer } from './pacer.ts';
import type { Redactor } from './redactor.ts';
import type { HttpRequest, HttpResponse, Transport } from './transport.ts';

/** Everything about an exchange that is known before it is sent. */
export interface ExchangeHead {
  readonly caseId: string;
  readonly place: Place;
  readonly stepId: string | undefined;
  readonly purpose: ExchangeEvent['purpose'];
  readonly document: DocumentName;
  readonly operation: string | undefined;
  readonly caller: string | undefined;
}

export type Received = HttpResponse & { readonly body: unknown };

export interface Exchanged {
  readonly seq: number;
  /** as it came, secrets in clear: for the driver only */
  readonly response: Received | undefined;
  readonly failure: TransportFailure | undefined;
}

/** Told of an exchange while it is under way. */
export interface Watch {
  /** its turn has come, under this number */
  readonly begins?: (seq: number) => void;
  /** it is answered, but not yet written, so that the answer's secrets can be told */
  readonly comes?: (response: Received) => void;
  /** what the trace will have of it, once those that were sent before are written */
  readonly recorded?: (event: ExchangeEvent) => void;
}

/** Sends requests one by one, captures each, redacts it, and appends it to the trace. */
export interface Exchanger {
  /** sequence number that the next exchange will have */
  nextSeq(): number;
  /** the answer that the document's service gave last */
  latest(document: DocumentName): Exchanged['response'];
  /** Throws BudgetUsedUp where nothing more may be sent. */
  exchange(head: ExchangeHead, request: HttpRequest, watch?: Watch): Promise<Exchanged>;
}

/** Of a text that is no JSON the beginning is kept; a secret that lies across its end is read whole. */
const KEPT_TEXT = 4_096;
const READ_TEXT = 4 * KEPT_TEXT;

/** @param firstSeq number of the first exchange; a trace that is continued has some already */
export function createExchanger(send: Transport, pacer: Pacer, redactor: Redactor, trace: TraceWriter, firstSeq = 1): Exchanger {
  let next = firstSeq;
  const latest = new Map<DocumentName, Exchanged['response']>();
  let nextWritten = firstSeq;
  const answered = new Map<number, ExchangeEvent | undefined>();

  /** What was sent at once is written in the order in which it was sent, whichever answer came first. */
  function write(seq: number, event: ExchangeEvent | undefined): void {
    answered.set(seq, event);
    for (; answered.has(nextWritten); nextWritten++) {
      const due = answered.get(nextWritten);
      answered.delete(nextWritten);
      if (due !== undefined) trace.append(due);
    }
  }

  function record(
    seq: number,
    head: ExchangeHead,
    request: HttpRequest,
    came: Came,
    watch: Watch | undefined,
    sentAt: number,
    durationMs: number,
  ): Exchanged {
    const response = came.response === undefined ? undefined : { ...came.response, body: parsedJson(came.response.text) };
    if (response !== undefined) watch?.comes?.(response);
    // Cookies first: what they hold may stand in the body as well.
    for (const field of [came.response?.headers['set-cookie'] ?? []].flat()) redactor.redactHeader('set-cookie', field);
    const redacted = redactedPair(redactor, request, response);
    const event: ExchangeEvent = {
      type: 'exchange',
      seq,
      case: head.caseId,
      place: head.place,
      ...(head.stepId === undefined ? {} : { step: head.stepId }),
      purpose: head.purpose,
      document: head.document,
      ...(head.operation === undefined ? {} : { operation: head.operation }),
      ...(head.caller === undefined ? {} : { caller: head.caller }),
      ...redacted,
      ...(came.failure === undefined ? {} : { failure: { ...came.failure, detail: redactor.redactText(came.failure.detail) } }),
      sentAt,
      durationMs: Math.round(durationMs * 1000) / 1000,
    };
    write(seq, event);
    watch?.recorded?.(event);
    if (response !== undefined) latest.set(head.document, response);
    return { seq, response, failure: came.failure };
  }

  return {
    nextSeq: () => next,
    latest: (document) => latest.get(document),
    exchange: async (head, request, watch) => {
      const done = await pacer.turn();
      const seq = next++;
      watch?.begins?.(seq);
      try {
        const sentAt = Date.now();
        const start = performance.now();
        const answer = await send({ ...request, withinMs: pacer.leftMs() });
        const came =
          'response' in answer ? { response: answer.response, failure: undefined } : { response: undefined, failure: answer.failure };
        return record(seq, head, request, came, watch, sentAt, performance.now() - start);
      } catch (mistake) {
        write(seq, undefined);
        throw mistake;
      } finally {
        done();
      }
    },
  };
}

/** Either may hold what only the other shows to be a secret: a token that is issued, a key that is echoed. */
function redactedPair(
  redactor: Redactor,
  request: HttpRequest,
  response: Received | undefined,
): Pick<ExchangeEvent, 'request'> & Partial<Pick<ExchangeEvent, 'response'>> {
  const answer = (): ExchangeEvent['response'] =>
    response === undefined ? undefined : { status: response.status, ...message(redactor, response.headers, response, response.bytes) };
  const first = answer();
  const known = redactor.known();
  const body = request.body ?? '';
  const asked = {
    method: request.method,
    url: redactor.redactText(request.url),
    ...message(redactor, request.headers, { text: body, body: parsedJson(body) }, Buffer.byteLength(body)),
  };
  const last = redactor.known() === known ? first : answer();
  return { request: asked, ...(last === undefined ? {} : { response: last }) };
}

interface Came {
  readonly response: HttpResponse | undefined;
  readonly failure: TransportFailure | undefined;
}

interface Message {
  headers: ExchangeEvent['request']['headers'];
  body?: JsonValue;
  text?: string;
  bytes: number;
}

/** A body as it came, and what JSON makes of it. */
interface Content {
  readonly text: string;
  readonly body: JsonValue | undefined;
}

function message(redactor: Redactor, headers: HttpResponse['headers'], { text, body }: Content, bytes: number): Message {
  const content =
    text === ''
      ? {}
      : body === undefined
        ? { text: redactor.redactText(text.slice(0, READ_TEXT)).slice(0, KEPT_TEXT) }
        : { body: redactor.redact(body) };
  const redacted = Object.entries(headers).map(([name, value]) => [
    name.toLowerCase(),
    typeof value === 'string' ? redactor.redactHeader(name, value) : value.map((one) => redactor.redactHeader(name, one)),
  ]);
  return { headers: Object.fromEntries(redacted), ...content, bytes };
}
