import { STATUS_CODES } from 'node:http';
import { withoutEnd, withoutNumber } from './text-end.ts';
import type { DocumentSpec, Specs } from './types.ts';
import { oncePer } from './once-per.ts';

/** What the documents call things: which names stand for secrets, and which words say nothing that is secret. */
export interface Vocabulary {
  /** the kind of secret that a field, parameter or header of this name holds */
  kindOf(name: string): string | undefined;
  /** the same for a parameter in an address, where a few more names are those of secrets */
  kindInAddress(name: string): string | undefined;
  /** an object or a list of this name is structure: its values speak for themselves */
  isStructure(name: string): boolean;
  /** a document, or a profile for it, shows a field of this name, and calls it no secret */
  isShown(name: string): boolean;
  /** a document shows identifiers in a field of this name */
  isIdentifier(name: string): boolean;
  /** a word of the documents, of HTTP or of HTML */
  isHarmless(word: string): boolean;
  /** a part of what the documents write out, or of where the services are: it tells nothing wherever it stands, though a secret reads so */
  isSaid(text: string): boolean;
}

/** What all documents call things. */
export const vocabularyOf = oncePer((specs: Specs): Vocabulary => createVocabulary(Object.values(specs.documents)));

/** What a profile calls things that are no secrets, whatever the names look like. */
export interface BoundNames {
  /** of values */
  readonly values: ReadonlySet<string>;
  /** of objects and lists around values */
  readonly structure: ReadonlySet<string>;
  /** where its services are, and what else it writes out for addresses */
  readonly said: readonly string[];
}

const NONE: BoundNames = { values: new Set(), structure: new Set(), said: [] };

export function createVocabulary(specs: readonly DocumentSpec[], bound = NONE): Vocabulary {
  const kinds = new Map<string, string>();
  const shown = new Set(bound.values);
  const words = new Set(COMMON_WORDS);
  for (const spec of specs) {
    for (const [name, kind] of secretKinds(spec)) kinds.set(squashed(name), kind);
    for (const name of fieldNames(spec)) shown.add(name);
    for (const { name, summary = '' } of spec.errors.errors) for (const word of [name, ...wordsIn(summary)]) words.add(word);
    for (const word of enumerated([spec.resources.resources, spec.endpoints.operations])) words.add(word);
    for (const { states } of spec.states.machines) for (const { name } of states) for (const word of wordsIn(name)) words.add(word);
  }
  for (const name of shown) for (const word of wordsIn(name)) words.add(word);
  for (const name of shown) if (kinds.has(squashed(name))) shown.delete(name);
  const isShown = (name: string): boolean => shown.has(name);
  const said = [...bound.said, ...COMMON_MEDIA_TYPES, ...specs.flatMap(literals)].join('\n').toLowerCase();

  /** Few names come again and again. */
  const asked = new Map<string, string | null>();
  function kindOf(name: string): string | undefined {
    if (name.length > LONGEST_NAME) return undefined;
    const known = asked.get(name);
    if (known !== undefined) return known ?? undefined;
    const kind = kinds.get(squashed(name)) ?? (isShown(name) ? undefined : commonKind(name));
    if (asked.size >= MOST_NAMES) asked.clear();
    asked.set(name, kind ?? null);
    return kind;
  }
  return {
    kindOf,
    kindInAddress: (name) => kindOf(name) ?? (ADDRESS_NAMES.has(squashed(name)) && !isShown(name) ? squashed(name) : undefined),
    isStructure: (name) => bound.structure.has(name),
    isShown,
    isIdentifier: (name) => IDENTIFIER.test(name) && isShown(name),
    isHarmless: (word) => words.has(word),
    isSaid: (text) => said.includes(text.toLowerCase()),
  };
}

const IDENTIFIER = /(?:id|Id|ID|ids|Ids|uuid)$/;
const LONGEST_NAME = 200;
const MOST_NAMES = 10_000;

/** What secrets are called everywhere. */
const SECRET_NAME =
  /(token|secret|password|passwd|passphrase|passcode|credential|cookie|authorization|assertion|samlresponse|signature|verifier|bearer|jwt|(?:api|private|access|secret|signing|shared|encryption|session|master|service)key|session(?:id|handle)|(?:auth|authorization|device|user|recovery|backup|verification|activation|onetime|mfa|access|security|login|reset|grant)code)s?(?:value|hash|text|string|plain|raw|encoded|base64|hex)?$/;
