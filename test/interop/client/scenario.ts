import type { Stage } from './stage.ts';

/** What somebody does with the client, and what they must see. */
export interface Scenario {
  readonly name: string;
  /** the section of the document that decides; or what it leaves open, and who decides then */
  readonly basis: string;
  /** choices of the mock over its preset; where omitted it is played with the preset alone, and once more with what must make no difference */
  readonly choices?: readonly string[];
  /** the mock's clock, which is real where omitted: this client lets go of a transaction that has expired by its own */
  readonly clock?: 'virtual';
  /** with this defect of the mock switched on something else must be seen; omitted where the document leaves all of it open */
  readonly fault?: string;
  readonly play: (stage: Stage) => Promise<readonly unknown[]>;
  readonly expected: readonly unknown[];
}

/** A password that every policy of the mock takes. */
export const NEW_PASSWORD = 'Correct1Horse!';
