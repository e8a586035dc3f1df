import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Starts a server that behaves as told until the test is over; answers its address. */
export async function oddServer(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${portOf(server.address())}`;
}

/** An address on which nothing listens. */
export async function deadAddress(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const port = portOf(server.address());
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  return `http://127.0.0.1:${port}`;
}

/** Writes the profile of an authentication service at an address into the folder; answers its name. */
export function profileOf(folder: string, baseUrl: string, rest = ''): string {
  writeFileSync(join(folder, 'target.yaml'), `name: odd\nservices:\n  authentication: { baseUrl: '${baseUrl}' }\n${rest}`);
  return 'target.yaml';
}

/** The port of a server that listens. */
export function portOf(address: string | { readonly port: number } | null): number {
  if (typeof address !== 'object' || address === null) throw new TypeError(`expected a port, found ${String(address)}`);
  return address.port;
}
