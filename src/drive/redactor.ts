import type { Vocabulary } from '../model/vocabulary.ts';
import { isPseudonym, pseudonym, PSEUDONYM } from '../trace/pseudonym.ts';
import type { SecretEvent } from '../trace/events.ts';
import { SHORTEST_SECRET } from './encoded-readings.ts';
import { replaced, type Found } from './found.ts';
import { sourceEnd, sourceStart, speltReading, type Reading } from './plain-reading.ts';
import { randomLookingWords } from './random-looking.ts';
import { createSecretMatcher } from './secret-matcher.ts';
import { saidOf } from './said-secret.ts';
import { WITHHELD, withheld } from './withheld.ts';
import { percentDecoded } from '../model/percent-decoded.ts';

/** Replaces secrets by pseudonyms at capture; nothing that it has once learned leaves in any encoding. */
export interface Redactor {
  /** remembers a secret value of a kind, and answers its pseudonym */
  learn(kind: string, value: string): string;
  /** remembers every secret in a value, by the names of its fields; `name` is that of the value itself */
  learnFields(value: unknown, name?: string): void;
  /** a copy in which secret fields, by name, and learned values, anywhere, are pseudonyms */
  redact<T>(value: T): T;
  /** a header's value: credentials as a whole, learned values anywhere */
  redactHeader(name: string, value: string): string;
  redactText(text: string): string;
  /** a text that does not parse: nothing but its form, pseudonyms and words that are known to be harmless */
  withhold(text: string): string;
  /** how many secrets are known */
  known(): number;
  /** every secret that is known, in clear, with its pseudonym */
  secrets(): Iterable<readonly [value: string, name: string]>;
}

/** What is shorter than a needle is looked for as a whole value, whatever its field is called; a shorter one still would be anything. */
const SHORTEST_VALUE = 3;
/** A session that is counted up is no secret: its number stands for other things as well, such as how many there are. */
const isCount = (kind: string, value: string): boolean => /^session(?:id)?$/.test(kind) && /^\d{1,5}$/.test(value);
const LONGEST_ORDINARY = 256;
const MOST_ORDINARY = 20_000;
const MOST_SETTLED = 50_000;
/** A text that names or shows more secrets is withheld. */
const MOST_OF_A_TEXT = 5_000;
/** Attributes such as Path=/ or SameSite=Lax are shorter than any session's identifier. */
const SHORTEST_SESSION = 16;
/** What servers give a request to be found again by is worth more to its reader than it is to anybody else. */
const SHOWN_HEADERS = /^(?:etag|traceparent|.*request-id|.*correlation-id|.*trace-id|.*-ray)$/;

/**
 * @param vocabulary which names stand for secrets
 * @param scope comes before each kind, where two redactors write into one trace
 * @param earlier the redactor of the phase before: what it has learned does not leave in this one
 * @param record told once of each new secret: its name and form, never its value
 */
