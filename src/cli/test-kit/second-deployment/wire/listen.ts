import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
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

/** Serves the mounts on one port of the loopback interface, 0 for any; `now` is what the Date header shows. */
export async function listen(mounts: readonly Mount[], now: () => number, port: number): Promise<Listening> {
  const server = createServer((request, response) => {
    void serve(mounts, now, request, response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
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

async function serve(mounts: readonly Mount[], now: () => number, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://second.invalid');
  const mount = mounts.find(({ prefix }) => url.pathname.startsWith(`${prefix}/`));
  if (mount === undefined) {
    response.writeHead(421).end();
    return;
  }
  try {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(Buffer.from(piece));
    const call: Call = {
      method: request.method ?? 'GET',
      path: url.pathname.slice(mount.prefix.length),
      args: {},
      query: url.searchParams,
      headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, [value].flat().join(', ')])),
      text: Buffer.concat(pieces).toString('utf8'),
      peer: request.socket.remoteAddress ?? '',
    };
    write(response, answered(mount, call), mount, now());
  } catch {
    // The client went away in the middle of its request.
    response.destroy();
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
  const { headerCase } = mount;
  response.sendDate = false;
  response.statusCode = reply.status;
  response.setHeader(headerCase('Date'), new Date(now).toUTCString());
  for (const [name, value] of Object.entries(reply.headers ?? {}))
    response.setHeader(headerCase(name), typeof value === 'string' ? value : [...value]);
  const body = Buffer.from(reply.json === undefined ? (reply.text ?? '') : `${JSON.stringify(reply.json, undefined, 1)}\r\n`);
  if (body.length === 0) {
    response.end();
    return;
  }
  response.setHeader(headerCase('Content-Type'), reply.type ?? mount.type);
  // In pieces and without a length, wherever a character may be cut.
  const cut = Math.floor(body.length / 3);
  response.write(body.subarray(0, cut));
  response.end(body.subarray(cut));
}
