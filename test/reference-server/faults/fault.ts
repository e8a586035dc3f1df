/** A defect that the deployment can switch on: what it does, and the words of the document that it contradicts. */
export interface Fault {
  readonly id: string;
  readonly about: string;
  readonly quote: string;
  readonly family: string;
  readonly difficulty: 'easy' | 'medium' | 'hard';
  /** B to I are for measurements before a repair only: nobody who improves a check looks at them */
  readonly set: 'A' | 'B' | 'C' | 'D' | 'E' | 'F' | 'G' | 'H' | 'I';
}