export function createRedactor(vocabulary: Vocabulary, record: (event: SecretEvent) => void, scope = '', earlier?: Redactor): Redactor {
  const names = new Map<string, string>();
  const values = new Map<string, string>();
  const issued = new Set<string>();
  const counts = new Map<string, number>();
  const numbers = new Map<number, number>();
  const anywhere = createSecretMatcher();
  /** bodies that are learned as they come, and again when they are written */
  const walked = new WeakSet();
  /** identifiers in fields that the documents show: they stay comparable, in addresses too */
  const identifiers = new Set<string>();
  /** values that stood in the trace before any secret was known to begin or end like them: they stay comparable as well */
  const settled = new Set<string>();
  /** texts that neither name nor look like a secret, and come again and again */
  const ordinary = new Set<string>();

  for (const [value, name] of earlier?.secrets() ?? []) keep(value, name);

  function keep(value: string, name: string): void {
    names.set(value, name);
    values.set(name, value);
    issued.add(name);
    // What the documents write out would turn their own texts into pseudonyms: it is hidden in a secret's own place alone.
    if (!vocabulary.isSaid(value)) anywhere.add(withoutOrigin(value), name);
  }

  function learn(kind: string, value: string): string {
    if (isPseudonym(value) || isCount(kind, value)) return value;
    const known = names.get(value);
    if (known !== undefined) return known;
    const ordinal = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, ordinal);
    const name = pseudonym(`${scope}${kind}`, ordinal);
    record({ type: 'secret', name, kind, length: value.length, characters: characterClasses(value) });
    keep(value, name);
    return name;
  }

  function redactText(text: string): string {
    if (text.length < SHORTEST_VALUE) return text;
    const known = hideKnown(text);
    if (known === text && ordinary.has(text)) return text;
    const before = names.size;
    const learned = hideUnknown(known, (one) => ({ text: one, spans: undefined }));
    const spelt = speltReading(learned);
    const hidden = spelt.text === learned ? learned : hideUnknown(learned, (one) => (one === learned ? spelt : speltReading(one)));
    const shown = names.size === before ? hidden : hideKnown(hidden);
    // What a parameter holds may be known later.
    if (shown === text && text.length <= LONGEST_ORDINARY && !text.includes('=')) {
      if (ordinary.size >= MOST_ORDINARY) ordinary.clear();
      ordinary.add(text);
    }
    return shown;
  }

  function hideKnown(text: string): string {
    return anywhere.replaceIn(text, nameOf, isOwn);
  }

  function nameOf(found: string): string | undefined {
    return names.get(found);
  }

  /** True of a part that stays, though a secret begins or ends like it. */
  function isOwn(text: string, start: number, end: number, name: string): boolean {
    const word = wordAround(text, start, end);
    return (
      settled.has(text) ||
      settled.has(word) ||
      vocabulary.isSaid(text.slice(start, end)) ||
      (identifiers.has(word) && (isSibling(word, values.get(name) ?? '') || isByChance(text.slice(start, end)))) ||
      issued.has(pseudonymAround(text, start, end)) ||
      isWithinWord(text, start, end)
    );
  }

  /** Replaces what a reading of a text names as a secret, and after that what looks like one there. */
  function hideUnknown(text: string, read: (text: string) => Reading): string {
    return [namedIn, randomIn].reduce((shown, findIn) => {
      const reading = read(shown);
      const found: Found[] = [];
      for (const { start, end, name } of findIn(reading.text)) {
        found.push({ start: sourceStart(reading, start), end: sourceEnd(reading, end), name });
        // Each has to be hidden wherever it stands.
        if (found.length > MOST_OF_A_TEXT) return WITHHELD;
      }
      return replaced(shown, found);
    }, text);
  }

  function* randomIn(text: string): Iterable<Found> {
    for (const { word, start } of randomLookingWords(text)) if (!identifiers.has(word)) yield at(start, word, learn('token', word));
  }

  /** Secrets that a text names: parameters of addresses and forms, who logs in by an address, members of JSON inside a text. */
  function* namedIn(text: string): Iterable<Found> {
    if (text.includes('@'))
      for (const { 1: lead = '', 2: who = '', index } of text.matchAll(USER_INFO))
        yield at(index + lead.length, who, learn('userinfo', who));
    if (text.includes('='))
      for (const { 1: lead = '', 2: name = '', 3: value = '', index } of text.matchAll(PARAMETER)) {
        const start = index + lead.length + name.length + 1;
        const decoded = percentDecoded(value);
        const known = wholeValue(decoded);
        const kind = LEADS_OF_ADDRESSES.includes(lead) ? vocabulary.kindInAddress(name) : vocabulary.kindOf(name);
        if (known !== undefined) yield at(start, value, known);
        else if (kind !== undefined && !isPseudonym(value)) yield at(start, value, learn(kind, decoded));
      }
    if (text.includes(':') && QUOTE.test(text))
      for (const { name, value, start } of quotedAfter(text, MEMBER)) {
        const kind = vocabulary.kindOf(name);
        if (kind !== undefined && !isPseudonym(value)) yield at(start, value, learn(kind, unescaped(value)));
      }
    if (text.includes(','))
      for (const { name, value, start } of quotedAfter(text, PAIR)) {
        const kind = vocabulary.kindOf(name);
        if (kind !== undefined) yield at(start, value, named(kind, unescaped(value)) ?? value);
      }
    for (const { names: said, value, start } of saidOf(text)) {
      const kind = said.map((name) => vocabulary.kindOf(name)).find((one) => one !== undefined);
      if (kind !== undefined) yield at(start, value, named(kind, value) ?? value);
    }
  }

  /** What stands for a value behind a secret's name, where words stand as well as secrets; undefined where nothing has to. */
  function named(kind: string, value: string): string | undefined {
    if (value.includes(WITHHELD) || vocabulary.isHarmless(value) || vocabulary.kindOf(value) !== undefined) return undefined;
    if (Array.from(value.matchAll(PSEUDONYM)).some(([name]) => issued.has(name))) return undefined;
    // A word that came to be known as a secret would be one everywhere.
    return names.get(value) ?? (isWordLike(value) ? WITHHELD : learn(kind, value));
  }

  /** Secret fields anywhere in the value, before any of it is rewritten: a link may hold the token whose field comes later. */
  function learnFields(value: unknown, name = ''): void {
    if (typeof value === 'object' && value !== null && name === '') {
      if (walked.has(value)) return;
      walked.add(value);
    }
    const shown: string[] = [];
    learnField(value, name, shown);
    for (const one of shown) if (settled.size < MOST_SETTLED && !settled.has(one) && hideKnown(one) === one) settled.add(one);
  }

  function learnField(
    value: unknown,
    name: string,
    shown: string[],
    kind = isStructure(name, value) ? undefined : vocabulary.kindOf(name),
  ): void {
    if (kind !== undefined) rewriteSecret(value, kind);
    else if (Array.isArray(value)) {
      pairedSecrets(value);
      for (const entry of value) learnField(entry, name, shown);
    } else if (typeof value === 'object' && value !== null)
      for (const [key, entry] of Object.entries(value)) learnField(entry, key, shown, kindIn(value, key, entry));
    else if ((typeof value === 'string' || typeof value === 'number') && vocabulary.isIdentifier(name)) {
      identifiers.add(String(value));
      shown.push(String(value));
    } else if (typeof value === 'string' && value.length <= LONGEST_ORDINARY && vocabulary.isShown(name)) shown.push(value);
  }

  /** What stands for the values in a list of names and values, by their places. */
  function pairedSecrets(list: readonly unknown[]): ReadonlyMap<number, string> {
    const found = new Map<number, string>();
    if (list.length % 2 === 1) return found;
    for (let at = 0; at < list.length; at += 2) {
      const [name, value] = [list[at], list[at + 1]];
      const kind = typeof name === 'string' ? vocabulary.kindOf(name) : undefined;
      const shown = kind === undefined || typeof value !== 'string' || value === '' ? undefined : named(kind, value);
      if (shown !== undefined) found.set(at + 1, shown);
    }
    return found;
  }

  /** A list without what its entries spell together: a secret that is cut into pieces, or into the codes of its characters. */
  function unspelt(list: readonly unknown[]): readonly unknown[] {
    const pieces = list.filter((entry) => typeof entry === 'string' && !issued.has(entry));
    const isSpelt = pieces.length > 1 && spells(pieces.join(''));
    const areCodes = list.length >= SHORTEST_SECRET && list.every((entry) => Number.isInteger(entry)) && spells(list.join());
    if (!isSpelt && !areCodes) return list;
    return list.map((entry) => (areCodes ? 0 : typeof entry === 'string' && !issued.has(entry) ? WITHHELD : entry));
  }

  function spells(text: string): boolean {
    return anywhere.replaceIn(text, undefined, () => true) !== text;
  }

  function isStructure(name: string, value: unknown): boolean {
    return typeof value === 'object' && vocabulary.isStructure(name);
  }

  /** The kind of secret that a member is: by its own name, or, as a value, by the name that stands beside it. */
  function kindIn(holder: object, key: string, entry: unknown): string | undefined {
    if (isStructure(key, entry)) return undefined;
    const kind = vocabulary.kindOf(key);
    if (kind !== undefined || !VALUE.test(key)) return kind;
    for (const [name, label] of Object.entries(holder))
      if (LABEL.test(name) && typeof label === 'string' && vocabulary.kindOf(label) !== undefined) return vocabulary.kindOf(label);
    return undefined;
  }

  function redact<T>(value: T): T;
  function redact(value: unknown): unknown {
    learnFields(value);
    return rewritten(value);
  }

  /** The pseudonym of a value that is nothing but a secret, under whatever name a profile sends it. */
  function wholeValue(value: string): string | undefined {
    const name = value.length >= SHORTEST_VALUE ? names.get(value) : undefined;
    return name !== undefined && vocabulary.isSaid(value) ? undefined : name;
  }

  /** A number stays one, so that its type can be judged: how many there were before it. */
  function numbered(value: number): number {
    const ordinal = numbers.get(value) ?? numbers.size + 1;
    numbers.set(value, ordinal);
    return (value < 0 ? -1 : 1) * (Number.isInteger(value) ? ordinal : ordinal + 0.5);
  }

  function rewrittenNumber(value: number): number {
    return wholeValue(String(value)) === undefined ? value : numbered(value);
  }

  function rewritten(value: unknown): unknown {
    if (typeof value === 'string') return wholeValue(value) ?? (vocabulary.isHarmless(value) ? value : redactText(value));
    if (typeof value === 'number') return rewrittenNumber(value);
    if (Array.isArray(value)) {
      const paired = pairedSecrets(value);
      return unspelt(value.map((entry, at) => paired.get(at) ?? rewritten(entry)));
    }
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, entry]) => {
        const kind = kindIn(value, key, entry);
        // What ends like a secret's name may be a secret itself.
        const isKnown = vocabulary.isShown(key) || vocabulary.isStructure(key);
        const name = isKnown ? key : (wholeValue(key) ?? (vocabulary.isHarmless(key) ? key : redactText(key)));
        if (kind !== undefined) return [name, rewriteSecret(entry, kind)];
        // A word that the documents show here stays comparable, whatever a target calls its tokens.
        const isWord = isKnown && typeof entry === 'string' && vocabulary.isHarmless(entry);
        return [name, isWord ? entry : rewritten(entry)];
      }),
    );
  }

  /** Whatever stands under a secret's name is one, leaf by leaf, so that its structure can be judged. */
  function rewriteSecret(value: unknown, kind: string): unknown {
    if (typeof value === 'string') return value === '' ? value : learn(kind, value);
    if (typeof value === 'number') {
      if (String(value).length < SHORTEST_VALUE) return value;
      return learn(kind, String(value)) === String(value) ? value : numbered(value);
    }
    if (Array.isArray(value)) return value.map((entry) => rewritePart(entry, kind));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, entry]) => [
        wholeValue(key) ?? (vocabulary.isHarmless(key) ? key : learn(kind, key)),
        rewritePart(entry, kind),
      ]),
    );
  }

  /** An identifier that stands in the trace already has to stay the same: judges compare it. */
  function rewritePart(value: unknown, kind: string): unknown {
    const isIdentifier = (typeof value === 'string' || typeof value === 'number') && identifiers.has(String(value));
    return isIdentifier ? value : rewriteSecret(value, kind);
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
    const kind = vocabulary.kindOf(lower);
    if (value === '') return value;
    if (kind === undefined) return SHOWN_HEADERS.test(lower) ? hideKnown(value) : redactText(value);
    // The scheme is worth judging; what follows is the credential.
    const space = value.indexOf(' ');
    if (lower === 'authorization' && space > 0) {
      return `${value.slice(0, space)} ${learn('authorization', value.slice(space + 1))}`;
    }
    if (EMPTY_COOKIE.test(value) && lower === 'set-cookie') return redactText(value);
    if (lower.endsWith('cookie')) learnCookies(value);
    // A name may hold a secret itself.
    return learn(redactText(lower) === lower ? lower : kind, value);
  }

  return {
    learn,
    learnFields,
    redact,
    redactHeader,
    redactText,
    withhold: (text) => withheld(redactText(text), vocabulary.isHarmless),
    known: () => names.size,
    secrets: () => names,
  };
}

