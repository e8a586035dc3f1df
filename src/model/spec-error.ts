import { CodedError } from './errors.ts';

/** A mistake in a spec, profile or other YAML file: one line for each finding, `file:line:column  field  expected …, found …`. */
export class SpecError extends CodedError {
  override readonly name = 'SpecError';
}
