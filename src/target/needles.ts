/** Many texts to be found and replaced in many others. */
export interface Needles {
  add(needle: string, replacement: string): void;
  /** every needle replaced, the longest first where several begin at one place */
  replaceIn(text: string): string;
}

/** Shorter secrets are replaced only where they stand in a secret's own place: elsewhere they would hit ordinary words. */
export const SHORTEST_NEEDLE = 6;

/** Finds needles by their first characters in one pass, so that a thousand secrets cost no more than one. */
export function createNeedles(): Needles {
  const byStart = new Map<string, { readonly needle: string; readonly replacement: string }[]>();
  return {
    add: (needle, replacement) => {
      const start = needle.slice(0, SHORTEST_NEEDLE);
      const others = byStart.get(start) ?? [];
      if (others.some((other) => other.needle === needle)) return;
      byStart.set(
        start,
        [...others, { needle, replacement }].toSorted((a, b) => b.needle.length - a.needle.length),
      );
    },
    replaceIn: (text) => {
      let replaced = '';
      let done = 0;
      for (let index = 0; index + SHORTEST_NEEDLE <= text.length; index++) {
        const found = byStart.get(text.slice(index, index + SHORTEST_NEEDLE))?.find(({ needle }) => text.startsWith(needle, index));
        if (found === undefined) continue;
        replaced += text.slice(done, index) + found.replacement;
        done = index + found.needle.length;
        index = done - 1;
      }
      return done === 0 ? text : replaced + text.slice(done);
    },
  };
}
