/** What instrumented code looks up: which mutant is on, and what has been reached. */
interface Switchboard {
  activeMutant: string | undefined;
  /** of the mutant that is on; beyond the limit it throws, so that no loop is endless */
  hitCount: number;
  hitLimit: number;
  /** under which name it is noted what is reached; none while modules are imported */
  currentTestId: string | undefined;
  readonly mutantCoverage: {
    readonly static: Readonly<Record<string, number>>;
    readonly perTest: Readonly<Record<string, Readonly<Record<string, number>>>>;
  };
}

/** Must be there before the first instrumented module is imported: each of them takes hold of it once. */
export const switchboard: Switchboard = {
  activeMutant: undefined,
  hitCount: 0,
  hitLimit: Number.POSITIVE_INFINITY,
  currentTestId: undefined,
  mutantCoverage: { static: {}, perTest: {} },
};
Object.assign(globalThis, { __stryker__: switchboard });
