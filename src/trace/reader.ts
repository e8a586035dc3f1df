import { readFileSync } from 'node:fs';
import type { TraceEvent } from './events.ts';

/** A stored trace, and whether its last line was cut off, as a killed run leaves it. */
export interface StoredTrace {
  readonly events: readonly TraceEvent[];
  readonly truncated: boolean;
}

/** A line of a trace that is no event: the file is not a trace, or was changed. */
export class TraceError extends Error {
  override readonly name = 'TraceError';
}

/** Reads `trace.ndjson`. A cut last line is dropped and reported; a broken line elsewhere throws TraceError with its number. */
export function readTrace(file: string): StoredTrace {
  return parseTrace(readFileSync(file, 'utf8'), file);
}

/** The same from a text; `name` is for messages. */
export function parseTrace(text: string, name = 'trace'): StoredTrace {
  const lines = text.split('\n');
  const last = lines.pop() ?? '';
  const events = lines.map((line, index) => parseLine(line, `${name}:${index + 1}`));
  return { events, truncated: last !== '' };
}

function parseLine(line: string, place: string): TraceEvent {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw new TraceError(`${place}  not a JSON line: the trace was changed or is not one of ours`, { cause });
  }
  if (!isEvent(value)) throw new TraceError(`${place}  expected an object with 'type', found ${line.slice(0, 40)}`);
  return value;
}

/** The writer is ours and typed; the shape beyond `type` is proven by the report's digest, not again on each read. */
function isEvent(value: unknown): value is TraceEvent {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
