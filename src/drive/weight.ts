import type { TraceEvent } from '../trace/events.ts';
import { LONGEST_FORM } from './secret-matcher.ts';
import type { HttpResponse } from './transport.ts';

/** What a value, and a secret with the forms in which it is looked for, take in memory beside their text; about. */
const VALUE = 32;
const SECRET = 2_048;
const FORMS = 96;

/** What an answer adds to what a run stores: bytes, of its text and of what is made of it. */
export function weightOf({ headers, text, body }: HttpResponse & { readonly body: unknown }): number {
  return lengthOf(headers) + Buffer.byteLength(text) + VALUE * valuesIn(body);
}

/** The same of what is on record already. */
export function weightOnRecord(events: readonly TraceEvent[]): number {
  return events.reduce((sum, event) => {
    if (event.type === 'secret') return sum + weightOfSecret(event.length);
    if (event.type !== 'exchange' || event.response === undefined) return sum;
    const { headers, bytes = 0, body } = event.response;
    return sum + lengthOf(headers) + bytes + VALUE * valuesIn(body);
  }, 0);
}

/** Of a long one, such as a token that holds claims, no more than its beginning is looked for; the rest is only kept. */
export function weightOfSecret(length: number): number {
  return SECRET + FORMS * Math.min(length, LONGEST_FORM) + length;
}

function lengthOf(headers: HttpResponse['headers']): number {
  return Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + String(value).length, 0);
}

/** No deeper than MOST_JSON says. */
function valuesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce((sum: number, entry) => sum + valuesIn(entry), 1);
}
