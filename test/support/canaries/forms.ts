/** Every form in which a secret may stand in a text, by name; written without a look at what hides them. */
export const FORMS: Readonly<Record<string, (secret: string) => readonly string[]>> = {
  raw: (secret) => [secret],
  'JSON-escaped': (secret) => [escaped(secret)],
  'JSON-escaped twice': (secret) => [escaped(escaped(secret))],
  'JSON-escaped to ASCII': (secret) => [ascii(secret)],
  'HTML-escaped': (secret) => [
    secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&apos;'),
  ],
  'percent-encoded': (secret) => [
    encodeURIComponent(secret),
    lowerDigits(encodeURIComponent(secret)),
    everyByte(secret),
    lowerDigits(everyByte(secret)),
  ],
  'form-encoded': (secret) => [formEncoded(secret), lowerDigits(formEncoded(secret))],
  base64: (secret) => aligned(secret, 'base64'),
  base64url: (secret) => aligned(secret, 'base64url'),
  hexadecimal: (secret) => [hex(secret), hex(secret).toUpperCase()],
  'percent-encoded twice': (secret) => [encodeURIComponent(encodeURIComponent(secret)), everyByte(everyByte(secret))],
  'percent-encoded in part': (secret) => [eachCharacter(secret, (one, at) => (at % 2 === 0 ? everyByte(one) : one))],
  'HTML-escaped by decimal numbers': (secret) => [eachCharacter(secret, (one) => `&#${codeOf(one)};`)],
  'HTML-escaped by hexadecimal numbers': (secret) => [eachCharacter(secret, (one) => `&#x${codeOf(one).toString(16).toUpperCase()};`)],
  'HTML-escaped by numbers without semicolons': (secret) => [
    eachCharacter(secret, (one) => `&#x${codeOf(one).toString(16)}`),
    eachCharacter(secret, (one) => `&#${codeOf(one)}`),
  ],
  'HTML-escaped by numbers where it must be': (secret) => [secret.replace(/[&<>"'+/=]/g, (one) => `&#${codeOf(one)};`)],
  'HTML-escaped twice': (secret) => [
    secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll('&', '&amp;'),
  ],
  'JSON-escaped with slashes': (secret) => [escaped(secret).replaceAll('/', '\\/')],
  'JSON-escaped as a whole': (secret) => [everyUnit(secret), everyUnit(secret).replaceAll('\\', '\\\\')],
  'escaped for JavaScript': (secret) => [secret.replace(/[ -/:-@[-`{-~]/g, (one) => `\\x${hex(one)}`)],
  'escaped for JavaScript by code points': (secret) => [eachCharacter(secret, (one) => `\\u{${codeOf(one).toString(16)}}`)],
  'escaped in octal': (secret) => [
    eachCharacter(secret, (one) => (codeOf(one) > 0xff ? one : octal(codeOf(one)))),
    [...Buffer.from(secret)].map(octal).join(''),
    eachCharacter(secret, (one) => (codeOf(one) > 0xff ? one : `\\${codeOf(one).toString(8)}`)),
  ],
  'percent-encoded by units': (secret) => [everyUnit(secret).replaceAll('\\', '%')],
  'quoted-printable': (secret) => [everyByte(secret).replaceAll('%', '=')],
  'with what nobody sees between its letters': (secret) =>
    ['\u00ad', '\u200b', '\u200d', '\ufeff', '\u{e0001}'].map((one) => Array.from(secret).join(one)),
  'percent-encoded JSON': (secret) => [encodeURIComponent(escaped(secret))],
  'in capitals': (secret) => [secret.toUpperCase()],
  'in small letters': (secret) => [secret.toLowerCase()],
  'in capitals, percent-encoded': (secret) => [encodeURIComponent(secret.toUpperCase())],
  'decomposed letters': (secret) => [secret.normalize('NFD')],
  'base64 of percent-encoding': (secret) => aligned(encodeURIComponent(secret), 'base64'),
  'hexadecimal of base64': (secret) => [hex(Buffer.from(secret).toString('base64'))],
  'from its end': (secret) => [Array.from(secret).toReversed().join('')],
  'cut behind': (secret) => [1, 3, most(secret)].map((left) => cut(secret, 0, secret.length - left)),
  'cut in front': (secret) => [1, 3, most(secret)].map((left) => cut(secret, left, secret.length)),
  'in full-width letters': (secret) => [secret.replace(/[!-~]/g, (one) => String.fromCodePoint(codeOf(one) + 0xfee0))],
  'with white space between its letters': (secret) =>
    ['\n', '\r\n', '\t', ' ', '\u00a0', '\u3000'].flatMap((blank) =>
      [3, Math.ceil(secret.length / 2)].map((width) => wrapped(secret, width, blank)),
    ),
  'codes in decimal': (secret) => [',', ', ', ' ', ';\n'].flatMap((between) => [codes(secret, between), bytesOf(secret, 10).join(between)]),
  'codes in hexadecimal': (secret) => [
    bytesOf(secret, 16).join(':'),
    bytesOf(secret, 16).join(' '),
    `0x${bytesOf(secret, 16).join(', 0x')}`,
  ],
  'codes in octal': (secret) => [bytesOf(secret, 8).join(' ')],
  'base64 on several lines': (secret) => [4, 7, 64].map((width) => wrapped(Buffer.from(secret).toString('base64'), width, '\r\n')),
  'with signs between its letters': (secret) =>
    ['-', '.', '**', ', '].flatMap((sign) => [1, 3, 4].map((width) => wrapped(secret, width, sign))),
  base32: (secret) => [base32(Buffer.from(secret)), base32(Buffer.from(secret)).toLowerCase()],
  'HTML-escaped by names without semicolons': (secret) => [secret.replace(/[&<>"'+/=@_]/g, (one) => `&${ENTITY_NAMES[one] ?? ''}`)],
};

const ENTITY_NAMES: Readonly<Record<string, string>> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": 'apos',
  '+': 'plus',
  '/': 'sol',
  '=': 'equals',
  '@': 'commat',
  _: 'lowbar',
};

/** How much may be cut off: half of it and eight characters have to be left; with blanks and beyond ASCII, other values end like it. */
function most(secret: string): number {
  const half = Math.max(0, secret.length - Math.max(8, Math.ceil(secret.length / 2)));
  return /^[!-~]+$/.test(secret) ? half : Math.min(3, half);
}

/** What is left of a secret; of less than that nothing is said. */
function cut(secret: string, from: number, to: number): string {
  return to - from >= secret.length - most(secret) ? secret.slice(from, to) : secret;
}

function wrapped(text: string, width: number, blank: string): string {
  return (text.match(new RegExp(`[^]{1,${width}}`, 'g')) ?? []).join(blank);
}

function codes(text: string, between: string): string {
  return Array.from({ length: text.length }, (_, at) => text.charCodeAt(at)).join(between);
}

function bytesOf(text: string, base: number): readonly string[] {
  return [...Buffer.from(text)].map((byte) => byte.toString(base));
}

function eachCharacter(text: string, write: (character: string, at: number) => string): string {
  return Array.from(text, write).join('');
}

function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}

function everyUnit(text: string): string {
  return Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join('');
}

function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function ascii(text: string): string {
  return escaped(text).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function everyByte(text: string): string {
  return hex(text).toUpperCase().replace(/../g, '%$&');
}

function lowerDigits(text: string): string {
  return text.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
}

function formEncoded(text: string): string {
  return new URLSearchParams({ a: text }).toString().slice(2);
}

function hex(text: string): string {
  return Buffer.from(text).toString('hex');
}

/** What is sure to stand in the encoding of any text that holds the secret, whatever is before it: the three alignments. */
function aligned(secret: string, encoding: 'base64' | 'base64url'): readonly string[] {
  const length = Buffer.byteLength(secret);
  return [0, 1, 2].map((before) => {
    const whole = Buffer.concat([Buffer.alloc(before, 'x'), Buffer.from(secret)]).toString(encoding);
    return whole.slice(Math.ceil((before * 8) / 6), Math.floor(((before + length) * 8) / 6));
  });
}

/** The secret in the payload of a token, between claims. */
export function jwtWith(secret: string): string {
  const part = (claims: object): string => Buffer.from(JSON.stringify(claims)).toString('base64url');
  return `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ iss: 'here', of: secret, iat: 1 })}.c2lnbmF0dXJlLW9mLXRva2Vu`;
}

/** One value for each form that a careless target might answer. */
export function echoes(secret: string): Readonly<Record<string, string>> {
  const encoded = Object.entries(FORMS).map(([name, forms]) => [name, forms(secret)[0] ?? '']);
  return {
    ...Object.fromEntries(encoded),
    base64: Buffer.from(secret).toString('base64'),
    base64url: Buffer.from(secret).toString('base64url'),
    'base64 of percent-encoding': Buffer.from(encodeURIComponent(secret)).toString('base64'),
    ...Object.fromEntries(
      ['', 'x', 'xy'].flatMap((before) =>
        (['base64', 'base64url'] as const).map((encoding) => [
          `${encoding} after ${before.length}`,
          Buffer.from(`${before}${secret}z`).toString(encoding),
        ]),
      ),
    ),
    'in a token': jwtWith(secret),
    'in an address': `https://elsewhere.test/?q=${encodeURIComponent(secret)}#${encodeURIComponent(secret)}`,
    'in words': `the secret is ${secret}, keep it`,
  };
}

function octal(byte: number): string {
  return `\\${byte.toString(8).padStart(3, '0')}`;
}

/** RFC 4648, without padding. */
function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}
