import { createServer, type ServerOptions } from 'node:https';
import type { RequestListener } from 'node:http';
import { onTestFinished } from 'vitest';
import { generate } from 'selfsigned';
import { portOf } from './odd-server.ts';

/** A key and its certificate, PEM. */
export interface Certified {
  readonly key: string;
  readonly cert: string;
}

const DAY_MS = 86_400_000;
const EC = { keyType: 'ec', algorithm: 'sha256' } as const;

/** Who vouches for certificates of its own. */
export async function authority(): Promise<Certified> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'Assay test authority' }], {
    ...EC,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, critical: true },
    ],
  });
  return { key, cert };
}

/** A certificate of a server, for this machine's address and a day unless told; signed by itself where nobody vouches for it. */
export async function certificate({
  by,
  host = '127.0.0.1',
  expired = false,
}: {
  readonly by?: Certified;
  readonly host?: string;
  readonly expired?: boolean;
} = {}): Promise<Certified> {
  const ends = Date.now() + (expired ? -DAY_MS : DAY_MS);
  const altName = /^[\d.]+$/.test(host) ? { type: 7 as const, ip: host } : { type: 2 as const, value: host };
  const { private: key, cert } = await generate([{ name: 'commonName', value: host }], {
    ...EC,
    notBeforeDate: new Date(ends - 10 * DAY_MS),
    notAfterDate: new Date(ends),
    extensions: [
      { name: 'basicConstraints', cA: false },
      { name: 'subjectAltName', altNames: [altName] },
    ],
    ...(by === undefined ? {} : { ca: { key: by.key, cert: by.cert } }),
  });
  return { key, cert };
}

/** Starts an HTTPS server with a certificate until the test is over; `clients` vouches for those that it lets in. Answers its address. */
export async function secureServer({ key, cert }: Certified, listener: RequestListener, clients?: Certified): Promise<string> {
  // With TLS 1.3 a client hears of its missing certificate when it reads, or never.
  const demand: ServerOptions =
    clients === undefined ? {} : { ca: clients.cert, requestCert: true, rejectUnauthorized: true, maxVersion: 'TLSv1.2' };
  const server = createServer({ key, cert, ...demand }, listener);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `https://127.0.0.1:${portOf(server.address())}`;
}
