/**
 * Suspension points for callers in process. Everybody who is under way goes on by one point, one after the other, before anybody goes
 * on by two: so each sees what the others have left half done. The order is that of their coming and, every other time that several
 * are there, the reverse; the seed decides which of them is first.
 */
export function createInterleaver(seed: number): (point: string) => Promise<void> {
  let waiting: (() => void)[] = [];
  let round: (() => void)[] = [];
  let races = seed;
  let isGoingOn = false;

  /** Lets one go on, and comes again when it has come as far as it can without waiting. */
  function nextRound(): void {
    if (round.length === 0) {
      if (waiting.length > 1) races += 1;
      round = races % 2 === 0 ? waiting : waiting.toReversed();
      waiting = [];
    }
    const next = round.shift();
    isGoingOn = next !== undefined;
    next?.();
    if (isGoingOn) setImmediate(nextRound);
  }

  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (isGoingOn) return;
      isGoingOn = true;
      setImmediate(nextRound);
    });
}
