import type { DocumentName } from '../model/types.ts';
import type { ExchangeEvent, TransportFailure } from '../trace/events.ts';
import type { TraceWriter } from '../trace/writer.ts';
import { exchangeEvent, type Captured, type ExchangeHead, type Received } from './capture.ts';
import type { Pacer } from './pacer.ts';
import type { Redactor } from './redactor.ts';
import { createStock, type Weight } from './stock.ts';
import { systemTimer } from './timer.ts';
import type { Answer, HttpRequest, Transport } from './transport.ts';

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

/** An exchange that something else than an exchanger has sent. */
export type Noted = Omit<Captured, 'seq'>;

/** Sends requests one by one, captures each, redacts it, and appends it to the trace. */
export interface Exchanger {
  /** sequence number that the next exchange will have */
  nextSeq(): number;
  /** the answer that the document's service gave last */
  latest(document: DocumentName): Exchanged['response'];
  /** puts an exchange on record that something else has sent, and answers its number */
  note(exchange: Noted, watch?: Pick<Watch, 'comes'>): number;
  /** Throws BudgetUsedUp where nothing more may be sent. */
  exchange(head: ExchangeHead, request: HttpRequest, watch?: Watch): Promise<Exchanged>;
}

export interface ExchangerOptions {
  /** number of the first exchange; a trace that is continued has some already */
  readonly firstSeq?: number;
  /** what the trace holds already, as weightOnRecord says */
  readonly stored?: Weight | undefined;
  /** true for the names of fields that hold secrets */
  readonly isSecret?: (name: string) => boolean;
}

export function createExchanger(
  send: Transport,
  pacer: Pacer,
  redactor: Redactor,
  trace: TraceWriter,
  { firstSeq = 1, stored, isSecret = () => false }: ExchangerOptions = {},
): Exchanger {
  const stock = createStock(isSecret, stored);
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
    came: Answer,
    watch: Watch | undefined,
    sentAt: number,
    durationMs: number,
  ): Exchanged {
    const known = redactor.known();
    const { response, failure } =
      'response' in came ? stock.admit(came.response) : { response: undefined, failure: stock.tell(came.failure) };
    if (response !== undefined) watch?.comes?.(response);
    const event = exchangeEvent(redactor, { seq, head, request, response, failure, sentAt, durationMs });
    stock.learn(redactor.known() - known);
    if (response !== undefined) stock.write(response, event.response);
    write(seq, event);
    watch?.recorded?.(event);
    if (response !== undefined) latest.set(head.document, response);
    return { seq, response, failure };
  }

  return {
    nextSeq: () => next,
    latest: (document) => latest.get(document),
    note: (exchange, watch) => {
      const seq = next++;
      const { response } = exchange;
      const admitted = response === undefined ? exchange : { ...exchange, ...stock.admit(response, response.body) };
      if (admitted.response !== undefined) watch?.comes?.(admitted.response);
      write(seq, exchangeEvent(redactor, { ...admitted, seq }));
      return seq;
    },
    exchange: async (head, request, watch) => {
      const done = await pacer.turn();
      const seq = next++;
      watch?.begins?.(seq);
      try {
        // Both ends on one clock, rounded inwards: what was sent after an answer never looks as if it had been under way with it.
        const sentAt = Math.ceil(systemTimer.now() * 1000) / 1000;
        const came = await send({ ...request, withinMs: pacer.leftMs() });
        const durationMs = Math.max(0, Math.floor((systemTimer.now() - sentAt) * 1000) / 1000);
        return record(seq, head, request, came, watch, sentAt, durationMs);
      } catch (mistake) {
        write(seq, undefined);
        throw mistake;
      } finally {
        done();
      }
    },
  };
}
