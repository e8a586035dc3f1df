import { createNeedles, SHORTEST_NEEDLE } from './needles.ts';
import { isPseudonym, pseudonym } from '../trace/pseudonym.ts';
import { withoutEnd } from '../spec/text-end.ts';
import type { SecretEvent } from '../trace/events.ts';

/** Replaces secrets by pseudonyms at capture; nothing that it has once learned leaves in any encoding. */
export interface Redactor {
  /** remembers a secret value of a kind, and answers its pseudonym */
  learn(kind: string, value: string): string;
  /** a copy in which secret fields, by name, and learned values, anywhere, are pseudonyms */
  redact<T>(value: T): T;
  /** a header's value: credentials as a whole, learned values anywhere */
  redactHeader(name: string, value: string): string;
  redactText(text: string): string;
  /** how many secrets are known */
  known(): number;
}

/** What is shorter than a needle is looked for as a whole value, whatever its field is called; a shorter one still would be anything. */
const SHORTEST_VALUE = 3;
/** Attributes such as Path=/ or SameSite=Lax are shorter than any session's identifier. */
const SHORTEST_SESSION = 16;
const CREDENTIAL_HEADERS = new Set(['authorization', 'proxy-authorization', 'cookie', 'set-cookie', 'x-api-key']);

/**
 * @param kinds field name → kind of secret, from the specs
 * @param scope comes before each kind, where two redactors write into one trace
 * @param record told once of each new secret: its name and form, never its value
 */
export function createRedactor(kinds: ReadonlyMap<string, string>, record: (event: SecretEvent) => void, scope = ''): Redactor {
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  const anywhere = createNeedles();

  function learn(kind: string, value: string): string {
    if (isPseudonym(value)) return value;
    const known = names.get(value);
    if (known !== undefined) return known;
    const ordinal = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, ordinal);
    const name = pseudonym(`${scope}${kind}`, ordinal);
    names.set(value, name);
    record({ type: 'secret', name, kind, length: value.length, characters: characterClasses(value) });
    if (value.length >= SHORTEST_NEEDLE) for (const form of encodings(value)) anywhere.add(form, name);
    return name;
  }

  function redactText(text: string): string {
    const before = names.size;
    const learned = learnFromQuery(anywhere.replaceIn(text));
    const hidden = names.size === before ? learned : anywhere.replaceIn(learned);
    return hidden.replace(TOKEN, (token) => (carriesSecret(token) ? learn('token', token) : token));
  }

  /** Secrets that travel as query or form parameters: ?stateToken=… */
  function learnFromQuery(text: string): string {
    return text.replace(PARAMETER, (match, lead: string, name: string, value: string) => {
      const kind = kinds.get(name);
      const known = wholeValue(decodeSafely(value));
      if (known !== undefined) return `${lead}${name}=${known}`;
      if (kind === undefined || isPseudonym(value)) return match;
      return `${lead}${name}=${learn(kind, decodeSafely(value))}`;
    });
  }

  function carriesSecret(token: string): boolean {
    const decoded = token
      .split('.')
      .map((part) => Buffer.from(part, 'base64url').toString('utf8'))
      .join('\n');
    return anywhere.replaceIn(decoded) !== decoded;
  }

  /** Secret fields anywhere in the value, before any of it is rewritten: a link may hold the token whose field comes later. */
  function learnFields(value: unknown): void {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, entry] of Object.entries(value)) {
      const kind = kinds.get(key);
      if (kind !== undefined && typeof entry === 'string' && entry !== '') learn(kind, entry);
      else learnFields(entry);
    }
  }

  function redact<T>(value: T): T;
  function redact(value: unknown): unknown {
    learnFields(value);
    return rewritten(value);
  }

  /** The pseudonym of a value that is nothing but a secret, under whatever name a profile sends it. */
  function wholeValue(value: string): string | undefined {
    return value.length >= SHORTEST_VALUE ? names.get(value) : undefined;
  }

  /** A pass code may come back as a number. */
  function numberOrName(value: number): unknown {
    const text = String(value);
    return text.length >= SHORTEST_NEEDLE ? (names.get(text) ?? value) : value;
  }

  function rewritten(value: unknown): unknown {
    if (typeof value === 'string') return wholeValue(value) ?? redactText(value);
    if (typeof value === 'number') return numberOrName(value);
    if (Array.isArray(value)) return value.map((entry) => rewritten(entry));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, entry]) => {
        const kind = kinds.get(key);
        if (kind !== undefined && typeof entry === 'string' && entry !== '') return [key, learn(kind, entry)];
        return [redactText(key), rewritten(entry)];
      }),
    );
  }

  /** The value inside a cookie is the credential; it may stand in bodies and addresses too. */
  function learnCookies(field: string): void {
    for (const pair of field.split(';')) {
      const [name = '', ...value] = pair.split('=');
      const text = value.join('=').trim();
      if (text.length >= SHORTEST_SESSION && name.trim().toLowerCase() !== 'expires') learn('cookie', text);
    }
  }

  function redactHeader(name: string, value: string): string {
    const lower = name.toLowerCase();
    if (!CREDENTIAL_HEADERS.has(lower) || value === '') return redactText(value);
    // The scheme is worth judging; what follows is the credential.
    const space = value.indexOf(' ');
    if (lower === 'authorization' && space > 0) {
      return `${value.slice(0, space)} ${learn('authorization', value.slice(space + 1))}`;
    }
    learnCookies(value);
    return learn(lower, value);
  }

  return { learn, redact, redactHeader, redactText, known: () => names.size };
}

