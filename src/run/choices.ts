import fc from 'fast-check';
import type { EmbeddedTarget } from '../model/types.ts';

type Choices = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The embedded mock's choices: what the profile fixes, and of what it lets vary the value that the seed picks. */
export function chooseBySeed({ choices = {}, vary = {} }: EmbeddedTarget, seed: number): Choices {
  const documents = [...new Set([...Object.keys(choices), ...Object.keys(vary)])];
  return Object.fromEntries(documents.map((document) => [document, { ...pick(vary[document] ?? {}, seed), ...choices[document] }]));
}

function pick(options: Readonly<Record<string, readonly unknown[]>>, seed: number): Readonly<Record<string, unknown>> {
  const arbitrary = fc.record(Object.fromEntries(Object.entries(options).map(([name, values]) => [name, fc.constantFrom(...values)])));
  return fc.sample(arbitrary, { seed, numRuns: 1 })[0] ?? {};
}
