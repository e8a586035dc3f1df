import { setTimeout as pause } from 'node:timers/promises';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Call } from './call.ts';
import { Refusal } from './reply.ts';
import type { Reply } from './reply.ts';

/** One service on the server: where it stands, what answers, and how its answers are dressed. */
export interface Mount {
  readonly prefix: string;
  readonly answer: (call: Call) => Reply;
  readonly type: string;
  /** header names are no matter of case */
  readonly headerCase: (name: string) => string;
}

export interface Listening {
  readonly origin: string;
  readonly close: () => Promise<void>;
}

/** A request whose body has not arrived yet. */
interface Arriving {
  readonly mount: Mount;
  readonly call: Call;
}

/** So long does a request take that changes something, where requests shall be able to meet. */
const MOMENT_MS = 20;

/** Serves the mounts on any free port of the loopback interface; `now` is what the Date header shows. */
export async function listen(mounts: readonly Mount[], now: () => number, takesTime: () => boolean): Promise<Listening> {
  const serving = new Map<string, number>();
  const arriving = new WeakMap<Duplex, Arriving>();
  // A client that a busy machine holds up finds its connection open: what closes by itself could close beneath a request.
  const server = createServer({ keepAliveTimeout: 600_000, requestTimeout: 0 }, (request, response) => {
    void serve(request, response);
  });
  server.on('clientError', (_error, socket) => {
    socket.end(cutOff(arriving.get(socket), now()));
  });

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://second.invalid');
    const mount = mounts.find(({ prefix }) => url.pathname.startsWith(`${prefix}/`));
    if (mount === undefined) {
      response.writeHead(421).end();
      return;
    }
    const line = `${request.method} ${url.pathname}`;
    const call = { ...head(request, url, mount), overlapping: serving.has(line) };
    serving.set(line, (serving.get(line) ?? 0) + 1);
    arriving.set(request.socket, { mount, call });
    const text = await bodyOf(request);
    if (text !== undefined) arriving.delete(request.socket);
    if (takesTime() && request.method !== 'GET') await pause(MOMENT_MS);
    const reply = text === undefined ? undefined : answered(mount, { ...call, text, whole: true });
    const others = (serving.get(line) ?? 1) - 1;
    if (others > 0) serving.set(line, others);
    else serving.delete(line);
    if (reply !== undefined) write(response, reply, mount, now());
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('expected a port, found none');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

function head(request: IncomingMessage, url: URL, { prefix }: Mount): Call {
  return {
    method: request.method ?? 'GET',
    path: url.pathname.slice(prefix.length),
    args: {},
    query: url.searchParams,
    headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, [value].flat().join(', ')])),
    text: '',
    whole: false,
    peer: request.socket.remoteAddress ?? '',
    overlapping: false,
  };
}

/** Undefined where the client went away before the end. */
async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  try {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(Buffer.from(piece));
    return Buffer.concat(pieces).toString('utf8');
  } catch {
    return undefined;
  }
}

function answered({ answer }: Mount, call: Call): Reply {
  try {
    return answer(call);
  } catch (refusal) {
    if (refusal instanceof Refusal) return refusal.reply;
    return { status: 500, text: refusal instanceof Error ? `${refusal.stack}` : String(refusal), type: 'text/plain' };
  }
}

function write(response: ServerResponse, reply: Reply, mount: Mount, now: number): void {
  response.sendDate = false;
  response.statusCode = reply.status;
  for (const [name, value] of headersOf(reply, mount, now)) response.setHeader(name, typeof value === 'string' ? value : [...value]);
  const body = bodyBytes(reply);
  // In pieces and without a length, wherever a character may be cut.
  const cut = Math.floor(body.length / 3);
  if (cut > 0) response.write(body.subarray(0, cut));
  response.end(body.subarray(cut));
}

/** What a client reads that has closed its half of the connection too early. */
function cutOff(pending: Arriving | undefined, now: number): string {
  if (pending === undefined) return 'HTTP/1.1 400 What\r\nConnection: close\r\n\r\n';
  const { mount, call } = pending;
  const reply = answered(mount, call);
  const body = bodyBytes(reply);
  const lines = headersOf(reply, mount, now).flatMap(([name, value]) => [value].flat().map((one) => `${name}: ${one}`));
  return [`HTTP/1.1 ${reply.status} Cut off`, ...lines, `Content-Length: ${body.length}`, 'Connection: close', '', body.toString()].join(
    '\r\n',
  );
}

function headersOf(reply: Reply, { headerCase, type }: Mount, now: number): readonly (readonly [string, string | readonly string[]])[] {
  const empty = reply.json === undefined && reply.text === undefined;
  return [
    ['Date', new Date(now).toUTCString()] as const,
    ...Object.entries(reply.headers ?? {}),
    ...(empty ? [] : [['Content-Type', reply.type ?? type] as const]),
  ].map(([name, value]) => [headerCase(name), value]);
}

function bodyBytes({ json, text = '' }: Reply): Buffer {
  return Buffer.from(json === undefined ? text : `${JSON.stringify(json, undefined, 1)}\r\n`);
}
