import { EventEmitter } from 'node:events';
import type { Agent, Dispatcher } from 'undici';
import type { ControlAddress, TlsFiles } from '../profile/profile.ts';
import type { TransportFailure } from '../trace/events.ts';
import { Undecodable } from './decode.ts';
import { interimCounter, PARSED_FIELD_BYTES, takeIn } from './intake.ts';
import { TooLarge } from './too-large.ts';
import type { Answer, HttpRequest, Transport, HttpResponse } from './transport.ts';
import { undici } from './undici.ts';
import { waitWithin } from './wait.ts';
import type { Wait } from './wait.ts';
import { request as httpRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import type { Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

export interface HttpOptions {
  readonly timeoutMs: number;
  readonly bodyBytes: number;
  readonly concurrency: number;
  /** aborts everything under way, as Ctrl-C does */
  readonly signal: AbortSignal;
  readonly proxy?: ControlAddress | undefined;
  readonly tls?: TlsFiles | undefined;
}

/** HTTP/1.1 over undici: bounded in time and size, no redirects followed, close() ends the connections. */
export function httpTransport(options: HttpOptions): { readonly send: Transport; readonly close: () => Promise<void> } {
  const { proxy, tls } = options;
  const { Agent, ProxyAgent } = undici();
  // A connection that nobody waits for any more is given up soon after.
  const connect = { ...tls, timeout: options.timeoutMs + 1_000 };
  const settings: Agent.Options = {
    connections: options.concurrency,
    pipelining: 1,
    maxHeaderSize: PARSED_FIELD_BYTES,
    keepAliveTimeout: 4_000,
    // Each exchange has a deadline of its own.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect,
  };
  const agent =
    proxy === undefined
      ? new Agent(settings)
      : new ProxyAgent({
          ...settings,
          uri: proxy.url,
          headers: { ...proxy.headers },
          requestTls: connect,
          proxyTls: { ca: tls?.ca, timeout: connect.timeout },
        });
  const underWay = new Set<Ending>();
  const endAll = (): void => {
    for (const ending of underWay) ending.emit('abort');
  };
  options.signal.addEventListener('abort', endAll, { once: true });
  return {
    send: (request) => (request.halfClose === true ? sendHalf(request, options) : send(agent, request, options, underWay)),
    close: () => {
      options.signal.removeEventListener('abort', endAll);
      return agent.destroy();
    },
  };
}

/** A timer that comes so much too late was kept from coming. */
const STALL_MS = 200;

/** Says 'abort' where an exchange ends before its answer. undici takes it for a signal; one of the platform's is several times the work. */
type Ending = EventEmitter;

/** The connection's sending side is closed before the announced body is complete (RFC 9112, section 8). */
async function sendHalf(request: HttpRequest, options: HttpOptions): Promise<Answer> {
  const within = waitWithin(request.withinMs ?? Infinity, options.timeoutMs);
  const signal = AbortSignal.timeout(within.ms);
  try {
    return { response: await halfClosedExchange(request, AbortSignal.any([signal, options.signal]), options) };
  } catch (error) {
    return { failure: failureOf(error, signal.aborted ? within : undefined, options) };
  }
}

async function send(agent: Dispatcher, request: HttpRequest, options: HttpOptions, underWay: Set<Ending>): Promise<Answer> {
  if (options.signal.aborted) return { failure: INTERRUPTED };
  const within = waitWithin(request.withinMs ?? Infinity, options.timeoutMs);
  const ending: Ending = new EventEmitter();
  let isLate = false;
  let due = performance.now() + within.ms;
  let isExtended = false;
  const expire = (): void => {
    const behind = performance.now() - due;
    if (behind > STALL_MS && !isExtended) {
      // The answer may be there, and nobody has looked: time that this process was busy is given back once.
      isExtended = true;
      due += 2 * behind;
      deadline = setTimeout(expire, behind);
      return;
    }
    isLate = true;
    ending.emit('abort');
  };
  let deadline = setTimeout(expire, within.ms);
  underWay.add(ending);
  try {
    const url = new URL(request.url);
    const answer = agent.request({
      onInfo: interimCounter(),
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method: request.method,
      headers: { ...request.headers },
      body: request.body ?? null,
      signal: ending,
    });
    const { statusCode, headers, body } = await orEnded(answer, ending);
    // Where it is not read to its end the error of that is ours.
    body.once('error', () => undefined);
    try {
      return { response: await takeIn({ status: statusCode, headers: plainHeaders(headers) }, body, options.bodyBytes) };
    } finally {
      body.destroy();
    }
  } catch (error) {
    return { failure: failureOf(error, isLate ? within : undefined, options) };
  } finally {
    clearTimeout(deadline);
    underWay.delete(ending);
  }
}

/** undici hears of an end only once it is connected: a handshake that hangs is not waited for beyond it. */
function orEnded<T>(work: Promise<T>, ending: Ending): Promise<T> {
  return new Promise((resolve, reject) => {
    ending.once('abort', () => reject(new (undici().errors.RequestAbortedError)()));
    work.then(resolve, reject);
  });
}

function plainHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string | string[]> {
  const plain: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) plain[name.toLowerCase()] = value;
  return plain;
}

const INTERRUPTED: TransportFailure = { kind: 'interrupted', detail: 'the run was interrupted' };

/** Only what undici and the network raise becomes an answer; a mistake of ours goes on up. */
function failureOf(error: unknown, timedOut: Wait | undefined, options: HttpOptions): TransportFailure {
  if (options.signal.aborted) return INTERRUPTED;
  if (timedOut !== undefined) return { kind: 'timeout', detail: `no complete answer within ${timedOut.ms} ms (${timedOut.key})` };
  const excess = excessOf(error);
  if (excess !== undefined) return excess;
  if (error instanceof Undecodable) return { kind: 'undecodable', detail: error.message };
  if (!(error instanceof Error)) throw error;
  const code = codeOf(error);
  const detail = `${error.message}${code === '' ? '' : ` (${code})`}`;
  // The profile's own values were looked at when it was read.
  if (code === 'UND_ERR_INVALID_ARG')
    return { kind: 'not-sendable', detail: `${error.message}: no header can hold what the target, or a provider state, gave out` };
  if (code === 'ECONNREFUSED') return { kind: 'refused', detail };
  if (['ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'].includes(code))
    return { kind: 'unreachable', detail };
  if (/CERT|SSL|TLS|SELF_SIGNED|EPROTO|^UNABLE_TO_|^INVALID_|^CRL_|PATH_LENGTH|HOSTNAME_MISMATCH/.test(code))
    return { kind: 'tls', detail };
  // undici asserts that a status has three digits and is 100 at least.
  if (code === 'ERR_ASSERTION')
    return { kind: 'not-http', detail: `the status line is none of HTTP: ${error.message.replaceAll(/\s+/g, ' ').trim()}` };
  if (code.startsWith('HPE_') || error instanceof undici().errors.HTTPParserError) return { kind: 'not-http', detail };
  if (['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'UND_ERR_ABORTED'].includes(code))
    return { kind: 'reset', detail };
  throw error;
}

/** What the parser of headers gives up on is not kept, not even in part. */
function excessOf(error: unknown): TransportFailure | undefined {
  if (error instanceof TooLarge)
    return { kind: 'too-large', detail: error.message, ...(error.kept === undefined ? {} : { kept: error.kept }) };
  const isOverflow = error instanceof Error && ['UND_ERR_HEADERS_OVERFLOW', 'HPE_HEADER_OVERFLOW'].includes(codeOf(error));
  return isOverflow ? { kind: 'too-large', detail: `header fields of more than ${PARSED_FIELD_BYTES} bytes` } : undefined;
}

function codeOf(error: Error): string {
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error.cause instanceof Error ? codeOf(error.cause) : '';
}

/** How much longer than the body the announced length is. */
const MISSING_BYTES = 64;

/** Sends headers and part of a body, closes the sending side, and reads what comes; undici has no way to do this. */
async function halfClosedExchange(
  { method, url, headers, body = '' }: HttpRequest,
  signal: AbortSignal,
  { bodyBytes, proxy, tls }: HttpOptions,
): Promise<HttpResponse> {
  const target = new URL(url);
  const send = target.protocol === 'https:' ? httpsRequest : httpRequest;
  const tunnel = proxy === undefined ? undefined : await openTunnel(target, proxy, tls, signal);
  const length = Buffer.byteLength(body) + MISSING_BYTES;
  const options = {
    method,
    headers: { ...headers, 'content-length': String(length) },
    signal,
    maxHeaderSize: PARSED_FIELD_BYTES,
    ...(tunnel === undefined ? { agent: false, ...tls } : { createConnection: () => tunnel }),
  } as const;
  return new Promise((resolve, reject) => {
    const request = send(url, options, (response) => {
      takeIn(headOf(response), response, bodyBytes).then(resolve, reject);
    });
    const count = interimCounter();
    request.on('information', () => {
      try {
        count();
      } catch (excess) {
        request.destroy(excess instanceof Error ? excess : undefined);
      }
    });
    request.once('error', reject);
    request.once('socket', (socket) => {
      const write = (): unknown => request.write(body, () => socket.end());
      if (socket.connecting) socket.once('connect', write);
      else write();
    });
    request.flushHeaders();
  });
}

function headOf({ statusCode = 0, headersDistinct }: IncomingMessage): Pick<HttpResponse, 'status' | 'headers'> {
  const headers = Object.entries(headersDistinct).map(([name, values = []]) => [name, values.length === 1 ? (values[0] ?? '') : values]);
  return { status: statusCode, headers: Object.fromEntries(headers) };
}

/** A connection to a target through a proxy (CONNECT), with TLS where the target has it. Rejects where the proxy refuses. */
async function openTunnel(target: URL, proxy: ControlAddress, tls: TlsFiles | undefined, signal: AbortSignal): Promise<Socket> {
  const isSecure = target.protocol === 'https:';
  const authority = `${target.hostname}:${target.port === '' ? (isSecure ? 443 : 80) : target.port}`;
  const socket = await new Promise<Socket>((resolve, reject) => {
    const send = new URL(proxy.url).protocol === 'https:' ? httpsRequest : httpRequest;
    const request = send(proxy.url, {
      method: 'CONNECT',
      path: authority,
      headers: { ...proxy.headers, host: authority },
      agent: false,
      signal,
      ca: tls?.ca,
    });
    request.once('error', reject);
    request.once('connect', ({ statusCode }, connected: Socket) => {
      if (statusCode === 200) return resolve(connected);
      connected.destroy();
      // In the words of undici, whose tunnels carry all other requests.
      reject(new (undici().errors.RequestAbortedError)(`Proxy response (${statusCode}) !== 200 when HTTP Tunneling`));
    });
    request.end();
  });
  if (!isSecure) return socket;
  const host = target.hostname.replace(/^\[(.*)\]$/, '$1');
  return connectTls({ socket, host, ...(isIP(host) === 0 ? { servername: host } : {}), ...tls });
}
