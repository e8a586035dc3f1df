import type { FileKey } from '../sources.ts';

/** A mistake in what one spec file says of another: where it stands, what was expected, and what stood there. */
export interface Mistake {
  readonly file: FileKey;
  /** JSON pointer into the file */
  readonly pointer: string;
  readonly expected: string;
  readonly found: string;
}

/** A name that must be defined somewhere; `known` are the names that are. */
export interface Reference {
  readonly file: FileKey;
  readonly pointer: string;
  /** what is named, such as 'an operation of endpoints.yaml' */
  readonly what: string;
  readonly name: string;
  readonly known: ReadonlySet<string>;
}
