import { createServer, type AddressInfo, type Socket } from 'node:net';

/** What a scripted server does with the request of this number, from 0. */
export type Move =
  | 'answer'
  | 'fin'
  | 'rst'
  | 'close-header'
  | 'interim'
  | 'silence'
  | 'junk'
  | 'until-close'
  | '503'
  | 'huge'
  | 'in-pieces'
  /** whatever it does with the socket */
  | ((socket: Socket) => void);

export interface ScriptedServer {
  readonly origin: string;
  /** requests that were read */
  requests(): number;
  connections(): number;
  close(): Promise<void>;
}

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
const ANSWER = `${HEAD}Content-Length: 2\r\n\r\n{}`;

/** A server on a raw socket, so that it can break every rule; requests must have no body. */
export async function startScripted(script: (index: number) => Move): Promise<ScriptedServer> {
  let [read, opened] = [0, 0];
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    opened += 1;
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      const asked = chunk.toString('latin1').split('\r\n\r\n').length - 1;
      for (let index = 0; index < asked; index++) play(socket, script(read++));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${portOf(server.address())}`,
    requests: () => read,
    connections: () => opened,
    close: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

/** A port on which nobody listens any more. */
export async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const port = portOf(server.address());
  await new Promise<void>((resolve) => void server.close(() => resolve()));
  return port;
}

export function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Writes the same again and again, as fast as it is taken, until the connection is gone. */
export function writeForever(socket: Socket, piece: string): void {
  const large = piece.repeat(Math.ceil(65_536 / piece.length));
  const next = (): void => {
    if (socket.destroyed) return;
    if (socket.write(large)) setImmediate(next);
    else socket.once('drain', next);
  };
  next();
}

function play(socket: Socket, move: Move): void {
  if (typeof move === 'function') return move(socket);
  switch (move) {
    case 'answer':
      return void socket.write(ANSWER);
    case 'fin':
      return void socket.end();
    case 'rst':
      return void socket.resetAndDestroy();
    case 'close-header':
      return void socket.end(`${HEAD}Connection: close\r\nContent-Length: 2\r\n\r\n{}`);
    case 'interim':
      return void socket.write(`HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n${ANSWER}`);
    case 'silence':
      return;
    case 'junk':
      return void socket.write('this is no HTTP\r\n\r\n');
    case 'until-close':
      return void socket.end(`${HEAD}\r\n{}`);
    case '503':
      return void socket.write('HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n');
    case 'huge':
      return void socket.write(`${HEAD}Content-Length: 5000\r\n\r\n${' '.repeat(5000)}`);
    case 'in-pieces': {
      // A character of two bytes is cut in the middle.
      const body = Buffer.from('"ä"');
      socket.write(`${HEAD}Content-Length: ${body.length}\r\n\r\n`);
      socket.write(body.subarray(0, 2), () => socket.write(body.subarray(2)));
      return;
    }
  }
}
