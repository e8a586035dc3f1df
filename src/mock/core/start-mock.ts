import type { Server } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { createControlPlane } from './control-plane.ts';
import type { Control } from './control.ts';
import { createDeployment, type DeploymentOptions } from './deployment.ts';
import { documentNames, type DocumentName } from './documents.ts';
import { createHttpServer } from './http-adapter.ts';

export interface MockOptions extends DeploymentOptions {
  /** 0, or none, is a free one */
  readonly ports?: Readonly<Partial<Record<DocumentName | 'control', number>>>;
  /** address to listen on; 127.0.0.1 unless told */
  readonly address?: string;
}

/** A mock that listens: base addresses without a slash at the end. */
export interface RunningMock {
  readonly services: Readonly<Record<DocumentName, string>>;
  readonly control: string;
  /** frees the ports, and ends connections that are open */
  close(): Promise<void>;
}

/** Long enough for a second caller to arrive meanwhile, where a fault needs two callers at once to show. */
const overlapMs = 3;

/**
 * Starts a deployment on HTTP, a port for each service and one for the control plane. Rejects with what to do where a
 * port cannot be had; throws ControlError for an unknown choice or fault.
 */
export async function startMock(options: MockOptions = {}): Promise<RunningMock> {
  let control: Control | undefined;
  const overlap = async (): Promise<void> => {
    if (control !== undefined && needsOverlap(control)) await wait(overlapMs);
  };
  const deployment = createDeployment({ pause: overlap, ...options });
  control = deployment.control;
  const address = options.address ?? '127.0.0.1';
  const open: Server[] = [];
  const listen = async (name: DocumentName | 'control', handle: Parameters<typeof createHttpServer>[0]): Promise<string> => {
    const server = createHttpServer(handle);
    const port = await listenOn(server, name, address, options.ports?.[name] ?? 0);
    open.push(server);
    return `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
  };
  try {
    const urls = await Promise.all(documentNames.map(async (name) => [name, await listen(name, (request) => deployment.services[name].handle(request))] as const));
    const services = Object.fromEntries(urls);
    return { services: services as Record<DocumentName, string>, control: await listen('control', createControlPlane(deployment.control)), close: () => closeAll(open) };
  } catch (error) {
    await closeAll(open);
    throw error;
  }
}

function needsOverlap(control: Control): boolean {
  const on = control.faults();
  return on.length > 0 && control.knownFaults().some(({ id, difficulty }) => difficulty === 'concurrency' && on.includes(id));
}

function listenOn(server: Server, name: string, address: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why = error.code === 'EADDRINUSE' ? `port ${port} on ${address} is in use` : `cannot listen on ${address} port ${port}: ${error.message}`;
      reject(new Error(`The mock's ${name} service cannot start: ${why}. Choose another port, or 0 for a free one.`, { cause: error }));
    });
    server.listen(port, address, () => {
      const bound = server.address();
      resolve(typeof bound === 'object' && bound !== null ? bound.port : port);
    });
  });
}

async function closeAll(servers: readonly Server[]): Promise<void> {
  await Promise.all(
    servers.map(
      (server) =>
        new Promise<void>((resolve) => {
          server.close(() => resolve());
          server.closeAllConnections();
        }),
    ),
  );
}
