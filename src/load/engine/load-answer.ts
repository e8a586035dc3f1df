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

/** An answer as it came. A buffer may be part of the socket's: read it before the next turn of the event loop. */
export interface LoadAnswer {
  readonly sent: Sent;
  readonly receivedAt: number;
  readonly head: AnswerHead;
  /** text where it came unpacked */
  readonly body: Buffer | string;
  /** of the body */
  readonly bytes: number;
}
