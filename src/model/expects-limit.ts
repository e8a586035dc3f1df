import type { DocumentSpec, Step } from './types.ts';

/** True where a 429 is what the step asks for, or an answer like any other; anywhere else it only is in the way. */
export function expectsLimit(spec: DocumentSpec, { expect = [], impatient }: Step): boolean {
  const names = spec.errors.errors.filter(({ status }) => status === 429).map(({ name }) => name);
  return (
    impatient === true || expect.some(({ status = [], error = [] }) => status.includes(429) || error.some((name) => names.includes(name)))
  );
}
