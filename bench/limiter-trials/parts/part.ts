import type { DocumentName } from '../../../src/mock/kit/documents.ts';
import type { SimulatedKind } from '../cell.ts';
import type { Result, Series } from '../series.ts';

/** What a part of the trials is given. */
export interface Order {
  /** clean probes of each kind of limiter */
  readonly runs: number;
  readonly seed: number;
  /** only defects with this in their name */
  readonly defect: string;
  /** runs several series, and tells how far they are */
  readonly all: <Key>(series: readonly (readonly [Key, Series])[]) => Promise<readonly (readonly [Key, readonly Result[]])[]>;
  readonly say: (line: string) => void;
  /** each of these trials in full, where that is asked for */
  readonly tell: (results: readonly Result[], what: string) => void;
}

/** What came of a part. */
export interface PartResult {
  /** goals that were not reached */
  readonly missed: readonly string[];
  /** all of it in a line */
  readonly figure: string;
}

/** The document whose headers stand on every answer. */
export const DOCUMENT: DocumentName = 'privileged-access';
export const PERIODIC: readonly SimulatedKind[] = ['fixed-aligned', 'fixed-first', 'sliding-log', 'sliding-counter', 'token-bucket'];

/** So many trials of what is beside the main matter. */
export function few({ runs }: Order): number {
  return Math.max(5, Math.ceil(runs / 5));
}

export function alarmsIn(results: readonly Result[]): readonly Result[] {
  return results.filter(({ failed }) => failed.length > 0);
}

export function rightIn(results: readonly Result[]): readonly Result[] {
  return results.filter(({ isRight }) => isRight);
}

/** Called another kind than it is; unknown is no other kind. */
export function isWrongKind({ isRight, found }: Result): boolean {
  return !isRight && !found.startsWith('unknown');
}

export function percent(part: number, whole: number): string {
  return `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;
}
