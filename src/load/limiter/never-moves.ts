/** So many answers that all say the same are no chance. */
const MANY = 10;

/** Whether a count never moves: many answers, and all say that as much remains. */
export function neverMoves(told: readonly number[]): boolean {
  return told.length >= MANY && told.every((count) => count === told[0]);
}
