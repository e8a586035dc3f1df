import fc from 'fast-check';
import type { Step } from '../model/types.ts';

/** A way in which the body as a whole is not as it should be: what changes of the step that sends it. */
export interface BodyClass {
  readonly name: string;
  readonly change: fc.Arbitrary<Pick<Step, 'raw' | 'headers' | 'altered'>>;
}

const DEPTH = 1_000;
const LARGE = 262_144;

const word = fc.string({ unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'.split('')), minLength: 10, maxLength: 10 });

function sent(texts: fc.Arbitrary<string>): BodyClass['change'] {
  return texts.map((text) => ({ raw: { text, contentType: 'application/json' } }));
}

function nested(leaf: string): unknown {
  return Array.from({ length: DEPTH }).reduce<unknown>((inner) => [inner], leaf);
}

/** No JSON, or not what an operation takes: nothing of the valid request is left, or its text is broken. */
export const BROKEN_BODIES: readonly BodyClass[] = [
  { name: 'not-json', change: sent(word.map((text) => `<${text}/>`)) },
  { name: 'array', change: sent(fc.array(word, { minLength: 1, maxLength: 3 }).map((list) => JSON.stringify(list))) },
  { name: 'scalar', change: sent(fc.oneof(word, fc.integer(), fc.boolean(), fc.constant(null)).map((value) => JSON.stringify(value))) },
  { name: 'empty', change: sent(fc.constant('')) },
  { name: 'unfinished', change: fc.constant({ altered: { unfinished: true } }) },
];

/** The valid request, as a target may take it or not: another Content-Type, members that nobody has documented, depth, size. */
export const UNUSUAL_BODIES: readonly BodyClass[] = [
  {
    name: 'content-type',
    change: fc
      .constantFrom('text/plain', 'application/xml', 'application/octet-stream', 'application/x-www-form-urlencoded')
      .map((type) => ({ headers: { 'Content-Type': type } })),
  },
  { name: 'extra', change: word.map((name) => ({ altered: { members: { [`x_${name}`]: name } } })) },
  { name: 'nested', change: word.map((name) => ({ altered: { members: { [`x_${name}`]: nested(name) } } })) },
  { name: 'large', change: fc.integer({ min: LARGE, max: LARGE + 999 }).map((padding) => ({ altered: { padding } })) },
];
