/** Whole numbers in few characters, ascending, each once: `3-5 9`. */
export function rangesOf(numbers: readonly number[]): string {
  const ranges: { readonly first: number; last: number }[] = [];
  for (const number of [...new Set(numbers)].toSorted((one, other) => one - other)) {
    const range = ranges.at(-1);
    if (range?.last === number - 1) range.last = number;
    else ranges.push({ first: number, last: number });
  }
  return ranges.map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`)).join(' ');
}

/** The numbers of such a text that are among these, and no others: a text from elsewhere may name a range without end. */
export function* numbersIn(ranges: string, known: ReadonlySet<number>): Generator<number> {
  for (const range of ranges.split(' ')) {
    const [first = Number.NaN, last = first] = range.split('-').map(Number);
    for (let number = first; number <= last && known.has(number); number += 1) yield number;
  }
}
