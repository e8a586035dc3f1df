import { unpacked } from '../../../src/report/page/fragments.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FORMS } from './forms.ts';

/** What was looked for, where, and what was found. */
export interface Hunt {
  readonly planted: number;
  readonly encodings: readonly string[];
  readonly artefacts: number;
  readonly bytes: number;
  /** artefact, form and the secret itself */
  readonly found: readonly string[];
}

/** Shorter than this a secret is an ordinary word. */
const SHORTEST = 6;

/** Looks for each secret in each form, in every text and in what stands in base64 inside of it. */
export function hunt(secrets: Iterable<string>, texts: Readonly<Record<string, string>>): Hunt {
  const planted = [...new Set(secrets)].filter((secret) => secret.length >= SHORTEST);
  const canaries = new Map<string, { readonly canary: string; readonly where: string }[]>();
  const known = new Set<string>();
  for (const secret of planted) {
    for (const [name, forms] of Object.entries(FORMS)) {
      for (const canary of forms(secret).filter((form) => form.length >= SHORTEST && !known.has(form))) {
        known.add(canary);
        const start = canary.slice(0, SHORTEST);
        const others = canaries.get(start) ?? [];
        canaries.set(start, others);
        others.push({ canary, where: `${name}: ${secret}` });
      }
    }
  }
  const found = Object.entries(texts).flatMap(([name, text]) => [
    ...readings(text).flatMap((reading) => search(reading, canaries).map((where) => `${name}  ${where}`)),
    ...readings(decodedRuns(text)).flatMap((reading) => search(reading, canaries).map((where) => `${name}  in base64, ${where}`)),
  ]);
  return {
    planted: planted.length,
    encodings: [...Object.keys(FORMS), 'any of these inside base64 or a token'],
    artefacts: Object.keys(texts).length,
    bytes: Object.values(texts).reduce((sum, text) => sum + Buffer.byteLength(text), 0),
    found: [...new Set(found)],
  };
}

/** A text as it is, and with its escapes undone as often as one text may stand in another. */
function readings(text: string): readonly string[] {
  const once = withoutEscapes(text);
  const twice = withoutEscapes(once);
  return [...new Set([text, once, twice, withoutEscapes(twice), withoutEntities(text), withoutEscapes(withoutEntities(text))])];
}

const PLAIN: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

function withoutEscapes(text: string): string {
  return text.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/g, (_all, code?: string, letter = '') =>
    code === undefined ? (PLAIN[letter] ?? letter) : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

const ENTITIES: Readonly<Record<string, string>> = { quot: '"', apos: "'", lt: '<', gt: '>', amp: '&' };

function withoutEntities(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (all: string, decimal?: string, digits?: string, name = '') => {
    if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
    return digits === undefined ? (ENTITIES[name] ?? all) : String.fromCodePoint(Number.parseInt(digits, 16));
  });
}

function search(
  text: string,
  canaries: ReadonlyMap<string, readonly { readonly canary: string; readonly where: string }[]>,
): readonly string[] {
  const found = new Set<string>();
  // Most places are passed over by their first characters.
  const begins = new Uint8Array(65_536);
  for (const start of canaries.keys()) begins[beginning(start, 0)] = 1;
  for (let at = 0; at + SHORTEST <= text.length; at++) {
    if (begins[beginning(text, at)] === 0) continue;
    for (const { canary, where } of canaries.get(text.slice(at, at + SHORTEST)) ?? []) if (text.startsWith(canary, at)) found.add(where);
  }
  return [...found];
}

/** A number for the three characters at a place; different ones may share it. */
function beginning(text: string, at: number): number {
  return (text.charCodeAt(at) * 1_009 + text.charCodeAt(at + 1) * 131 + text.charCodeAt(at + 2)) & 0xffff;
}

/** Everything in a text that may be base64, decoded: parts of tokens, embedded files. */
function decodedRuns(text: string): string {
  return [...text.matchAll(/[A-Za-z0-9+/_-]{12,}={0,2}/g)].map(([run]) => Buffer.from(run, 'base64').toString('utf8')).join('\n');
}

/** Every file below a folder, by its path there. */
export function textsBelow(folder: string): Readonly<Record<string, string>> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((path) => [path.slice(folder.length + 1), unpacked(readFileSync(path, 'utf8'))]),
  );
}
