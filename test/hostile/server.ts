import { createHash } from 'node:crypto';
import { createServer, request as httpRequest } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { secretsOf } from '../support/canaries/harvest.ts';

/** One request that a hostile target has to deal with in its own way. */
export interface Visit {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly socket: Socket;
  /** requests before this one, since the target became hostile */
  readonly before: number;
  /** what a good deployment would answer */
  readonly good: () => Promise<GoodAnswer>;
  /** a secret that the target issues, of which nothing may be seen afterwards */
  readonly secret: () => string;
  /** the same ones each time: as many as are asked for */
  readonly secrets: (count: number) => readonly string[];
  /** address of the hostile target itself, and of a stranger that counts who comes */
  readonly own: string;
  readonly elsewhere: string;
}

export interface GoodAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: string;
  /** what was asked, as it came */
  readonly asked: string;
}

export type Behaviour = (visit: Visit) => void | Promise<void>;

/** What a target does, request by request and with each connection before there is one. */
export interface Hostility {
  readonly act: Behaviour;
  readonly connected?: (socket: Socket, secret: () => string) => void;
}

export interface HostileTarget {
  readonly url: string;
  /** what came to the stranger */
  readonly strangerSaw: readonly string[];
  /** secrets that were issued, and those that were sent to it */
  readonly canaries: ReadonlySet<string>;
  /** until then every answer is good */
  readonly turn: () => void;
  readonly close: () => void;
}

/** A target that stands before a good deployment and answers in its own way once it has turned, on 127.0.0.1; some requests turn it. */
export async function hostileTarget(
  { act, connected }: Hostility,
  goodUrl: string,
  turns: (request: IncomingMessage) => boolean = () => false,
): Promise<HostileTarget> {
  const strangerSaw: string[] = [];
  const stranger = createServer((request, response) => {
    strangerSaw.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`);
    response.end('{}');
  });
  const elsewhere = await listening(stranger);
  const canaries = new Set<string>();
  let isHostile = false;
  let before = 0;
  let issued = 0;
  let own = '';
  const secret = (): string => {
    const value = `kn${createHash('sha256').update(`${own}${issued++}`).digest('base64url').slice(0, 38)}`;
    canaries.add(value);
    return value;
  };
  const pool: string[] = [];
  const secrets = (count: number): readonly string[] => {
    while (pool.length < count) pool.push(secret());
    return pool.slice(0, count);
  };
  const server = createServer((request, response) => {
    const { socket } = request;
    isHostile ||= turns(request);
    const good = (): Promise<GoodAnswer> =>
      forwarded(request, { goodUrl, own, note: (found) => found.forEach((one) => canaries.add(one)) });
    const behaviour = isHostile ? act : well;
    const visit = { request, response, socket, before: isHostile ? before++ : 0, own, elsewhere, good, secret, secrets };
    Promise.resolve(behaviour(visit)).catch((error: unknown) => socket.destroy(error instanceof Error ? error : undefined));
  });
  server.on('connection', (socket) => {
    // Who hangs up on a hostile target has done nothing wrong.
    socket.on('error', () => socket.destroy());
    if (isHostile) connected?.(socket, secret);
  });
  own = await listening(server);
  return {
    url: own,
    strangerSaw,
    canaries,
    turn: () => {
      isHostile = true;
    },
    close: () => {
      for (const each of [server, stranger]) {
        each.close();
        each.closeAllConnections();
      }
    },
  };
}

/** Connections are not kept: hostile ones begin at their beginning. */
async function well({ good, response }: Visit): Promise<void> {
  const { status, headers, body } = await good();
  response.writeHead(status, { ...headers, connection: 'close' }).end(body);
}

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new TypeError(`expected a port, found ${String(address)}`);
  return `http://127.0.0.1:${address.port}`;
}

interface Forwarding {
  readonly goodUrl: string;
  readonly own: string;
  /** told of the secrets that pass */
  readonly note: (secrets: readonly string[]) => void;
}

async function forwarded(request: IncomingMessage, { goodUrl, own, note }: Forwarding): Promise<GoodAnswer> {
  const asked = await text(request);
  note(secretsOf(request.headers, asked));
  return new Promise((resolve, reject) => {
    const { method, url = '/', headers } = request;
    const onward = httpRequest(new URL(url, goodUrl), { method, headers: { ...headers, host: new URL(goodUrl).host } }, (response) => {
      text(response)
        .then((answer) => {
          note(secretsOf(response.headers, answer));
          return { ...asOwn(response, answer, goodUrl, own), asked };
        })
        .then(resolve, reject);
    });
    onward.once('error', reject);
    onward.end(asked);
  });
}

function asOwn({ statusCode = 0, headers }: IncomingMessage, body: string, goodUrl: string, own: string): Omit<GoodAnswer, 'asked'> {
  const ours = (value: string): string => value.replaceAll(goodUrl, own);
  const kept = Object.entries(headers).flatMap(([name, value]): [string, string | string[]][] =>
    value === undefined || ['content-length', 'transfer-encoding', 'connection', 'keep-alive'].includes(name)
      ? []
      : [[name, typeof value === 'string' ? ours(value) : value.map(ours)]],
  );
  return { status: statusCode, headers: Object.fromEntries(kept), body: ours(body) };
}
