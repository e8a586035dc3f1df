import { SpecError } from '../model/errors.ts';

/** Takes each step, and tells what is wrong with any of them at once: one SpecError, under the code of the first. */
export function together<Result>(steps: readonly (() => Result)[]): readonly Result[] {
  const wrong: SpecError[] = [];
  const results = steps.flatMap((step) => {
    try {
      return [step()];
    } catch (error) {
      if (!(error instanceof SpecError)) throw error;
      wrong.push(error);
      return [];
    }
  });
  const [first] = wrong;
  if (first === undefined) return results;
  if (wrong.length === 1) throw first;
  throw new SpecError(first.code, [...new Set(wrong.map(({ message }) => message))].join('\n'), { cause: first });
}