const PARAMETER = /(^|[?&;#\s"'])([A-Za-z_][\w-]*)=([^&#\s"'<>;]+)/g;
/** Two or three base64url parts: a JWT or a like container that may carry a secret inside. Looked for from where a word begins, so that a long one costs no more. */
const TOKEN = /(?<![\w-])[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?/g;

/** The forms under which a secret may stand in a text: raw, escaped for JSON or HTML, percent- and form-encoded, base64 at each alignment. */
function encodings(value: string): readonly string[] {
  const percent = encodeURIComponent(value.toWellFormed());
  const form = new URLSearchParams([['', value]]).toString().slice(1);
  const everything = [...Buffer.from(value, 'utf8')].map((byte) => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`).join('');
  const escaped = [percent, form, everything].flatMap((text) => [text, text.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())]);
  const json = JSON.stringify(value).slice(1, -1);
  const ascii = json.replaceAll(/[^\x20-\x7e]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const twice = JSON.stringify(json).slice(1, -1);
  const forms = [value, json, ascii, twice, ...htmlForms(value), ...escaped, ...base64Forms(value)];
  return [...new Set(forms)].filter((form) => form.length >= SHORTEST_NEEDLE);
}

/** As text of a web page, with each of the usual ways to write quotation marks. */
function htmlForms(value: string): readonly string[] {
  const basic = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const quoted = basic.replaceAll('"', '&quot;');
  return [basic, quoted, ...['&apos;', '&#39;', '&#x27;'].flatMap((mark) => [basic, quoted].map((text) => text.replaceAll("'", mark)))];
}

/** base64 of the value alone and, for the value inside something longer, the characters that do not depend on its neighbours. */
function base64Forms(value: string): readonly string[] {
  const bytes = Buffer.from(value, 'utf8');
  const inside = [0, 1, 2].map((shift) => {
    const encoded = withoutEnd(Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64'), '=');
    const first = shift === 0 ? 0 : shift + 1;
    const loose = (shift + bytes.length) % 3 === 0 ? 0 : 1;
    return encoded.slice(first, encoded.length - loose);
  });
  const standard = [bytes.toString('base64'), ...inside];
  return [
    ...standard,
    ...standard.map((form) => withoutEnd(form.replaceAll('+', '-').replaceAll('/', '_'), '=')),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
  ];
}

function characterClasses(value: string): string[] {
  const classes: readonly (readonly [string, RegExp])[] = [
    ['lower', /[a-z]/],
    ['upper', /[A-Z]/],
    ['digit', /[0-9]/],
    ['-', /-/],
    ['_', /_/],
    ['other', /[^A-Za-z0-9_-]/],
  ];
  return classes.filter(([, pattern]) => pattern.test(value)).map(([name]) => name);
}

function decodeSafely(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    // Not percent-encoding at all: the text itself is the secret.
    return value;
  }
}
