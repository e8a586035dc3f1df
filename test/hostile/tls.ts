import { createServer as createPlainServer } from 'node:net';
import type { Server, Socket } from 'node:net';
import { createServer as createSecureServer } from 'node:tls';
import type { TlsOptions } from 'node:tls';
import { generate } from 'selfsigned';
import { authority, certificate } from '../support/secure-server.ts';
import type { Certified } from '../support/secure-server.ts';
import type { HostileTarget } from './server.ts';

/** A server that is to be met over https, and does what it should not before or after it is trusted. */
export interface TlsCase {
  /** starts it; `trusted` vouches for what is to be trusted */
  readonly start: (trusted: Certified) => Promise<Server>;
  /** what the message about it must say */
  readonly says: RegExp;
  /** met with an authority that the client knows: in a process of its own, whose environment says so */
  readonly trusted?: true;
  /** met over http */
  readonly plain?: true;
}

const secure = (options: TlsOptions, talk: (socket: Socket) => void = answer): Server => createSecureServer(options, talk);

/** Speaks on the bare connection, before any handshake. */
const bare = (talk: (socket: Socket) => void): Server => createPlainServer(talk);

const BODY = JSON.stringify({ status: 'SUCCESS', stateToken: 'kanarie-of-a-server-that-nobody-trusts-1' });

function answer(socket: Socket): void {
  socket.once('data', () =>
    socket.end(`HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${BODY.length}\r\n\r\n${BODY}`),
  );
}

const vouched = async (by: Certified): Promise<Certified> => certificate({ by });

/** A TLS record: type, version 1.2, length, bytes. */
const record = (type: number, bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from([type, 3, 3, bytes.length >> 8, bytes.length & 0xff]), bytes]);
const ALERT = 21;
const HANDSHAKE = 22;

/** After the client has begun. */
const onHello = (talk: (socket: Socket) => void): Server => bare((socket) => void socket.once('data', () => talk(socket)));

async function withDates(notBeforeDate: Date, notAfterDate: Date): Promise<Certified> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: '127.0.0.1' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate,
    notAfterDate,
  });
  return { key, cert };
}

async function rsa(keySize: number, algorithm: 'sha1' | 'sha256'): Promise<Certified> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: '127.0.0.1' }], { keySize, algorithm });
  return { key, cert };
}

