import { closeSync, readSync } from 'node:fs';
import { SpecError } from './errors.ts';
import { openStored, type StoredFile } from './stored-file.ts';

/** A line of a file, without its end. */
export interface TextLine {
  readonly text: string;
  /** from 1 on */
  readonly number: number;
  /** in bytes */
  readonly from: number;
  readonly to: number;
  /** false where the file ends before the line does */
  readonly isWhole: boolean;
}

/** A part of a file, in bytes, and the number of its first line. */
export interface FilePart {
  readonly file: string;
  readonly from: number;
  readonly to: number;
  readonly line: number;
}

const CHUNK = 1 << 20;
/** Bytes of a line: no event and no row has as many, and a file without line feeds is none of ours. */
const LONGEST = 32 << 20;
const NEWLINE = 10;

/** Lines one by one, whatever the size of the file: no more than a line and a chunk of it are in memory. Throws SpecError. */
export function* textLines({ file, from, to, line }: FilePart, about: StoredFile): Generator<TextLine> {
  const descriptor = openStored(file, about);
  try {
    const buffer = Buffer.allocUnsafe(CHUNK);
    let [rest, start, number] = [Buffer.alloc(0), from, line];
    for (let at = from; at < to;) {
      const read = readSync(descriptor, buffer, 0, Math.min(CHUNK, to - at), at);
      if (read === 0) break;
      at += read;
      const chunk = rest.length === 0 ? buffer.subarray(0, read) : Buffer.concat([rest, buffer.subarray(0, read)]);
      let begin = 0;
      for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, begin)) {
        yield { text: chunk.toString('utf8', begin, end), number, from: start, to: start + end - begin + 1, isWhole: true };
        start += end - begin + 1;
        number += 1;
        begin = end + 1;
      }
      if (chunk.length - begin > LONGEST)
        throw new SpecError('stored-too-large', `${file}:${number}  expected lines of at most ${LONGEST >> 20} MiB, found a longer one`);
      rest = Buffer.from(chunk.subarray(begin));
    }
    if (rest.length > 0) yield { text: rest.toString('utf8'), number, from: start, to: start + rest.length, isWhole: false };
  } finally {
    closeSync(descriptor);
  }
}
