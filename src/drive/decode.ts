import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { longerThan, TooLarge } from './too-large.ts';

const DECODERS = new Map([
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  ['deflate', inflateSync],
  ['br', brotliDecompressSync],
]);

/** Nobody packs a body so often but to keep whoever unpacks it busy. */
const MOST_CODINGS = 5;

/** A body is packed in a way that its Content-Encoding does not say, or that nobody knows. */
export class Undecodable extends Error {
  override readonly name = 'Undecodable';
}

/**
 * Undoes the content codings of a body (RFC 9110, section 8.4), the last one first: a target may pack what it was asked for plainly.
 * Each ends at the size that the budget allows, so that little which unpacks to much costs no more than that. Throws TooLarge,
 * Undecodable.
 */
export function decodeBody(body: Buffer, encoding: string | readonly string[] | undefined, mostBytes: number): Buffer {
  const codings = codingsOf(encoding);
  if (codings.length > MOST_CODINGS)
    throw new Undecodable(`expected a body that is packed ${MOST_CODINGS} times at most; Content-Encoding names ${codings.length} codings`);
  return codings.reduce((packed, coding) => (packed.length === 0 ? packed : decoded(packed, coding, mostBytes)), body);
}

function decoded(body: Buffer, coding: string, mostBytes: number): Buffer {
  const decode = DECODERS.get(coding);
  if (decode === undefined) throw new Undecodable(`expected a body in gzip, deflate or br, or as it is; Content-Encoding is ${coding}`);
  try {
    return decode(body, { maxOutputLength: mostBytes });
  } catch (error) {
    throw whyNot(error, coding, mostBytes);
  }
}

/** In the order in which they are undone. */
function codingsOf(encoding: string | readonly string[] | undefined): readonly string[] {
  const fields = [encoding ?? []].flat().flatMap((field) => field.split(','));
  return fields
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== 'identity' && name !== '')
    .toReversed();
}

function whyNot(error: unknown, coding: string, mostBytes: number): TooLarge | Undecodable {
  if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') return new TooLarge(longerThan(mostBytes));
  return new Undecodable(`the body is no ${coding}, as its Content-Encoding says: ${String(error)}`);
}
