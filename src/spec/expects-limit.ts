import type { DocumentSpec, Step } from './types.ts';

/** True where a 429 is what the step asks for, or looks out for beside what it expects; anywhere else it only is in the way. */
export function expectsLimit(spec: DocumentSpec, { expect = [], observe }: Step): boolean {
  const names = spec.errors.errors.filter(({ status }) => status === 429).map(({ name }) => name);
  const asks = expect.some(({ status = [], error = [] }) => status.includes(429) || error.some((name) => names.includes(name)));
  return asks || (observe !== undefined && expect.length > 0);
}
