import type { TransportFailure } from '../trace/events.ts';

/** What is kept of an answer that is not read whole. */
export type KeptPart = NonNullable<TransportFailure['kept']>;

/** An answer is more than is read of one: the target's doing, whatever it meant. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge';
  readonly kept: KeptPart | undefined;
  constructor(excess: string, kept?: KeptPart) {
    super(excess);
    this.kept = kept;
  }
}

export function longerThan(mostBytes: number): string {
  return `the body is longer than ${mostBytes} bytes (budget.bodyBytes)`;
}
