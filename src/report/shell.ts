import { oneLine, splitUnseen } from './safe-text.ts';

/** A piece of a shell word: text to pass on as it is, or a POSIX shell expression such as `${PASSWORD_1}` to be expanded. */
export type WordPart = string | { readonly expression: string };

/** Defines `LF`, which words refer to where their text holds a line feed. */
export const LINE_FEED_PRELUDE = "LF=$(printf '\\n_'); LF=${LF%_}";

/**
 * Quotes parts as one word for a POSIX shell. The word stands on one line and holds no control character, so a script may be
 * indented and shown in a terminal, nor any other that would not be seen; a line feed becomes `"$LF"` (see LINE_FEED_PRELUDE). NUL cannot be passed by any shell and is dropped.
 */
export function shellWord(...parts: readonly WordPart[]): string {
  if (parts.some((part) => typeof part !== 'string') && parts.every(needsNoEscape)) return `"${parts.map(inDoubleQuotes).join('')}"`;
  const word = parts.map((part) => (typeof part === 'string' ? quoteText(part) : `"${part.expression}"`)).join('');
  return word === '' ? "''" : word;
}

/** A text that is safe in a shell comment: one line, no control characters. */
export function shellComment(text: string): string {
  return `# ${oneLine(text).trim()}`;
}

/** `!` means nothing to a script, but history to an interactive shell that the line is pasted into. */
function needsNoEscape(part: WordPart): boolean {
  return typeof part !== 'string' || (!/["$`\\!]/.test(part) && splitUnseen(part).length === 1);
}

function inDoubleQuotes(part: WordPart): string {
  return typeof part === 'string' ? part : part.expression;
}

function quoteText(text: string): string {
  return splitUnseen(text.replaceAll('\0', ''))
    .map((piece, index) => (index % 2 === 1 ? controlCharacter(piece) : quotePlain(piece)))
    .join('');
}

function quotePlain(text: string): string {
  return text === '' ? '' : `'${text.replaceAll("'", "'\\''")}'`;
}

/** printf takes octal bytes; a character beyond ASCII is several of them. */
function controlCharacter(character: string): string {
  if (character === '\n') return '"$LF"';
  const bytes = [...new TextEncoder().encode(character)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`);
  return `"$(printf '${bytes.join('')}')"`;
}
