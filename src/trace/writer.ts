import { closeSync, fstatSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import type { TraceEvent } from './events.ts';

/** The one writer of a run's trace. Each event is on disk before the next is made, so that a killed run keeps its evidence. */
export interface TraceWriter {
  append(event: TraceEvent): void;
  close(): void;
}

/** Opens `trace.ndjson` for appending; throws the file system's error where the folder cannot be written. */
export function openTrace(file: string): TraceWriter {
  const descriptor = openSync(file, 'a');
  return {
    append: (event) => writeLine(descriptor, `${JSON.stringify(event)}\n`),
    close: () => closeSync(descriptor),
  };
}

/** All of a line or nothing: half of one, where the disk is full, would spoil the next. */
function writeLine(descriptor: number, line: string): void {
  const bytes = Buffer.from(line);
  let written = 0;
  try {
    while (written < bytes.length) written += writeSync(descriptor, bytes, written);
  } catch (error) {
    if (written > 0) ftruncateSync(descriptor, fstatSync(descriptor).size - written);
    throw error;
  }
}

/** Keeps the events in memory, for runs in process. */
export function memoryTrace(): TraceWriter & { readonly events: readonly TraceEvent[] } {
  const events: TraceEvent[] = [];
  return { events, append: (event) => void events.push(event), close: () => undefined };
}
