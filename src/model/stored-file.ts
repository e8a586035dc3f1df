import { isUtf8 } from 'node:buffer';
import { closeSync, constants, fstatSync, lstatSync, opendirSync, openSync, readSync, statSync, type Dir, type Stats } from 'node:fs';
import { SpecError } from './errors.ts';

/** Where a file comes from: named by the user, who may have linked it; or by a folder of somebody else, in which links lead anywhere. */
export type Origin = 'named' | 'found';

export interface StoredFile {
  /** the file may have so many bytes: it is asked before anything is read */
  readonly limit: number;
  readonly origin: Origin;
  /** how messages call it, and where in a file it is named; the path where omitted */
  readonly place?: string;
}

/** Bytes of what people write by hand. */
export const HANDWRITTEN = 4 << 20;
/** Bytes of what a run leaves in its folder, beside its trace. */
export const RENDERED = 64 << 20;
/** Bytes of a trace: more than its events and what is judged of them, held in 512 MB of memory, leave room for. */
export const RECORDED = 112 << 20;

const CHUNK = 1 << 20;

/** All bytes of a stored file. Throws SpecError for what is no regular file, is a link, is too large or may not be read. */
export function readStoredFile(file: string, about: StoredFile): Buffer {
  return Buffer.concat([...storedChunks(file, about)]);
}

/** The same without reading: says by the place where it is named what would keep it from being read. */
export function demandStored(file: string, place: string): void {
  closeSync(openStored(file, { limit: HANDWRITTEN, origin: 'named', place }));
}

/** The same as text. */
export function readStoredText(file: string, about: StoredFile): string {
  return readStoredFile(file, about).toString('utf8');
}

/** The text of bytes that are UTF-8, a byte order mark kept; undefined for others. */
export function textOf(bytes: Buffer): string | undefined {
  return isUtf8(bytes) ? bytes.toString('utf8') : undefined;
}

/** The same piece by piece. */
export function* storedChunks(file: string, about: StoredFile): Generator<Buffer> {
  const { place = file } = about;
  const descriptor = openStored(file, about);
  try {
    let left = about.limit;
    for (;;) {
      const chunk = Buffer.allocUnsafe(CHUNK);
      const read = readSync(descriptor, chunk, 0, CHUNK, null);
      if (read === 0) return;
      // It may have grown since it was asked.
      left -= read;
      if (left < 0) throw tooLarge(place, about.limit);
      yield chunk.subarray(0, read);
    }
  } catch (cause) {
    throw cause instanceof SpecError ? cause : unreadable(place, cause);
  } finally {
    closeSync(descriptor);
  }
}

/** What stands at a path; undefined for nothing. Throws SpecError where the way to it may not be gone, or leads in a circle. */
export function entryAt(file: string, origin: StoredFile['origin'] = 'found'): Stats | undefined {
  return statOf(file, { limit: 0, origin });
}

/** The names in a folder, one after the other: there may be millions. Throws SpecError where it may not be read. */
export function* namesIn(folder: string): Generator<string> {
  let entries: Dir;
  try {
    entries = opendirSync(folder);
  } catch (cause) {
    throw unreadable(folder, cause);
  }
  try {
    for (let entry = entries.readSync(); entry !== null; entry = entries.readSync()) yield entry.name;
  } finally {
    entries.closeSync();
  }
}

/**
 * Opens what is a regular file and nothing else. Opening a fifo waits for whoever writes into it, and opening a device may do anything: it
 * is asked first what it is, and once more what was opened.
 */
export function openStored(file: string, about: StoredFile): number {
  const { place = file } = about;
  const before = statOf(file, about);
  if (before === undefined) throw new SpecError('file-missing', `${place}  expected a file, found nothing. Correct the path`);
  demandFile(place, before, about);
  let descriptor: number;
  try {
    // Windows knows neither of the last two: they are nothing there.
    const { O_RDONLY, O_NONBLOCK, O_NOFOLLOW } = constants;
    descriptor = openSync(file, O_RDONLY | O_NONBLOCK | (about.origin === 'found' ? O_NOFOLLOW : 0));
  } catch (cause) {
    throw unreadable(place, cause);
  }
  try {
    demandFile(place, fstatSync(descriptor), about);
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
  return descriptor;
}

function statOf(file: string, { origin, place = file }: StoredFile): Stats | undefined {
  try {
    return origin === 'found' ? lstatSync(file, { throwIfNoEntry: false }) : statSync(file, { throwIfNoEntry: false });
  } catch (cause) {
    // A name under a file, or one that no file system has.
    throw unreadable(place, cause);
  }
}

function demandFile(place: string, entry: Stats, { limit }: StoredFile): void {
  if (!entry.isFile()) throw new SpecError('not-a-file', `${place}  expected a file, found ${kindOf(entry)}. Put the file itself there`);
  if (entry.size > limit) throw tooLarge(place, limit);
}

/** What something is that is no regular file, as messages say it. */
export function kindOf(entry: Stats): string {
  if (entry.isDirectory()) return 'a folder';
  if (entry.isSymbolicLink()) return 'a link';
  if (entry.isFIFO()) return 'a pipe';
  if (entry.isSocket()) return 'a socket';
  return entry.isFile() ? 'a file' : 'a device';
}

function tooLarge(place: string, limit: number): SpecError {
  return new SpecError(
    'file-too-large',
    `${place}  expected a file of at most ${limit >> 20} MiB, found more. Name another file, or take out what made it grow`,
  );
}

function unreadable(place: string, cause: unknown): SpecError {
  return new SpecError('file-unreadable', `${place}  cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
}
