import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { WireRequest, WireResponse } from './service.ts';
import { answerFrom, toWire, unknownRequest, rawMessage, type Handle } from './wire-message.ts';

/** What is longer is cut off there, and the service says so in its own words. */
const maxBodyBytes = 1_048_576;
const maxHeaderBytes = 32_768;
/** How long a request may take to arrive, on the machine's clock: a connection does not end because a virtual one is turned. */
const longestWaitMs = 60_000;

/** One request on a connection; `over` once its response has left. */
interface Exchange {
  readonly message: IncomingMessage;
  readonly over: Promise<void>;
}

/**
 * Puts a service on node:http. Whatever arrives (half-sent bodies, oversized headers, bytes that are no HTTP, methods and
 * expectations that no service knows) is answered by the service; where even that fails, by a bare 500.
 */
export function createHttpServer(handle: Handle, waitMs: number = longestWaitMs): Server {
  const exchanges = new WeakMap<Socket, Set<Exchange>>();
  const gracefulClose = createGracefulClose(handle);
  const onConnection = (socket: Socket): readonly Exchange[] => [...(exchanges.get(socket) ?? [])];
  const before = (socket: Socket, broken?: Exchange): readonly Promise<void>[] =>
    onConnection(socket).flatMap((exchange) => (exchange === broken ? [] : [exchange.over]));

  async function respond(message: IncomingMessage, response: ServerResponse, exchange: Exchange): Promise<void> {
    const { body, state } = await receive(message);
    // a body that the client stopped sending is answered once the parser has said so
    if (state === 'broken') return;
    const request = toWire(message, body);
    if (state === 'whole') return send(response, await answerFrom(handle, request), message.method === 'HEAD');
    await gracefulClose.answer(message.socket, { unreadable: 'body-too-large', ...request }, before(message.socket, exchange));
  }

  const accept = (message: IncomingMessage, response: ServerResponse): void => {
    const { socket } = message;
    if (gracefulClose.said(socket)) return;
    response.sendDate = false;
    const exchange = { message, over: new Promise<void>((resolve) => response.once('close', resolve)) };
    const here = exchanges.get(socket) ?? new Set();
    exchanges.set(socket, here.add(exchange));
    void exchange.over.then(() => here.delete(exchange));
    void respond(message, response, exchange);
  };

  const server = createServer({
    maxHeaderSize: maxHeaderBytes,
    requireHostHeader: false,
    headersTimeout: waitMs,
    requestTimeout: waitMs,
    connectionsCheckingInterval: Math.ceil(waitMs / 2),
  });
  // a client that has closed its sending side after a whole request still reads
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on('request', accept);
  // an expectation that the server does not know may be ignored (RFC 9110 section 10.1.1)
  server.on('checkExpectation', accept);
  server.on('connect', (message: IncomingMessage, socket: Socket) => {
    socket.on('error', () => socket.destroy());
    void gracefulClose.answer(socket, toWire(message, ''), before(socket));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // what follows the last request of a connection is ignored (RFC 9112 section 9.6)
    if (error.code === 'HPE_CLOSED_CONNECTION') return;
    const broken = onConnection(socket).find(({ message }) => !message.complete);
    const begun = broken === undefined ? unknownRequest(socket) : toWire(broken.message, '');
    void gracefulClose.answer(socket, { ...begun, ...defectOf(error) }, before(socket, broken));
  });
  return server;
}

/** The client has hung up or fallen silent half-way, or sent what is no HTTP. */
function defectOf({ code }: NodeJS.ErrnoException): Pick<WireRequest, 'halfClosed' | 'unreadable'> {
  if (code === 'HPE_INVALID_EOF_STATE' || code === 'ERR_HTTP_REQUEST_TIMEOUT') return { halfClosed: true };
  return { unreadable: code === 'HPE_HEADER_OVERFLOW' ? 'headers-too-large' : 'malformed' };
}

function receive(message: IncomingMessage): Promise<{ readonly body: string; readonly state: 'whole' | 'cut' | 'broken' }> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let isOver = false;
    const done = (state: 'whole' | 'cut' | 'broken'): void => {
      if (!isOver) resolve({ body: Buffer.concat(chunks).toString('utf8'), state });
      isOver = true;
    };
    message.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBodyBytes) chunks.push(chunk);
      else done('cut');
    });
    message.on('end', () => done('whole'));
    message.on('error', () => done('broken'));
    message.on('close', () => done(message.complete ? 'whole' : 'broken'));
  });
}

function send(response: ServerResponse, { status, headers, body, dropped }: WireResponse, headOnly: boolean): void {
  if (response.writableEnded || response.destroyed) return;
  if (dropped === true) return void response.destroy();
  const fields: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(headers)) fields[name] = typeof value === 'string' ? value : [...value];
  // RFC 9110 section 8.6: no length where there can be no content
  if (status !== 204 && status !== 304) fields['content-length'] = String(Buffer.byteLength(body));
  response.writeHead(status, fields);
  response.end(headOnly ? undefined : body);
}

/** How long the client has to read a last answer before the connection is cut. */
const lingerMs = 2000;

/** Last answers on connections that cannot go on. */
function createGracefulClose(handle: Handle) {
  const said = new WeakSet<Socket>();
  return {
    /** whether a connection has had its last answer, or is about to */
    said: (socket: Socket) => said.has(socket),
    /** answers a request as the last one on its connection, after those before it; a second time there, it does nothing */
    async answer(socket: Socket, request: WireRequest, before: readonly Promise<void>[]) {
      if (said.has(socket)) return;
      said.add(socket);
      await Promise.all(before);
      if (socket.writable) part(socket, rawMessage(await answerFrom(handle, request)));
    },
  };
}

/** What still arrives is read and dropped: a connection closed over unread bytes is reset, and the answer lost (RFC 9112 section 9.6). */
function part(socket: Socket, bytes: string): void {
  const cut = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(cut));
  socket.resume();
  socket.end(bytes);
}
