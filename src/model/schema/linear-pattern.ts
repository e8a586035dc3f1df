import { createRequire } from 'node:module';
import type * as Re2 from 're2js';
import type { RegExpLike } from 'ajv/dist/types/index.js';

const require = createRequire(import.meta.url);

/** A pattern that is refused; the message is the pattern. */
export class PatternError extends Error {}

/** What is expected in its place. */
export const LINEAR = 'a pattern as RE2 knows it, without look-around and references back: its time must not depend on the target';

/** Patterns of profiles and of documents beside ours, for ajv: matched in a time that is linear in the text. Throws PatternError. */
export const linearPattern = Object.assign(
  (pattern: string): RegExpLike => {
    const { RE2JS }: typeof Re2 = require('re2js');
    try {
      const compiled = RE2JS.compile(RE2JS.translateRegExp(pattern));
      // ajv knows patterns by their text.
      return Object.assign({ test: (text: string) => compiled.test(text) }, { toString: () => pattern });
    } catch (cause) {
      throw new PatternError(pattern, { cause });
    }
  },
  { code: 'linearPattern' },
);

export function isLinear(pattern: string): boolean {
  try {
    linearPattern(pattern);
    return true;
  } catch (error) {
    if (error instanceof PatternError) return false;
    throw error;
  }
}
