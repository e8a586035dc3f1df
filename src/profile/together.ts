import { SpecError } from '../model/errors.ts';

/** Takes step after step, so that all that is wrong is told at once. */
export interface Mistakes {
  /** what the step answers; `instead` where it throws SpecError, which is told by `demandNone` */
  attempt<Result>(instead: Result, step: () => Result): Result;
  /** Throws one SpecError with all that went wrong, under the code of the first. */
  demandNone(): void;
}

export function collectMistakes(): Mistakes {
  const wrong: SpecError[] = [];
  return {
    attempt: (instead, step) => {
      try {
        return step();
      } catch (error) {
        if (!(error instanceof SpecError)) throw error;
        wrong.push(error);
        return instead;
      }
    },
    demandNone: () => {
      const [first] = wrong;
      if (first === undefined) return;
      if (wrong.length === 1) throw first;
      throw new SpecError(first.code, [...new Set(wrong.map(({ message }) => message))].join('\n'), { cause: first });
    },
  };
}

/** Takes each step, and tells what is wrong with any of them at once: one SpecError, under the code of the first. */
export function together<Result>(steps: readonly (() => Result)[]): readonly Result[] {
  const { attempt, demandNone } = collectMistakes();
  const results = steps.flatMap((step) => attempt<readonly Result[]>([], () => [step()]));
  demandNone();
  return results;
}