/** Takes a cookie away: it holds no secret, and its name may be that of a parameter. */
const EMPTY_COOKIE = /^[^=;]*=\s*(?:""\s*)?(?:;|$)/;
const VALUE = /^(?:value|val|content|data|text)s?$/i;
const LABEL = /^(?:name|key|field|label|type|id|attribute|property|parameter|param)$/i;
const QUOTE = /["']/;
const USER_INFO = /(:\/\/)([^\s/?#@"'<>]{1,1000})@/g;
const PARAMETER = /(^|[?&;#\s"'])([A-Za-z_][\w.-]*)=([^&#\s"'<>;]+)/g;
const LEADS_OF_ADDRESSES = ['', '?', '&', '#'];
/** "name": "value", also where quotation marks are escaped once; up to the value, which may be longer than a pattern has stack for. */
const MEMBER = /["']([\w.-]+)\\?["']\s?:\s?\\?["']/g;
/** "name", "value", of a list; the same. */
const PAIR = /["']([\w.-]+)\\?["']\s?,\s?\\?["']/g;

interface Quoted {
  readonly name: string;
  readonly value: string;
  readonly start: number;
}

/** The values behind names in quotation marks: up to the next mark, or to a backslash before it. */
function* quotedAfter(text: string, pattern: RegExp): Iterable<Quoted> {
  for (const { 0: lead, 1: name = '', index } of text.matchAll(pattern)) {
    const start = index + lead.length;
    let end = start;
    while (end < text.length && !isQuote(text[end]) && !(text[end] === '\\' && (end + 1 === text.length || isQuote(text[end + 1]))))
      end += text[end] === '\\' ? 2 : 1;
    if (end > start) yield { name, value: text.slice(start, end), start };
  }
}

function isQuote(character: string | undefined): boolean {
  return character === '"' || character === "'";
}

/** Letters alone, a number, a moment or an address of mail: what is said of a secret rather than the secret, or too little of one. */
function isWordLike(value: string): boolean {
  return /^(?:\p{L}\p{Ll}*|\p{Lu}+|[\d.,:+-]+|\d{4}-\d\d-\d\d.*|[^@]+@[^@]+)$/u.test(value);
}

/** What ends an identifier in a text. */
const DELIMITER = /[\s/?&=#"'<>,;()[\]{}]/;
const LONGEST_IDENTIFIER = 200;

/** The word that a part of a text stands in. */
function wordAround(text: string, start: number, end: number): string {
  let [from, to] = [start, end];
  while (from > 0 && end - from < LONGEST_IDENTIFIER && !DELIMITER.test(text.charAt(from - 1))) from -= 1;
  while (to < text.length && to - start < LONGEST_IDENTIFIER && !DELIMITER.test(text.charAt(to))) to += 1;
  return text.slice(from, to);
}

/**
 * True of an identifier that is made like a secret: as long, of the same characters, and not filled up. Identifiers that one counter or one
 * moment gives begin alike, a session's among them.
 */
function isSibling(word: string, secret: string): boolean {
  const classes = characterClasses(secret);
  return word.length === secret.length && characterClasses(word).every((one) => classes.includes(one)) && !/(.)\1{3}$/.test(word);
}

/** True of so few hexadecimal digits that one of many identifiers has them too. */
function isByChance(part: string): boolean {
  return /^[\da-f-]{1,11}$/i.test(part);
}

/** What of an address may be a secret: where it leads, many others do. */
function withoutOrigin(value: string): string {
  const address = /^https?(?::|%3A)/i.test(value) ? percentDecoded(value) : value;
  const found = /^https?:\/\/[^/?#\s@]+(|[/?#].*)$/is.exec(address);
  return found === null ? value : (found[1] ?? '');
}

/** True of words, and of the beginning of one that goes on otherwise. */
function isWithinWord(text: string, start: number, end: number): boolean {
  return /^[a-z\s]+$/.test(text.slice(start, end)) && /[a-z]/.test(text.charAt(start - 1) + text.charAt(end));
}

/** What stands between the two tildes around a part of a text. */
function pseudonymAround(text: string, start: number, end: number): string {
  const from = text.slice(Math.max(0, start - LONGEST_IDENTIFIER), start + 1).lastIndexOf('~');
  const to = text.slice(end - 1, end + LONGEST_IDENTIFIER).indexOf('~');
  return from === -1 || to === -1 ? '' : text.slice(Math.max(0, start - LONGEST_IDENTIFIER) + from, end + to);
}

function at(start: number, part: string, name: string): Found {
  return { start, end: start + part.length, name };
}

function unescaped(value: string): string {
  try {
    return String(JSON.parse(`"${value}"`));
  } catch {
    // Cut in the middle of an escape, or none of JSON: the text itself is the secret.
    return value;
  }
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
