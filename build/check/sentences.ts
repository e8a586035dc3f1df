const END = /[.?!](?=\s+[A-Z`\d])/g;

/** The sentences of a line or item: one ends at `.`, `?` or `!` before a capital, backtick or digit, or at the end of the text. */
export function sentencesOf(text: string): readonly string[] {
  const ends = [...text.matchAll(END)].map(({ index }) => index + 1);
  const cuts = [0, ...ends, text.length];
  return cuts
    .slice(1)
    .map((end, index) => text.slice(cuts[index], end).trim())
    .filter((sentence) => sentence !== '');
}

/** The text with each run of white space as one space, and none around it. */
export function folded(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
