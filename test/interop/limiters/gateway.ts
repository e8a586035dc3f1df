import { createServer, request as send } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Limiting, Taken } from './library.ts';

export interface Gateway {
  readonly url: string;
  readonly stop: () => void;
}

const REFUSED = JSON.stringify({ code: 'too_many_requests', message: 'the limit of this team is exceeded' });

/** Stands before a privileged-access service: what the library refuses goes no further, and each answer says what the library says. */
export async function startGateway(service: string, limit: number, { take, stop }: Limiting): Promise<Gateway> {
  const server = createServer((request, response) => {
    take(teamOf(request)).then(
      (taken) => (taken.passes ? handOn(service, request, response, fields(limit, taken)) : refuse(response, fields(limit, taken))),
      (error: unknown) => response.destroy(error instanceof Error ? error : new Error(String(error))),
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address: AddressInfo | string | null = server.address();
  if (typeof address !== 'object' || address === null) throw new TypeError(`expected a port, found ${String(address)}`);
  return {
    url: `http://127.0.0.1:${address.port}`,
    stop: () => {
      stop();
      server.close();
      server.closeAllConnections();
    },
  };
}

/** A limit of this gateway is a team's; what names no team has one of its own. */
function teamOf({ url = '' }: IncomingMessage): string {
  return /^\/v1\/teams\/([^/?]+)/.exec(url)?.[1] ?? '-';
}

/** Document 1, Rate-limit headers. A moment that is rounded down would be announced before it has come. */
function fields(allowance: number, { limit = allowance, remaining, allBackMs, someBackMs }: Taken): Readonly<Record<string, string>> {
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(Math.ceil(allBackMs / 1000)),
    'x-ratelimit-retry-at': String(Math.ceil(someBackMs / 1000)),
  };
}

function refuse(response: ServerResponse, limits: Readonly<Record<string, string>>): void {
  response.writeHead(429, { 'content-type': 'application/json', ...limits }).end(REFUSED);
}

function handOn(service: string, request: IncomingMessage, response: ServerResponse, limits: Readonly<Record<string, string>>): void {
  const { method, headers } = request;
  const onward = send(new URL(request.url ?? '/', service), { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, { ...answer.headers, ...limits });
    answer.pipe(response);
  });
  onward.on('error', (error) => response.destroy(error));
  request.pipe(onward);
}