/** What stands between a client and an API that it reaches over TLS, by name. */
export const TLS_CASES: Readonly<Record<string, TlsCase>> = {
  'has a certificate that it signed itself': { start: async () => secure(await certificate()), says: /signed by itself/ },
  'has a certificate of an authority that is not known': {
    start: async () => secure(await certificate({ by: await authority() })),
    says: /authority that is not known|signed by itself/,
  },
  'has a certificate that has expired': {
    trusted: true,
    start: async (by) => secure(await certificate({ by, expired: true })),
    says: /has expired/,
  },
  'has a certificate that is not valid yet': {
    start: async () => secure(await withDates(new Date(Date.now() + 86_400_000), new Date(Date.now() + 2 * 86_400_000))),
    says: /not valid yet|signed by itself/,
  },
  'has a certificate for another host': {
    trusted: true,
    start: async (by) => secure(await certificate({ by, host: 'elsewhere.test' })),
    says: /for another name/,
  },
  'has a certificate without a name': {
    trusted: true,
    start: async (by) => secure(await certificate({ by, host: 'x' })),
    says: /for another name/,
  },
  'has a key of 1,024 bits': { start: async () => secure(await rsa(1024, 'sha256').then(lowered)), says: /tls|ssl|certificate|key/i },
  'has a certificate signed with SHA-1': {
    start: async () => secure(await rsa(2048, 'sha1').then(lowered)),
    says: /signed by itself|tls|ssl|certificate/i,
  },
  'demands a certificate of the client': {
    trusted: true,
    start: async (by) =>
      secure({ ...(await vouched(by)), requestCert: true, rejectUnauthorized: true, ca: by.cert, maxVersion: 'TLSv1.2' }),
    says: /gives no response/,
  },
  'speaks TLS 1.1 at most': {
    start: async () => secure({ ...(await certificate()), minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' }),
    says: /gives no response/,
  },
  'offers ciphers that nobody should use': {
    trusted: true,
    start: async (by) => secure({ ...(await vouched(by)), maxVersion: 'TLSv1.2', ciphers: 'NULL@SECLEVEL=0' }),
    says: /gives no response/,
  },
  'speaks HTTP where TLS is expected': {
    start: async () => onHello((socket) => void socket.end('HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n')),
    says: /gives no response/,
  },
  'speaks TLS where HTTP is expected': { plain: true, start: async () => secure(await certificate()), says: /gives no response/ },
  'says nothing in the handshake': { start: async () => bare(() => undefined), says: /no complete answer within/ },
  'resets the connection in the handshake': {
    start: async () => onHello((socket) => void socket.resetAndDestroy()),
    says: /gives no response/,
  },
  'ends the connection in the handshake': { start: async () => onHello((socket) => void socket.end()), says: /gives no response/ },
  'raises an alert in the handshake': {
    start: async () => onHello((socket) => void socket.end(record(ALERT, Buffer.from([2, 40])))),
    says: /gives no response/,
  },
  'sends bytes of chance in the handshake': {
    start: async () =>
      onHello((socket) => void socket.end(Buffer.from(Array.from({ length: 4_000 }, (_, index) => (index * 7_919) % 251)))),
    says: /gives no response/,
  },
  'announces a handshake of 16 MB': {
    start: async () =>
      onHello((socket) => pour(socket, record(HANDSHAKE, Buffer.concat([Buffer.from([2, 255, 255, 255]), Buffer.alloc(16_000)])))),
    says: /gives no response/,
  },
  'sends records without end': {
    start: async () => onHello((socket) => pour(socket, record(HANDSHAKE, Buffer.alloc(16_000)))),
    says: /gives no response/,
  },
  'presents a chain of 60 certificates': {
    start: async () => secure({ ...(await certificate()), ...(await chainOf(60)) }),
    says: /gives no response|has a certificate/,
  },
  'ends within its body without saying so': {
    trusted: true,
    start: async (by) =>
      secure(
        await vouched(by),
        (socket) =>
          void socket.once('data', () => socket.write(`HTTP/1.1 200 OK\r\ncontent-length: 10000\r\n\r\n${BODY}`, () => socket.destroy())),
      ),
    says: /gives no response/,
  },
  'falls silent once it is trusted': {
    trusted: true,
    start: async (by) => secure(await vouched(by), () => undefined),
    says: /no complete answer within/,
  },
};

/** Old keys and signatures are refused by servers as well, unless they are told not to. */
function lowered({ key, cert }: Certified): TlsOptions {
  return { key, cert, ciphers: 'DEFAULT@SECLEVEL=0' };
}

/** Writes until the other side has had enough. */
function pour(socket: Socket, bytes: Buffer): void {
  const more = (): void => {
    while (!socket.destroyed && socket.write(bytes));
    socket.once('drain', more);
  };
  more();
}

/** One certificate, and so many that it says vouch for it. */
async function chainOf(length: number): Promise<Certified> {
  const own = await certificate();
  const others = await Promise.all(Array.from({ length }, () => authority()));
  return { key: own.key, cert: [own.cert, ...others.map(({ cert }) => cert)].join('\n') };
}

/** Listens on 127.0.0.1 in the place of a service. */
export async function listening(server: Server, scheme: 'http' | 'https'): Promise<HostileTarget> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
  });
  // Who is not let in has done nothing wrong.
  server.on('tlsClientError', () => undefined);
  server.on('secureConnection', (socket: Socket) => void socket.on('error', () => socket.destroy()));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new TypeError(`expected a port, found ${String(address)}`);
  return {
    url: `${scheme}://127.0.0.1:${address.port}`,
    strangerSaw: [],
    canaries: new Set([JSON.parse(BODY).stateToken]),
    turn: () => undefined,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
