/** Tells when a target breaks down, so that load on it ends. */
export interface Breaker {
  /** true from the answer on that makes a burst of server errors */
  sees(status: number): boolean;
}

/** Of so many answers in a row at least half were server errors. A rate limiter's 503 is one as well: load ends there too. */
const WINDOW = 100;
const BURST = WINDOW / 2;

export function createBreaker(): Breaker {
  const failed = new Uint8Array(WINDOW);
  let [at, sum] = [0, 0];
  return {
    sees: (status) => {
      const now = status >= 500 ? 1 : 0;
      sum += now - (failed[at] ?? 0);
      failed[at] = now;
      at = (at + 1) % WINDOW;
      return sum >= BURST;
    },
  };
}
