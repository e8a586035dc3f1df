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
  // Most places are passed over by three characters, without a text of their own.
  const begins = new Uint8Array(BEGINNINGS);
  const byStart = new Map<string, { readonly needle: string; readonly replacement: string }[]>();
  return {
    add: (needle, replacement) => {
      const start = needle.slice(0, SHORTEST_NEEDLE);
      const others = byStart.get(start) ?? [];
      if (others.some((other) => other.needle === needle)) return;
      begins[beginning(needle, 0)] = 1;
      byStart.set(
        start,
        [...others, { needle, replacement }].toSorted((a, b) => b.needle.length - a.needle.length),
      );
    },
    replaceIn: (text) => {
      let replaced = '';
      let done = 0;
      for (let index = 0; index + SHORTEST_NEEDLE <= text.length; index++) {
        if (begins[beginning(text, index)] === 0) continue;
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

const BEGINNINGS = 65_536;

/** A number for the three characters at a place; different ones may share it. */
function beginning(text: string, index: number): number {
  return (text.charCodeAt(index) * 1_009 + text.charCodeAt(index + 1) * 131 + text.charCodeAt(index + 2)) % BEGINNINGS;
}
