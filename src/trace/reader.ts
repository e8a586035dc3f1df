import type { ValidateFunction } from 'ajv/dist/2020.js';
import { firstErrorValidator } from '../model/meta-schemas.ts';
import { CodedError, SpecError } from '../model/errors.ts';
import { demandVersion, storedLine } from '../model/stored-json.ts';
import { RECORDED } from '../model/stored-file.ts';
import { textLines, type TextLine } from '../model/text-lines.ts';
import type { TraceEvent } from './events.ts';

/** A stored trace, and whether its last line was cut off, as a killed run leaves it. */
export interface StoredTrace {
  readonly events: readonly TraceEvent[];
  readonly truncated: boolean;
}

/** A line of a trace that is no event: the file is not a trace, or was changed. */
export class TraceError extends CodedError {
  override readonly name = 'TraceError';
}

/**
 * Reads `trace.ndjson` as its writer has left it. A cut last line is dropped and reported; a broken line elsewhere throws TraceError with
 * its number. Throws SpecError for what is no file.
 */
export function readTrace(file: string): StoredTrace {
  return readLines(file, ({ text, number }) => parseLine(text, `${file}:${number}`));
}

/** What is kept of an event whose line was read. */
export type Keep = (event: TraceEvent, line: { readonly from: number; readonly to: number }) => TraceEvent;

/** The same of a file that anybody may have written: each line byte for byte as the writer writes it, and as the schema says. Throws SpecError. */
export function readForeignTrace(file: string, keep: Keep = (event) => event): StoredTrace {
  return readLines(file, (line) => {
    const place = `${file}:${line.number}`;
    return keep(
      storedLine<TraceEvent>(line.text, place, (value) => schemaOf(value, place)),
      line,
    );
  });
}

function readLines(file: string, parse: (line: TextLine) => TraceEvent): StoredTrace {
  const events: TraceEvent[] = [];
  let truncated = false;
  for (const line of textLines({ file, from: 0, to: Infinity, line: 1 }, { limit: RECORDED, origin: 'found' }))
    if (line.isWhole) events.push(parse(line));
    else truncated = true;
  return { events, truncated };
}

function parseLine(line: string, place: string): TraceEvent {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw new TraceError('trace-changed', `${place}  not a JSON line: the trace was changed or is not one of ours`, { cause });
  }
  if (!isEvent(value)) throw new TraceError('trace-changed', `${place}  expected an object with 'type', found ${line.slice(0, 40)}`);
  return value;
}

/** The writer is ours and typed; what others may have written is held against its schema. */
export function isEvent(value: unknown): value is TraceEvent {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

const TYPES: readonly TraceEvent['type'][] = [
  'run',
  'case',
  'state',
  'act',
  'clock',
  'intent',
  'exchange',
  'emitted',
  'blocked',
  'leftover',
  'secret',
  'load',
  'end',
];

/** The schema of the event's own type: that of all of them would say of each type why it is not this one. */
function schemaOf(value: unknown, place: string): ValidateFunction<TraceEvent> {
  const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'type') : undefined;
  const type = TYPES.find((known) => known === found);
  if (type === undefined)
    throw new SpecError(
      'trace-changed',
      `${place}  type  expected one of ${TYPES.join(', ')}, found ${(JSON.stringify(found) ?? 'nothing').slice(0, 60)}. Take the trace as the run has left it`,
    );
  if (type === 'run') demandVersion(value, () => place);
  return firstErrorValidator<TraceEvent>('trace', type);
}
