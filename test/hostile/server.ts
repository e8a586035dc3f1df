import { createServer, request as httpRequest } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';

/** One request that a hostile target has to deal with in its own way. */
export interface Visit {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly socket: Socket;
  /** requests before this one */
  readonly before: number;
  /** what a good deployment would answer */
  readonly good: () => Promise<GoodAnswer>;
  /** address of the hostile target itself, and of a stranger that counts who comes */
  readonly own: string;
  readonly elsewhere: string;
}

export interface GoodAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: string;
}

export type Behaviour = (visit: Visit) => void | Promise<void>;

export interface HostileTarget {
  readonly url: string;
  /** what came to the stranger */
  readonly strangerSaw: readonly string[];
  readonly close: () => void;
}

/** A target that stands before a good deployment and answers in its own way, on 127.0.0.1. */
export async function hostileTarget(behaviour: Behaviour, goodUrl: string): Promise<HostileTarget> {
  const strangerSaw: string[] = [];
  const stranger = createServer((request, response) => {
    strangerSaw.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`);
    response.end('{}');
  });
  const elsewhere = await listening(stranger);
  let before = 0;
  let own = '';
  const server = createServer((request, response) => {
    const { socket } = request;
    const visit = { request, response, socket, before: before++, own, elsewhere, good: () => forwarded(request, goodUrl, own) };
    Promise.resolve(behaviour(visit)).catch((error: unknown) => socket.destroy(error instanceof Error ? error : undefined));
  });
  // Who hangs up on a hostile target has done nothing wrong.
  server.on('connection', (socket) => socket.on('error', () => socket.destroy()));
  own = await listening(server);
  return {
    url: own,
    strangerSaw,
    close: () => {
      for (const each of [server, stranger]) {
        each.close();
        each.closeAllConnections();
      }
    },
  };
}

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new TypeError(`expected a port, found ${String(address)}`);
  return `http://127.0.0.1:${address.port}`;
}

async function forwarded(request: IncomingMessage, goodUrl: string, own: string): Promise<GoodAnswer> {
  const body = await text(request);
  return new Promise((resolve, reject) => {
    const { method, url = '/', headers } = request;
    const onward = httpRequest(new URL(url, goodUrl), { method, headers: { ...headers, host: new URL(goodUrl).host } }, (response) => {
      text(response).then((answer) => resolve(asOwn(response, answer.replaceAll(goodUrl, own), goodUrl, own)), reject);
    });
    onward.once('error', reject);
    onward.end(body);
  });
}

function asOwn({ statusCode = 0, headers }: IncomingMessage, body: string, goodUrl: string, own: string): GoodAnswer {
  const kept = Object.entries(headers).flatMap(([name, value]): [string, string | string[]][] =>
    value === undefined || ['content-length', 'transfer-encoding', 'connection', 'keep-alive'].includes(name)
      ? []
      : [[name, typeof value === 'string' ? value.replaceAll(goodUrl, own) : value.map((one) => one.replaceAll(goodUrl, own))]],
  );
  return { status: statusCode, headers: Object.fromEntries(kept), body };
}
