import { closeSync, fstatSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import type { TraceEvent } from './events.ts';

/** The one writer of a run's trace. Each event is on disk before the next is made, so that a killed run keeps its evidence. */
export interface TraceWriter {
  append(event: TraceEvent): void;
  /** how many bytes it has in its file */
  bytes(): number;
  close(): void;
}

/** An event would make a trace longer than any reader takes. */
export class TraceFull extends Error {
  override readonly name = 'TraceFull';
}

/**
 * Opens `trace.ndjson` for appending; throws the file system's error where the folder cannot be written.
 *
 * @param room bytes that it may have before its end; an event that goes beyond throws TraceFull
 */
export function openTrace(file: string, room = Infinity): TraceWriter {
  const descriptor = openSync(file, 'a');
  let isOpen = true;
  let bytes = fstatSync(descriptor).size;
  return {
    append: (event) => {
      const line = Buffer.from(`${JSON.stringify(event)}\n`);
      if (event.type !== 'end' && bytes + line.length > room) throw new TraceFull();
      bytes += writeLine(descriptor, line);
    },
    bytes: () => bytes,
    close: () => {
      // The number of a file that is closed may be that of another one by then.
      if (isOpen) closeSync(descriptor);
      isOpen = false;
    },
  };
}

/** All of a line or nothing: half of one, where the disk is full, would spoil the next. */
function writeLine(descriptor: number, bytes: Buffer): number {
  let written = 0;
  try {
    while (written < bytes.length) written += writeSync(descriptor, bytes, written);
  } catch (error) {
    if (written > 0) ftruncateSync(descriptor, fstatSync(descriptor).size - written);
    throw error;
  }
  return written;
}

/** Keeps the events in memory, for runs in process. */
export function memoryTrace(): TraceWriter & { readonly events: readonly TraceEvent[] } {
  const events: TraceEvent[] = [];
  return { events, append: (event) => void events.push(event), bytes: () => 0, close: () => undefined };
}
