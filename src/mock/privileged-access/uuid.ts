/** A UUID of version 4 (RFC 9562 section 5.4) from 32 characters of any source. */
export function uuidFrom(characters: string): string {
  let text = '';
  for (let at = 0; at < characters.length; at++) {
    if (at === 8 || at === 12 || at === 16 || at === 20) text += '-';
    const digit = characters.charCodeAt(at) % 16;
    text += at === 12 ? '4' : at === 16 ? '89ab'.charAt(digit % 4) : digit.toString(16);
  }
  return text;
}
