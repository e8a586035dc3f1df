import type { LoadAnswer, LossReason, Sent } from './load-answer.ts';
import type { LoadEnd } from './load-order.ts';

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
