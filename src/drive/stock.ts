import { parsedJson } from '../model/json-text.ts';
import type { TransportFailure, TraceEvent } from '../trace/events.ts';
import type { Received } from './capture.ts';
import { MOST_OF_A_RUN, MOST_OF_AN_ANSWER, refused } from './intake.ts';
import { randomLookingWords } from './random-looking.ts';
import type { HttpResponse } from './transport.ts';
import { LONGEST_FORM } from './secret-matcher.ts';

/** An answer that may be remembered and stored, or what stands in the trace for one that may not. */
export type Admitted =
  | { readonly response: Received; readonly failure: undefined }
  | { readonly response: undefined; readonly failure: TransportFailure };

/** Keeps what a run stores of all answers together, and the secrets of each, within what memory and time allow. */
export interface Stock {
  /** @param body what the text was read as, where that is done already */
  admit(response: HttpResponse, body?: unknown): Admitted;
  /** what was admitted is written like this: a name that stands for a secret may be longer than the secret */
  write(response: HttpResponse, written: unknown): void;
  /** what stands in the trace for an answer that did not come whole: its beginning, while there is room for the secrets in it */
  tell(failure: TransportFailure): TransportFailure;
  /** so many secrets have been learned from what was admitted */
  learn(count: number): void;
}

/** Bytes, about: of answers, and of the secrets that were learned from them. */
export interface Weight {
  readonly answers: number;
  readonly secrets: number;
}

const NOTHING: Weight = { answers: 0, secrets: 0 };

/** @param stored what is on record already */
export function createStock(isSecret: (name: string) => boolean, stored = NOTHING): Stock {
  let { answers, secrets: learned } = stored;
  const isFull = (added: number, secrets = 0): boolean =>
    added > MOST_OF_A_RUN.small && (answers + added > MOST_OF_A_RUN.answers || learned + secrets > MOST_OF_A_RUN.secrets);
  const isDrowned = (): boolean => learned > MOST_OF_A_RUN.secrets;
  const tell = (failure: TransportFailure): TransportFailure =>
    failure.kept === undefined || !isDrowned()
      ? failure
      : { ...failure, kept: { status: failure.kept.status, headers: {}, bytes: failure.kept.bytes, sha256: failure.kept.sha256 } };
  const refusal = (response: HttpResponse, excess: string): Admitted => ({ response: undefined, failure: tell(refused(response, excess)) });
  return {
    tell,
    admit: (response, body) => {
      // Nothing is made of what is too long already.
      if (isFull(Buffer.byteLength(response.text))) return refusal(response, FULL);
      if (hasManyRandomWords(response.text)) return refusal(response, RANDOM);
      const received: Received = { ...response, body: body ?? parsedJson(response.text) };
      const secrets = [...secretsIn(received.body, isSecret), ...cookiesOf(response)];
      // However small an answer is, what has to be hidden of it stays in memory.
      if (isDrowned() && secrets.length + randomLookingWords(response.text).length > FEW) return refusal(response, FULL);
      const characters = secrets.reduce((sum, secret) => sum + secret.length, 0);
      if (secrets.length > MOST_OF_AN_ANSWER.secrets || characters > MOST_OF_AN_ANSWER.secretCharacters)
        return refusal(response, SECRETIVE);
      const added = weightOf(received);
      if (isFull(added, secrets.length * weightOfSecret(USUAL_SECRET))) return refusal(response, FULL);
      answers += added;
      return { response: received, failure: undefined };
    },
    write: ({ text }, written) => {
      if (text.length > MOST_OF_A_RUN.small) answers += Math.max(0, JSON.stringify(written).length - text.length);
    },
    learn: (count) => {
      learned += count * weightOfSecret(USUAL_SECRET);
    },
  };
}

const FULL = `more than a run stores: its answers take ${MOST_OF_A_RUN.answers} bytes already, or their secrets ${MOST_OF_A_RUN.secrets}`;
const SECRETIVE = `more than ${MOST_OF_AN_ANSWER.secrets} secrets, or ${MOST_OF_AN_ANSWER.secretCharacters} characters of them`;

const RANDOM = `more than ${MOST_OF_AN_ANSWER.randomWords} words that look drawn at random, as secrets do`;
/** Characters of it. */
const USUAL_SECRET = 40;
/** Secrets of an answer such as a transaction's, cookie included. */
const FEW = 4;

/** Each of them would have to be hidden wherever it stands. */
function hasManyRandomWords(text: string): boolean {
  return text.length > MOST_OF_AN_ANSWER.randomWords && randomLookingWords(text).length > MOST_OF_AN_ANSWER.randomWords;
}

function cookiesOf({ headers }: HttpResponse): readonly string[] {
  return [headers['set-cookie'] ?? []].flat();
}

/** What stands in fields of such names, at any depth below; no deeper than MOST_JSON says. */
function secretsIn(value: unknown, isSecret: (name: string) => boolean): readonly string[] {
  const found: string[] = [];
  const visit = (entry: unknown, within: boolean): void => {
    if (within && (typeof entry === 'string' || typeof entry === 'number')) found.push(String(entry));
    if (typeof entry !== 'object' || entry === null) return;
    if (Array.isArray(entry)) for (const one of entry) visit(one, within);
    else for (const [key, one] of Object.entries(entry)) visit(one, within || isSecret(key));
  };
  visit(value, false);
  return found;
}

/** What a value, and a secret with the forms in which it is looked for, take in memory beside their text; about. */
const VALUE = 32;
const SECRET = 2_048;
const FORMS = 96;

/** What an answer adds to what a run stores: bytes, of its text and of what is made of it. */
function weightOf({ headers, text, body }: HttpResponse & { readonly body: unknown }): number {
  return lengthOf(headers) + Buffer.byteLength(text) + VALUE * valuesIn(body);
}

/** The same of what is on record already. */
export function weightOnRecord(events: readonly TraceEvent[]): Weight {
  let { answers, secrets } = NOTHING;
  for (const event of events) {
    if (event.type === 'secret') secrets += weightOfSecret(event.length);
    if (event.type !== 'exchange' || event.response === undefined) continue;
    const { headers, bytes = 0, body } = event.response;
    answers += lengthOf(headers) + bytes + VALUE * valuesIn(body);
  }
  return { answers, secrets };
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
