import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { TooLarge } from './too-large.ts';

const DECODERS = new Map([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
  ['br', promisify(brotliDecompress)],
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
  const codings = [encoding ?? []].flat().flatMap((field) => field.split(','));
  let plain = body;
  for (const coding of codings.map((name) => name.trim().toLowerCase()).toReversed()) {
    if (coding === 'identity' || coding === '' || plain.length === 0) continue;
    const decode = DECODERS.get(coding);
    if (decode === undefined) throw new Undecodable(`expected a body in gzip, deflate or br, or as it is; Content-Encoding is ${coding}`);
    plain = await decode(plain, { maxOutputLength: mostBytes }).catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') throw new TooLarge(mostBytes);
      throw new Undecodable(`the body is no ${coding}, as its Content-Encoding says: ${String(error)}`);
    });
  }
  return plain;
}
