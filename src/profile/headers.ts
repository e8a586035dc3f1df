/** A header that no request can have, and why. */
export interface HeaderMistake {
  readonly name: string;
  readonly message: string;
}

/** RFC 9110, section 5.6.2 */
const NAME = /^[!#$%&'*+.^_`|~\w-]+$/;
/** What says how the bytes of a request are sent is the business of whoever sends them. */
const FRAMING = [
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

/** What is wrong with the names of headers, and with values that are texts of the profile. */
export function headerMistakes(headers: Readonly<Record<string, unknown>>): readonly HeaderMistake[] {
  const names = Object.keys(headers).map((name) => name.toLowerCase());
  return Object.entries(headers).flatMap(([name, value], index) => {
    const message = mistakeIn(name, value, names.indexOf(name.toLowerCase()) < index);
    return message === undefined ? [] : [{ name, message }];
  });
}

function mistakeIn(name: string, value: unknown, isSecond: boolean): string | undefined {
  if (!NAME.test(name)) return `expected the name of a header, found '${name}': letters, digits and hyphens`;
  if (FRAMING.includes(name.toLowerCase())) return `expected no header that frames a request, found ${name}. Remove this key`;
  if (isSecond) return `expected each header once, found ${name} in another spelling above already. Leave one of them out`;
  const unfit = typeof value === 'string' ? unfitForHeader(value) : undefined;
  return unfit === undefined ? undefined : `expected a text that a header can hold, found one with ${unfit}`;
}

/** Beyond it servers refuse a request for its size. */
const MOST_CHARACTERS = 16_384;

/** What keeps a text from being the value of a header, without a word of the text itself; undefined where nothing does. */
export function unfitForHeader(text: string): string | undefined {
  if (text.length > MOST_CHARACTERS) return `${text.length} characters, more than ${MOST_CHARACTERS}`;
  const found = /[^\t\u0020-\u007e\u0080-\u00ff]/u.exec(text);
  return found === null ? undefined : `${nameOf(found[0])} as its character ${found.index + 1} of ${text.length}`;
}

/** What a character is, in words: it may be part of a secret. */
export function nameOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code === 10) return 'a line feed';
  if (code === 13) return 'a carriage return';
  if (code === 0xfe_ff) return 'a byte order mark';
  return code < 32 || code === 127 ? 'a control character' : 'a character beyond Latin-1';
}
