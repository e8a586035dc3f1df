/** A part of a text that is replaced by a name. */
export interface Found {
  readonly start: number;
  readonly end: number;
  readonly name: string;
  /** the name of the secret, where no more than its beginning or its end stands here */
  readonly partOf?: string;
}

/** What overlaps is replaced as a whole, by one name after the other; `nameOf` knows better where a part is just a secret. */
export function replaced(text: string, found: readonly Found[], nameOf: (part: string) => string | undefined = () => undefined): string {
  if (found.length === 0) return text;
  const pieces: string[] = [];
  let done = 0;
  for (const { start, end, name } of found.toSorted(
    (a, b) => a.start - b.start || b.end - a.end || Number(a.partOf !== undefined) - Number(b.partOf !== undefined),
  )) {
    if (end <= done) continue;
    pieces.push(text.slice(done, Math.max(done, start)), nameOf(text.slice(start, end)) ?? name);
    done = end;
  }
  return pieces.join('') + text.slice(done);
}
