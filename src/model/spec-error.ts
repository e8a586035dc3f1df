/** A mistake in a spec, profile or other YAML file: one line for each finding, `file:line:column  field  expected …, found …`. */
export class SpecError extends Error {
  override readonly name = 'SpecError';
}
