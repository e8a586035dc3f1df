import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { WireRequest, WireResponse } from './service.ts';

type Handle = (request: WireRequest) => Promise<WireResponse>;

/** What is longer is cut off there, so that the service meets a body that ends too early and says so in its own words. */
const maxBodyBytes = 1_048_576;
const maxHeaderBytes = 32_768;

/**
 * Puts a service on node:http. Whatever arrives (half-sent bodies, oversized headers, bytes that are no HTTP) is answered
 * by the service; where even that fails, by a bare 500. No answer shows a stack.
 */
export function createHttpServer(handle: Handle): Server {
  const pending = new Map<Socket, ServerResponse>();
  const server = createServer({ maxHeaderSize: maxHeaderBytes, requireHostHeader: false }, (message, response) => {
    pending.set(message.socket, response);
    response.sendDate = false;
    response.on('close', () => pending.delete(message.socket));
    void respond(handle, message, response);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    void answerBroken(handle, error, socket, pending.get(socket));
  });
  return server;
}

async function respond(handle: Handle, message: IncomingMessage, response: ServerResponse): Promise<void> {
  const { body, complete, cut } = await receive(message);
  // a body that the client stopped sending is answered once the parser has said so
  if (!complete && !cut) return;
  const answer = await answerFrom(handle, toWire(message, body));
  send(response, cut ? { ...answer, headers: { ...answer.headers, connection: 'close' } } : answer, message.method === 'HEAD');
}

interface Received {
  readonly body: string;
  readonly complete: boolean;
  readonly cut: boolean;
}

function receive(message: IncomingMessage): Promise<Received> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const done = (complete: boolean, cut: boolean): void => resolve({ body: Buffer.concat(chunks).toString('utf8'), complete, cut });
    message.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBodyBytes) chunks.push(chunk);
      else done(false, true);
    });
    message.on('end', () => done(true, false));
    message.on('error', () => done(false, false));
    message.on('close', () => done(message.complete, false));
  });
}

function toWire(message: IncomingMessage, body: string): WireRequest {
  const headers = Object.fromEntries(
    Object.entries(message.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  );
  const host = headers['host'] ?? `${message.socket.localAddress ?? 'localhost'}:${message.socket.localPort ?? 80}`;
  return {
    method: message.method ?? '',
    target: message.url ?? '',
    headers,
    body,
    remoteAddress: addressOf(message.socket),
    origin: `http://${host}`,
  };
}

/** IPv4 addresses as such, also where the socket is a dual one. */
function addressOf(socket: Socket): string {
  return (socket.remoteAddress ?? '').replace(/^::ffff:/, '');
}

async function answerFrom(handle: Handle, request: WireRequest): Promise<WireResponse> {
  try {
    return await handle(request);
  } catch {
    return { status: 500, headers: { 'content-type': 'application/json' }, body: '{}' };
  }
}

function send(response: ServerResponse, { status, headers, body }: WireResponse, headOnly: boolean): void {
  if (response.writableEnded || response.destroyed) return;
  const fields: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(headers)) fields[name] = typeof value === 'string' ? value : [...value];
  // RFC 9110 section 8.6: no length where there can be no content
  if (status !== 204 && status !== 304) fields['content-length'] = String(Buffer.byteLength(body));
  response.writeHead(status, fields);
  response.end(headOnly ? undefined : body);
}

/** The parser gave up: on a request whose body stopped half-way, or on bytes before there was a request at all. */
async function answerBroken(
  handle: Handle,
  error: NodeJS.ErrnoException,
  socket: Socket,
  response: ServerResponse | undefined,
): Promise<void> {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const half = response !== undefined && !response.headersSent;
  const request: WireRequest = half
    ? { ...toWire(response.req, ''), halfClosed: true }
    : {
        method: '',
        target: '',
        headers: {},
        body: '',
        remoteAddress: addressOf(socket),
        origin: '',
        unreadable: error.code === 'HPE_HEADER_OVERFLOW' ? 'headers-too-large' : 'malformed',
      };
  socket.end(rawMessage(await answerFrom(handle, request)), () => socket.destroy());
}

function rawMessage({ status, headers, body }: WireResponse): string {
  const lines = Object.entries(headers).flatMap(([name, value]) => [value].flat().map((one) => `${name}: ${one}`));
  return [`HTTP/1.1 ${status} `, ...lines, `content-length: ${Buffer.byteLength(body)}`, 'connection: close', '', body].join('\r\n');
}
