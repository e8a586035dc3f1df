/** The name that stands for a secret in the trace: ‹stateToken-1›. Stable within a run, so that equality can still be judged. */
export function pseudonym(kind: string, ordinal: number): string {
  return `‹${kind}-${ordinal}›`;
}

/** Matches every pseudonym in a text. */
export const PSEUDONYM = /‹([A-Za-z][A-Za-z0-9.]*)-([0-9]+)›/g;
