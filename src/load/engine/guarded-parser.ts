import type { PrivateClient } from './private-client.ts';

/** What the parser says of headers that are longer than it takes. */
export const HEADERS_TOO_LARGE = 'max header size exceeded';

/**
 * Keeps autocannon's parser from what a target can do to it: a chunk of negative length sends it back over the same bytes for ever, one of
 * no length ends an answer early, and its regular expressions go back over blanks again and again.
 */
export function guardParser(parser: PrivateClient['parser']): void {
  const chunkHead = parser.BODY_CHUNKHEAD.bind(parser);
  parser.parseHeader = parseHeader;
  parser.BODY_CHUNKHEAD = () => {
    chunkHead();
    demandLength(parser.body_bytes);
  };
}

/** What the parser takes for the length of a body or a chunk, where it is one. Throws BrokenHttp. */
export function demandLength(bytes: number | null): void {
  if (bytes === null || (Number.isSafeInteger(bytes) && bytes >= 0)) return;
  throw new BrokenHttp(`expected a length in bytes, found ${bytes}`);
}

/** What was sent is no HTTP. */
export class BrokenHttp extends Error {
  override readonly name = 'BrokenHttp';
}

const [TAB, SPACE] = [9, 32];

/** One line of headers, taken apart as the parser itself does it, but in linear time: lines without a name are passed over. */
function parseHeader(line: string, headers: string[]): void {
  if (line.includes('\r')) throw new BrokenHttp('expected a line feed after each carriage return, found none');
  if (isBlank(line.charCodeAt(0))) return fold(line, headers);
  const colon = line.indexOf(':');
  if (colon < 1 || isBefore(line.indexOf(' '), colon) || isBefore(line.indexOf('\t'), colon)) return;
  let [from, to] = [colon + 1, line.length];
  while (from < to && isBlank(line.charCodeAt(from))) from += 1;
  while (to > from && isBlank(line.charCodeAt(to - 1))) to -= 1;
  headers.push(line.slice(0, colon), line.slice(from, to));
}

/** A line that begins with blanks goes on with the one before (RFC 9112, section 5.2). */
function fold(line: string, headers: string[]): void {
  const more = line.trim();
  const before = headers.pop();
  if (before === undefined) return;
  headers.push(more === '' || before === '' ? before + more : `${before} ${more}`);
}

function isBlank(code: number): boolean {
  return code === SPACE || code === TAB;
}

function isBefore(found: number, colon: number): boolean {
  return found !== -1 && found < colon;
}
