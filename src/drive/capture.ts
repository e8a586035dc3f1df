import { defined } from '../model/defined.ts';
import type { DocumentName, JsonValue, Place } from '../model/types.ts';
import { hasRepeatedMembers, parsedJson } from '../model/json-text.ts';
import type { ExchangeEvent, TransportFailure } from '../trace/events.ts';
import type { Redactor } from './redactor.ts';
import type { HttpRequest, HttpResponse } from './transport.ts';

/** Everything about an exchange that is known before it is sent. */
export interface ExchangeHead {
  readonly caseId: string;
  readonly place: Place;
  readonly stepId: string | undefined;
  readonly purpose: ExchangeEvent['purpose'];
  readonly document: DocumentName;
  readonly operation: string | undefined;
  readonly caller: string | undefined;
}

export type Received = HttpResponse & { readonly body: unknown };

/** An exchange as it was, secrets in clear. */
export interface Captured {
  readonly seq: number;
  readonly head: ExchangeHead;
  readonly request: HttpRequest;
  readonly response: Received | undefined;
  readonly failure: TransportFailure | undefined;
  /** milliseconds since the epoch */
  readonly sentAt: number;
  readonly durationMs: number;
}

/** Of a text that is no JSON the form of the beginning is kept. */
const KEPT_TEXT = 4_096;

/** An exchange as the trace holds it: redacted. */
export function exchangeEvent(redactor: Redactor, { seq, head, request, response, failure, sentAt, durationMs }: Captured): ExchangeEvent {
  // Of two members of one name the body has the last alone; the first may hold a secret that comes back elsewhere.
  if (response?.body !== undefined && hasRepeatedMembers(response.text, response.body)) redactor.redactText(response.text);
  // Cookies first: what they hold may stand in the body as well.
  for (const field of [response?.headers['set-cookie'] ?? []].flat()) redactor.redactHeader('set-cookie', field);
  return {
    type: 'exchange',
    seq,
    case: head.caseId,
    place: head.place,
    ...defined({ step: head.stepId }),
    purpose: head.purpose,
    document: head.document,
    ...defined({ operation: head.operation, caller: head.caller }),
    ...redactedPair(redactor, request, response),
    ...(failure === undefined ? {} : { failure: redactedFailure(redactor, failure) }),
    sentAt,
    durationMs: Math.round(durationMs * 1000) / 1000,
  };
}

/** Either may hold what only the other shows to be a secret: a token that is issued, a key that is echoed. */
function redactedPair(
  redactor: Redactor,
  request: HttpRequest,
  response: Received | undefined,
): Pick<ExchangeEvent, 'request'> & Partial<Pick<ExchangeEvent, 'response'>> {
  const answer = (): ExchangeEvent['response'] =>
    response === undefined
      ? undefined
      : { status: response.status, ...message(redactor, response.headers, response, response.bytes, redactor.withhold) };
  const first = answer();
  const known = redactor.known();
  const body = request.body ?? '';
  const asked = {
    method: request.method,
    url: redactedAddress(redactor, request.url),
    // Assay wrote it, and every secret that it put there is known: the text is what shows the request again.
    ...message(redactor, request.headers, { text: body, body: parsedJson(body) }, Buffer.byteLength(body), redactor.redactText),
  };
  const last = redactor.known() === known ? first : answer();
  return { request: asked, ...defined({ response: last }) };
}

/** Where a request goes the profile says: it stays, so that an address is one still. */
function redactedAddress(redactor: Redactor, url: string): string {
  const { origin } = new URL(url);
  if (!url.startsWith(origin)) return redactor.redactText(url);
  const rest = redactor.redactText(url.slice(origin.length));
  return `${origin}${rest.startsWith('/') ? '' : '/'}${rest}`;
}

/** What is kept of an answer that was not read whole is no JSON any more, whatever it was. */
function redactedFailure(redactor: Redactor, { kind, detail, kept }: TransportFailure): TransportFailure {
  // What is too large is told in words of our own.
  const told = { kind, detail: kind === 'too-large' ? detail : redactor.redactText(detail) };
  if (kept === undefined) return told;
  const { status, headers, text = '', bytes, sha256 } = kept;
  return { ...told, kept: { status, ...message(redactor, headers, { text, body: undefined }, bytes, redactor.withhold), sha256 } };
}

interface Message {
  headers: ExchangeEvent['request']['headers'];
  body?: JsonValue;
  text?: string;
  bytes: number;
}

/** A body as it came, and what JSON makes of it. */
interface Content {
  readonly text: string;
  readonly body: JsonValue | undefined;
}

function message(
  redactor: Redactor,
  headers: HttpResponse['headers'],
  { text, body }: Content,
  bytes: number,
  unparsed: (text: string) => string,
): Message {
  const content = text === '' ? {} : body === undefined ? { text: unparsed(text).slice(0, KEPT_TEXT) } : { body: redactor.redact(body) };
  const redacted = Object.entries(headers).map(([name, value]) => [
    headerName(redactor, name),
    typeof value === 'string' ? redactor.redactHeader(name, value) : value.map((one) => redactor.redactHeader(name, one)),
  ]);
  return { headers: Object.fromEntries(redacted), ...content, bytes };
}

/** Case says nothing in a header's name, but in that of a secret. */
function headerName(redactor: Redactor, name: string): string {
  const shown = redactor.redactText(name);
  return shown === name ? name.toLowerCase() : shown;
}
