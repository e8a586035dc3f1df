import { createServer, request as send } from 'node:http';
import { onTestFinished } from 'vitest';
import { portOf } from './odd-server.ts';

/** Starts a reverse proxy before a server until the test is over, as Node makes one: what is no whole request it answers itself. */
export async function reverseProxy(before: string): Promise<string> {
  const { hostname, port } = new URL(before);
  const proxy = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const onward = send({ hostname, port, method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.statusMessage, answer.rawHeaders);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.on('error', () => onward.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => {
    proxy.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    proxy.close();
    proxy.closeAllConnections();
  });
  return `http://127.0.0.1:${portOf(proxy.address())}`;
}
