import { createRequire } from 'node:module';
import type * as Re2 from 're2js';
import type { RegExpLike } from 'ajv/dist/types/index.js';

const require = createRequire(import.meta.url);

/** Why a pattern is refused: a text of the target's must not decide how long it is matched. */
export class PatternError extends Error {}

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
