import { CodedError } from '../model/errors.ts';

/** Why a run could not go on. */
export class RunError extends CodedError {
  override readonly name = 'RunError';
}