/** Whatever such a name goes on with: it speaks of the secret. */
const SECRET_WORD = /secret|passphrase|passcode/;
/** The same for words that are the end of other words. */
const SHORT_NAME =
  /(?:^|[^a-z])(otp|totp|hotp|pin|pwd|pass|sid|pat|csrf|xsrf|session|apikey|seed|ticket|nonce|salt|magic-?link|security-?answer)$/;
/** What hands a secret over in the query or the fragment of an address. */
const ADDRESS_NAMES = new Set(['code', 'state', 'nonce', 'ticket', 'key', 'auth', 'sig', 'hmac', 'relaystate', 'samlrequest', 'samlart']);

function commonKind(name: string): string | undefined {
  const spelt = withoutEnd(name.replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase(), '0123456789_-. ');
  const whole = squashed(name);
  return SECRET_NAME.exec(whole)?.[1] ?? SHORT_NAME.exec(spelt)?.[1] ?? SECRET_WORD.exec(whole)?.[0];
}

/** A name without what writers differ in: case, `_`, `-`, `.` and a number at the end. */
function squashed(name: string): string {
  return withoutNumber(name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, ''));
}

function fieldNames({ resources, endpoints, providerStates }: DocumentSpec): readonly string[] {
  const paths = resources.resources.flatMap(({ fields }) => fields.flatMap(({ path }) => path.split(/[.|]/)));
  const parameters = endpoints.operations.flatMap(({ parameters: all = [] }) => all.map(({ name }) => name));
  const data = [...providerStates.states, ...providerStates.acts].flatMap(({ params = {}, data: handed = {} }) => [
    ...Object.keys(params),
    ...Object.keys(handed),
  ]);
  return [...paths.map((name) => name.replaceAll(/[[\]{}]/g, '')), ...parameters, ...data];
}

/** The words among the values that schemas permit. */
function enumerated(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(enumerated);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, entry]) =>
    key === 'enum' || key === 'const' ? [entry].flat().flatMap((one) => (typeof one === 'string' ? wordsIn(one) : [])) : enumerated(entry),
  );
}

/** What a document writes out as it goes over the wire: paths, names, values, texts of errors; no prose, and no example. */
function literals({ endpoints, resources, errors, states }: DocumentSpec): readonly string[] {
  return [endpoints, resources.resources, errors.errors, states.machines.flatMap(({ states: all }) => all)].flatMap(writtenOut);
}

function writtenOut(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(writtenOut);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, entry]) => (PROSE.has(key) ? [] : [key, ...writtenOut(entry)]));
}

const PROSE: ReadonlySet<string> = new Set(['about', 'description', 'examples']);
const COMMON_MEDIA_TYPES = [
  'application/json; charset=utf-8',
  'application/problem+json',
  'application/x-www-form-urlencoded',
  'text/html',
];

function wordsIn(text: string): readonly string[] {
  return text.match(/[\p{L}\p{N}_]+/gu) ?? [];
}

/** The words of JSON, of HTTP's reasons and of a page that tells of an error. */
const COMMON_WORDS = [
  ...Object.entries(STATUS_CODES).flatMap(([status, reason = '']) => [status, ...wordsIn(reason), ...wordsIn(reason.toLowerCase())]),
  ...wordsIn(
    'true false null DOCTYPE doctype html head body title meta h1 h2 p center hr div span br pre nginx apache cloudflare error Error xml',
  ),
];

/** Names of fields, parameters and provider-state data that hold secrets, with the kind of each. */
export const secretKinds = oncePer((spec: DocumentSpec): ReadonlyMap<string, string> => {
  const kinds = new Map<string, string>();
  const note = (name: string, kind: string | undefined): void => {
    if (kind !== undefined) kinds.set(name, kind);
  };
  for (const { fields } of spec.resources.resources) for (const { path, secret } of fields) note(lastName(path), secret);
  for (const { parameters = [] } of spec.endpoints.operations) for (const { name, secret } of parameters) note(name, secret);
  for (const { params = {}, data = {} } of [...spec.providerStates.states, ...spec.providerStates.acts]) {
    for (const [name, datum] of [...Object.entries(params), ...Object.entries(data)]) note(name, datum.secret);
  }
  return kinds;
});

function lastName(path: string): string {
  return (
    path
      .split('.')
      .at(-1)
      ?.replace(/[[\]{}]/g, '') ?? path
  );
}
