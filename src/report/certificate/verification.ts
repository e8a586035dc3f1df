/** Something that is not as it was signed, or was signed wrongly. */
export interface Flaw {
  /** in the run's folder */
  readonly file: string;
  readonly what: string;
}

/** What `assay verify --json` prints. */
export interface Verification {
  /** true where nothing is wrong and nothing was left unchecked */
  readonly verified: boolean;
  readonly exitCode: 0 | 1 | 3;
  readonly identity: 'checked' | 'not checked';
  readonly keyId: string | null;
  readonly files: number;
  /** clauses that were judged again from the trace; all of them as certified, or a flaw says which not */
  readonly rejudged: number;
  /** files that were made of the trace again, byte for byte as they stand there */
  readonly rederived: number;
  /** files that do not follow from the trace: the signature alone speaks for them */
  readonly signedOnly: readonly string[];
  readonly flaws: readonly Flaw[];
  /** what could not be checked, and why */
  readonly unchecked: readonly string[];
  readonly proves: Proof;
}

/** What follows from what was checked, in words. */
export interface Proof {
  readonly signature: string;
  readonly rejudging: string;
  readonly neither: string;
}
