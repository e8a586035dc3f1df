import type { BeginRow, EndRow } from '../../model/types.ts';
import type { Span } from '../limiter/span.ts';
import type { FilePart } from '../../model/text-lines.ts';

/** One process that has sent requests and written rows of them. */
export interface RowGenerator {
  readonly name: string;
  readonly begin: BeginRow;
  readonly end: EndRow;
  /** its first row to its last */
  readonly part: FilePart;
  /** requests, answered or not */
  readonly answers: number;
  /** what the target's clock is ahead of its own, milliseconds; undefined where no answer says what time it is there */
  readonly ahead: Span | undefined;
  /** from the first request to the last answer, on its own clock */
  readonly firstMs: number;
  readonly lastMs: number;
}
