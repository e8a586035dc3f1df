import type { HarEntry, Report, RequestMessage, ResponseMessage } from '../model/types.ts';
import type { ExchangeEvent, TraceEvent } from '../trace/events.ts';

/** The exchanges of a trace as HTTP Archive 1.2, which browsers, proxies and `assay judge` read; secrets stay replaced. */
export function renderHar({ tool }: Pick<Report, 'tool'>, events: readonly TraceEvent[]): string {
  const entries = events.filter((event) => event.type === 'exchange').map(harEntry);
  return `${JSON.stringify({ log: { version: '1.2', creator: { name: tool.name, version: tool.version }, entries } })}\n`;
}

/** One exchange as an entry. */
export function harEntry(exchange: ExchangeEvent): HarEntry {
  return entryOf(exchange);
}

const HTTP_VERSION = 'HTTP/1.1';

/** HAR's number for what a recorder does not know. */
const UNKNOWN = -1;

// Inferred: HAR 1.2 wants more than Assay reads.
function entryOf({ seq, case: id, request, response, failure, sentAt, durationMs }: ExchangeEvent) {
  const url = URL.canParse(request.url) ? new URL(request.url) : undefined;
  return {
    startedDateTime: new Date(sentAt).toISOString(),
    time: durationMs,
    request: {
      method: request.method,
      url: request.url,
      httpVersion: HTTP_VERSION,
      cookies: [],
      headers: headersOf(request),
      queryString: [...(url?.searchParams ?? [])].map(([name, value]) => ({ name, value })),
      ...(textOf(request) === '' ? {} : { postData: { mimeType: headerOf(request, 'content-type'), text: textOf(request) } }),
      headersSize: UNKNOWN,
      bodySize: request.bytes ?? UNKNOWN,
    },
    response: responseOf(response),
    cache: {},
    timings: { send: 0, wait: durationMs, receive: 0 },
    comment: `exchange ${seq} of ${id}${failure === undefined ? '' : `: ${failure.kind}`}`,
  };
}

function responseOf(response: ResponseMessage | undefined) {
  // Status 0 says that no response came.
  const { status, headers, bytes = 0, ...content } = response ?? { status: 0, headers: {} };
  const message = { headers, ...content };
  return {
    status,
    statusText: '',
    httpVersion: HTTP_VERSION,
    cookies: [],
    headers: headersOf(message),
    content: { size: bytes, mimeType: headerOf(message, 'content-type'), text: textOf(message) },
    redirectURL: headerOf(message, 'location'),
    headersSize: UNKNOWN,
    bodySize: bytes,
  };
}

type Message = Pick<RequestMessage, 'headers' | 'body' | 'text'>;

function headersOf({ headers }: Message): HarEntry['request']['headers'] {
  return Object.entries(headers).flatMap(([name, values]) => [values].flat().map((value) => ({ name, value })));
}

function headerOf({ headers }: Message, name: string): string {
  return [headers[name] ?? ''].flat().join(', ');
}

function textOf({ body, text = '' }: Message): string {
  return body === undefined ? text : JSON.stringify(body);
}
