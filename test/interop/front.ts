import { createServer, request } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/** A request to a server and its response, as they went over the wire. */
export interface Exchange {
  readonly method: string;
  /** path and query */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly status: number;
  readonly responseHeaders: IncomingHttpHeaders;
  readonly response: string;
}

/** What stands before a server of the loopback interface. */
export interface Front {
  readonly origin: string;
  /** in the order of their responses */
  readonly exchanges: readonly Exchange[];
  readonly close: () => void;
}

export interface FrontOptions {
  /** the path and query of a request, as the server is to get it */
  readonly path?: (url: string) => string;
  /** the JSON text with which a request is answered in place of the server */
  readonly answer?: (body: string) => string | undefined;
}

/** Starts a reverse proxy that keeps every exchange. */
export async function startFront(target: string, { path = (url) => url, answer }: FrontOptions = {}): Promise<Front> {
  const exchanges: Exchange[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const body = await textOf(incoming).catch(() => undefined);
    if (body === undefined) return;
    const own = answer?.(body);
    if (own !== undefined) {
      outgoing.writeHead(200, { 'content-type': 'application/json' }).end(own);
      return;
    }
    const { method = 'GET', url: asked = '/', headers } = incoming;
    const url = path(asked);
    const passed = request(new URL(target).origin, { method, path: url, headers }, async (received) => {
      const response = await textOf(received);
      const { statusCode: status = 0, headers: responseHeaders } = received;
      exchanges.push({ method, url, headers, body, status, responseHeaders, response });
      const { connection: _, 'transfer-encoding': __, ...kept } = responseHeaders;
      outgoing.writeHead(status, kept).end(response);
    });
    passed.on('error', () => outgoing.destroy()).end(body);
  });
  const port = await new Promise<number>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (typeof address === 'object' && address !== null) resolve(address.port);
    });
  });
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { origin: `http://127.0.0.1:${port}`, exchanges, close };
}

async function textOf(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
}
