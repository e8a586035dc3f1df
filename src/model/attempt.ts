import { SpecError } from './errors.ts';

/** What came of reading something, or the lines that say what is wrong with it. */
export interface Attempt<T> {
  readonly value?: T;
  readonly mistakes: readonly string[];
}

/** Catches a SpecError, so that the mistakes of several files can be told together; lets all else pass. */
export function attempt<T>(action: () => T): Attempt<T> {
  try {
    return { value: action(), mistakes: [] };
  } catch (error) {
    if (error instanceof SpecError) return { mistakes: error.message.split('\n') };
    throw error;
  }
}
