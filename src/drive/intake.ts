import { createHash } from 'node:crypto';
import { jsonExcess } from '../model/json-text.ts';
import type { TransportFailure } from '../trace/events.ts';
import { decodeBody } from './decode.ts';
import { longerThan, TooLarge, type KeptPart } from './too-large.ts';
import type { HttpResponse } from './transport.ts';

/**
 * What is read of one answer, beside the bytes of its body (budget.bodyBytes) and what MOST_JSON says: more than any deployment needs,
 * and few enough for everything behind.
 */
export const MOST_OF_AN_ANSWER = {
  /** header fields, and the bytes of their names and values together */
  fields: 500,
  fieldBytes: 65_536,
  /** answers of a status 1xx before the one that counts */
  interim: 1_000,
  /** secrets by the names of fields, and their characters together */
  secrets: 1_000,
  secretCharacters: 65_536,
  /** what looks like a secret, wherever it stands */
  randomWords: 5_000,
} as const;

/**
 * What is stored of all answers of a run, and of the secrets in them; a thorough run of a usual deployment takes a third of the one, and
 * half of the other. Small answers are stored beyond it, such as a transaction with a token of any length: they are as many as the budget's
 * requests.
 */
export const MOST_OF_A_RUN = { answers: 32 * 1024 * 1024, secrets: 64 * 1024 * 1024, small: 16_384 } as const;

/** What the parser of headers is given, so that what is a little too large is kept in part. */
export const PARSED_FIELD_BYTES = 4 * MOST_OF_AN_ANSWER.fieldBytes;

/** Of an answer that is not read whole so much is kept of its headers, and of its body. */
const KEPT_BYTES = 4_096;

type Head = Pick<HttpResponse, 'status' | 'headers'>;

/** The one way in for answers, whatever has received them: as much as is read of one. Throws TooLarge, Undecodable. */
export async function takeIn(head: Head, body: AsyncIterable<Uint8Array>, mostBytes: number): Promise<HttpResponse> {
  const fields = fieldsExcess(head.headers);
  if (fields !== undefined) throw new TooLarge(fields, keptOf(head, Buffer.alloc(0)));
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    chunks.push(chunk);
    if (bytes > mostBytes) throw new TooLarge(longerThan(mostBytes), keptOf(head, Buffer.concat(chunks)));
  }
  const received = Buffer.concat(chunks);
  const text = unpacked(head, received, mostBytes).toString('utf8');
  const excess = jsonExcess(text);
  if (excess !== undefined) throw new TooLarge(excess, keptOf(head, received, text));
  return { ...head, text, bytes };
}

/** Counts the interim answers of one exchange; throws TooLarge. */
export function interimCounter(): () => void {
  let seen = 0;
  return () => {
    seen += 1;
    if (seen > MOST_OF_AN_ANSWER.interim) throw new TooLarge(`more than ${MOST_OF_AN_ANSWER.interim} interim answers (status 1xx)`);
  };
}

/** What stands in the trace in place of an answer that came whole, and is more than is read or stored. */
export function refused(response: HttpResponse, excess: string): TransportFailure {
  return { kind: 'too-large', detail: excess, kept: keptOf(response, Buffer.from(response.text)) };
}

function unpacked(head: Head, received: Buffer, mostBytes: number): Buffer {
  try {
    return decodeBody(received, head.headers['content-encoding'], mostBytes);
  } catch (error) {
    throw error instanceof TooLarge ? new TooLarge(error.message, keptOf(head, received, '')) : error;
  }
}

/** What a message has too much of in its header. */
export function fieldsExcess(headers: HttpResponse['headers']): string | undefined {
  const fields = fieldsOf(headers);
  if (fields.length > MOST_OF_AN_ANSWER.fields) return `more than ${MOST_OF_AN_ANSWER.fields} header fields`;
  const bytes = fields.reduce((sum, field) => sum + sizeOf(field), 0);
  return bytes > MOST_OF_AN_ANSWER.fieldBytes ? `header fields of more than ${MOST_OF_AN_ANSWER.fieldBytes} bytes` : undefined;
}

type Field = readonly [name: string, value: string];

function fieldsOf(headers: HttpResponse['headers']): readonly Field[] {
  return Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [value] : value).map((one): Field => [name, one]));
}

const sizeOf = ([name, value]: Field): number => name.length + value.length;

/** @param text what the bytes say, where they are packed */
function keptOf({ status, headers }: Head, received: Buffer, text?: string): KeptPart {
  const kept: Record<string, string | string[]> = {};
  let left = KEPT_BYTES;
  for (const field of fieldsOf(headers)) {
    left -= sizeOf(field);
    if (left < 0) break;
    const [name, value] = field;
    const before = kept[name];
    kept[name] = before === undefined ? value : [before, value].flat();
  }
  return {
    status,
    headers: kept,
    ...(received.length === 0 ? {} : { text: text === undefined ? received.toString('utf8', 0, KEPT_BYTES) : beginningOf(text) }),
    bytes: received.length,
    sha256: createHash('sha256').update(received).digest('hex'),
  };
}

/** A copy: a mere slice of a text holds the whole of it in memory, and what is kept stays as long as the run. */
function beginningOf(text: string): string {
  return Buffer.from(text.slice(0, KEPT_BYTES), 'utf16le').toString('utf16le');
}
