/** A text without these characters at its end. A pattern such as /[.!]+$/ would look at each of their runs once more from each place in it. */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** What stands before the first occurrence of a mark; the whole text where it has none. */
export function before(text: string, mark: string): string {
  const at = text.indexOf(mark);
  return at === -1 ? text : text.slice(0, at);
}

/** A name without the number at its end: answer for answer2. */
export const withoutNumber = (name: string): string => withoutEnd(name, '0123456789');
