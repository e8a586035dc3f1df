import { CodedError } from '../../model/errors.ts';

/** Rows that cannot be analyzed. The message names the file and line, what was expected and found, and the remedy. */
export class RowsError extends CodedError {
  override readonly name = 'RowsError';
}
