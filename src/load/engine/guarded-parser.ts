import type { PrivateClient } from './private-client.ts';

/** What the parser says of headers that are longer than it takes. */
export const HEADERS_TOO_LARGE = 'max header size exceeded';

/**
 * Keeps autocannon's parser from what a target can do to it: a negative length sends it back over the same bytes for ever, one that is no
 * number ends an answer early and switches its bound on headers off, and a folded line of blanks holds it up for seconds.
 */
export function guardParser(parser: PrivateClient['parser']): void {
  const parseHeader = parser.parseHeader.bind(parser);
  const header = parser.HEADER.bind(parser);
  const chunkHead = parser.BODY_CHUNKHEAD.bind(parser);
  parser.parseHeader = (line, headers) => parseHeader(isFolded(line) ? line.trimEnd() : line, headers);
  parser.HEADER = () => {
    const isOver = header();
    demandLength(parser.body_bytes);
    return isOver;
  };
  parser.BODY_CHUNKHEAD = () => {
    chunkHead();
    demandLength(parser.body_bytes);
  };
}

const [TAB, SPACE] = [9, 32];

function isFolded(line: string): boolean {
  const first = line.charCodeAt(0);
  return first === SPACE || first === TAB;
}

/** What the parser is thrown it answers, as it does with its own objections. */
function demandLength(bytes: number | null): void {
  if (bytes === null || (Number.isSafeInteger(bytes) && bytes >= 0)) return;
  throw new Error(`expected a length in bytes, found ${bytes}`);
}
