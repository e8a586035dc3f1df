import type { LimitNumbers } from '../judge/under-load/header-sieve.ts';

/** Watches whether a limit stays what it is for as long as its period has one reset, in whatever order the answers come. */
export interface LimitWatch<Answer> {
  /** the answer that named another limit for the same period; undefined where none did */
  sees(request: number, status: number, numbers: Readonly<LimitNumbers>, answer: Answer): Answer | undefined;
}

/** @param requests how many there are: each has its own caller and operation, and so perhaps its own limit */
export function createLimitWatch<Answer>(requests: number): LimitWatch<Answer> {
  const periods: ({ readonly reset: number; readonly limit: number; readonly answer: Answer } | undefined)[] = Array.from({
    length: requests,
  });
  return {
    sees: (request, status, { limit, reset }, answer) => {
      // A limit on concurrent requests answers 429 with a limit of 0: it speaks of no period.
      if (Number.isNaN(limit) || Number.isNaN(reset) || (status === 429 && limit === 0)) return undefined;
      const known = periods[request];
      if (known?.reset !== reset) {
        periods[request] = { reset, limit, answer };
        return undefined;
      }
      return known.limit === limit ? undefined : known.answer;
    },
  };
}
