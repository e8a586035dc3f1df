/** A UUID of version 4 (RFC 9562 section 5.4) from 32 characters of any source. */
export function uuidFrom(characters: string): string {
  const digits = Array.from(characters, (character) => (character.charCodeAt(0) % 16).toString(16));
  digits[12] = '4';
  digits[16] = '89ab'.charAt(Number.parseInt(digits[16] ?? '0', 16) % 4);
  const hex = digits.join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}
