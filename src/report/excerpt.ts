import { createHash } from 'node:crypto';

/** At most so many characters of a text; of what is longer, length and digest stand behind it, so that two long values can be told apart. */
export function excerpt(text: string, limit: number): string {
  return text.length > limit ? `${head(text, limit)}${remark(text.length, digestOf(text))}` : text;
}

/** The beginning of a text, without half a character at its end. */
export function head(text: string, limit: number): string {
  const end = text.charCodeAt(limit - 1);
  return text.slice(0, end >= 0xd800 && end <= 0xdbff ? limit - 1 : limit);
}

/** One line of at most so many characters, for a table: the rest is not told of. */
export function brief(text: string, limit: number): string {
  return text.length > limit ? `${head(text, limit - 1)}…` : text;
}

/**
 * The JSON of a value like `excerpt`: what is long is not written out, what is deep is indented no further. Neither length nor depth
 * of the value costs more than one walk through it.
 */
export function jsonExcerpt(value: unknown, limit: number, indent: 0 | 2 = 0): string {
  let shown = '';
  let waiting = '';
  let length = 0;
  const hash = createHash('sha256');
  for (const { text, depth, begins } of tokens(value)) {
    length += text.length;
    waiting += text;
    if (waiting.length > BLOCK) {
      hash.update(waiting);
      waiting = '';
    }
    if (shown.length > limit) continue;
    const space = indent > 0 && text === ':' ? ' ' : '';
    shown += (indent > 0 && begins ? `\n${' '.repeat(indent * Math.min(depth, DEEPEST))}` : '') + head(text, limit + 1) + space;
  }
  return shown.length > limit ? `${head(shown, limit)}${remark(length, hash.update(waiting).digest('hex'))}` : shown;
}

/** A value as it is, or where it is larger or deeper than a report should hold, a text that says what it was. */
export function boundedValue(value: unknown, limit: number): unknown {
  let length = 0;
  for (const { text, depth } of tokens(value)) {
    length += text.length;
    if (length > limit || depth > DEEPEST) return typeof value === 'string' ? excerpt(value, limit) : jsonExcerpt(value, limit);
  }
  return value;
}

const BLOCK = 65_536;
const DEEPEST = 32;

function remark(length: number, digest: string): string {
  return ` … (${length.toLocaleString('en-US')} characters, SHA-256 ${digest.slice(0, 16)})`;
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

interface Token {
  readonly text: string;
  readonly depth: number;
  /** it begins a line where lines are indented */
  readonly begins: boolean;
}

interface Level {
  readonly names: readonly string[] | undefined;
  readonly values: readonly unknown[];
  at: number;
}

/** The compact JSON of a value, piece by piece and without recursion: a target nests as deep as it likes. */
function* tokens(whole: unknown): Generator<Token> {
  const levels: Level[] = [];
  let next: { readonly value: unknown; readonly begins: boolean } | undefined = { value: whole, begins: false };
  for (;;) {
    if (next !== undefined) {
      const { value, begins }: { readonly value: unknown; readonly begins: boolean } = next;
      next = undefined;
      if (typeof value !== 'object' || value === null) {
        yield { text: JSON.stringify(value) ?? 'null', depth: levels.length, begins };
      } else {
        const members = Array.isArray(value) ? undefined : Object.entries(value).filter(([, member]) => member !== undefined);
        yield { text: members === undefined ? '[' : '{', depth: levels.length, begins };
        levels.push({ names: members?.map(([name]) => name), values: members?.map(([, member]) => member) ?? listOf(value), at: 0 });
      }
    }
    const level = levels.at(-1);
    if (level === undefined) return;
    if (level.at === level.values.length) {
      levels.pop();
      yield { text: level.names === undefined ? ']' : '}', depth: levels.length, begins: level.at > 0 };
      continue;
    }
    if (level.at > 0) yield { text: ',', depth: levels.length, begins: false };
    const name = level.names?.[level.at];
    if (name !== undefined) {
      yield { text: JSON.stringify(name), depth: levels.length, begins: true };
      yield { text: ':', depth: levels.length, begins: false };
    }
    next = { value: level.values[level.at], begins: name === undefined };
    level.at += 1;
  }
}

function listOf(value: object): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
