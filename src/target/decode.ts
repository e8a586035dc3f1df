import { promisify } from 'node:util';
import { brotliDecompress, brotliDecompressSync, gunzip, gunzipSync, inflate, inflateSync } from 'node:zlib';
import { TooLarge } from './too-large.ts';

const GZIP = { later: promisify(gunzip), now: gunzipSync };
const DECODERS = new Map([
  ['gzip', GZIP],
  ['x-gzip', GZIP],
  ['deflate', { later: promisify(inflate), now: inflateSync }],
  ['br', { later: promisify(brotliDecompress), now: brotliDecompressSync }],
]);

/** A body is packed in a way that its Content-Encoding does not say, or that nobody knows. */
export class Undecodable extends Error {
  override readonly name = 'Undecodable';
}

/**
 * Undoes the content codings of a body (RFC 9110, section 8.4), the last one first, up to the size that the budget allows: a target
 * may pack what it was asked for plainly. Throws TooLarge, Undecodable.
 */
export async function decodeBody(body: Buffer, encoding: string | string[] | undefined, mostBytes: number): Promise<Buffer> {
  let plain = body;
  for (const coding of codingsOf(encoding)) {
    if (plain.length === 0) break;
    const { later } = decoderOf(coding);
    plain = await later(plain, { maxOutputLength: mostBytes }).catch((error: unknown) => {
      throw whyNot(error, coding, mostBytes);
    });
  }
  return plain;
}

/** The same at once. Throws TooLarge, Undecodable. */
export function decodeBodyNow(body: Buffer, encoding: string | string[] | undefined, mostBytes: number): Buffer {
  let plain = body;
  for (const coding of codingsOf(encoding)) {
    if (plain.length === 0) break;
    const { now } = decoderOf(coding);
    try {
      plain = now(plain, { maxOutputLength: mostBytes });
    } catch (error) {
      throw whyNot(error, coding, mostBytes);
    }
  }
  return plain;
}

/** In the order in which they are undone. */
function codingsOf(encoding: string | string[] | undefined): readonly string[] {
  const fields = [encoding ?? []].flat().flatMap((field) => field.split(','));
  return fields
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== 'identity' && name !== '')
    .toReversed();
}

function decoderOf(coding: string): typeof GZIP {
  const decoder = DECODERS.get(coding);
  if (decoder === undefined) throw new Undecodable(`expected a body in gzip, deflate or br, or as it is; Content-Encoding is ${coding}`);
  return decoder;
}

function whyNot(error: unknown, coding: string, mostBytes: number): TooLarge | Undecodable {
  if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') return new TooLarge(mostBytes);
  return new Undecodable(`the body is no ${coding}, as its Content-Encoding says: ${String(error)}`);
}
