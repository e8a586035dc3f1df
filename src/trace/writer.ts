import { closeSync, openSync, writeSync } from 'node:fs';
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
    append: (event) => void writeSync(descriptor, `${JSON.stringify(event)}\n`),
    close: () => closeSync(descriptor),
  };
}

/** Keeps the events in memory, for runs in process. */
export function memoryTrace(): TraceWriter & { readonly events: readonly TraceEvent[] } {
  const events: TraceEvent[] = [];
  return { events, append: (event) => void events.push(event), close: () => undefined };
}
