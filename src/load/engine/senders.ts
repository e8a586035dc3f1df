import type { LoadEnd } from './load-order.ts';

/**
 * Why a request that was sent has no answer. What is cut off was waited for longer than any answer took, until the load was over; what is
 * not awaited was not.
 */
export type LossReason =
  | 'timed out'
  | 'closed'
  | 'reset'
  | 'not http'
  | 'too large'
  | 'interim only'
  | 'interrupted'
  | 'cut off'
  | 'not awaited';

/** A request that is under way: which one, when it was due, and when it went out (performance.now). */
export interface Sent {
  readonly request: number;
  readonly dueAt: number;
  readonly sentAt: number;
}

/** The first lines of an answer. */
export interface AnswerHead {
  readonly statusCode: number;
  /** name, value, name, value …; a repeated field stands more than once */
  readonly headers: readonly string[];
}

/** An answer as it came. The body may be part of the socket's buffer: read it before the next turn of the event loop. */
export interface LoadAnswer {
  readonly sent: Sent;
  readonly receivedAt: number;
  readonly head: AnswerHead;
  readonly body: Buffer;
}

/** What is told of a load by whoever sends its requests. */
export interface SenderEvents {
  /** every connection stands, or as many as can be had: the clock starts */
  begun(): void;
  answered(answer: LoadAnswer): void;
  lost(sent: Sent, why: LossReason): void;
  /** a connection could not be had for so long */
  unconnected(ms: number): void;
  /** ends the load; once it has ended, says that something is no longer under way */
  stop(end: LoadEnd): void;
  failed(error: unknown): void;
}

/** Whoever sends the requests of a load. */
export interface Senders {
  /**
   * Nothing more is sent. What is under way may still be answered.
   * @param lossOf what becomes of it where it cannot be waited for
   */
  halt(lossOf: (sent: Sent) => LossReason): void;
  /** nothing is under way */
  isQuiet(): boolean;
  /** called again and again: gives up what waits for too long, or takes too much */
  sweep(now: number): void;
  /** gives up what is under way, for good */
  end(why: (sent: Sent) => LossReason): void;
}
