import type { Connection } from './connection.ts';

/** Keeps a target that refuses connections from being hammered: each try waits longer, and after a few rounds there is none. */
export interface Reconnector {
  /** something was answered: what failed before is forgiven */
  answered(): void;
  failed(connection: Connection, error: Error, hasBegun: boolean): void;
  close(): void;
}

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 2_000;
const ROUNDS = 5;

/**
 * @param connections how many there are: a round is one try of each
 * @param giveUp called once with what is told of the target
 */
export function createReconnector(connections: number, giveUp: (why: string) => void): Reconnector {
  const timers = new Set<NodeJS.Timeout>();
  let failures = 0;
  return {
    answered: () => {
      failures = 0;
    },
    failed: (connection, error, hasBegun) => {
      failures += 1;
      const round = Math.floor((failures - 1) / connections);
      // Before the start nobody has ever been let in: one round is enough.
      if (round >= (hasBegun ? ROUNDS : 1)) return giveUp(`no connection: ${error.message}`);
      const timer = setTimeout(
        () => {
          timers.delete(timer);
          connection.connect();
        },
        Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** round),
      );
      timers.add(timer);
    },
    close: () => {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
