import { spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer, request as send } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { emptyFolder } from './assay-process.ts';
import { deadAddress, portOf } from './odd-server.ts';

/**
 * Starts a reverse proxy before a server until the test is over, as Node makes one: what is no whole request it answers itself.
 * @param most so many requests it forwards; the connections of further ones it resets
 */
export async function reverseProxy(before: string, most = Number.POSITIVE_INFINITY): Promise<string> {
  const { hostname, port } = new URL(before);
  let forwarded = 0;
  const proxy = createServer((incoming, outgoing) => {
    forwarded += 1;
    if (forwarded > most) return void incoming.socket.destroy();
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

/** True where Debian's nginx is there; who is without it is told that its tests are skipped. */
export function hasNginx(): boolean {
  const isThere = spawnSync(NGINX, ['-v']).status === 0;
  if (!isThere)
    process.stderr.write(`\n!!! NO NGINX: the tests behind it are SKIPPED, not passed. 'apt-get install nginx-light' brings it. !!!\n\n`);
  return isThere;
}

const NGINX = '/usr/sbin/nginx';

/** Starts nginx before a server until the test is over, with what it does by itself. */
export async function nginxBefore(before: string): Promise<string> {
  const folder = emptyFolder();
  const { host, origin } = new URL(await deadAddress());
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(folder, name)};`)
    .join(' ');
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; ${process.getuid?.() === 0 ? 'user root;' : ''} pid ${join(folder, 'pid')}; events {}
     http { access_log off; ${temporary} server { listen ${host}; location / { proxy_pass ${before}; proxy_set_header Host $http_host; } } }`,
  );
  const nginx = spawn(NGINX, ['-e', join(folder, 'error.log'), '-c', join(folder, 'nginx.conf')], { stdio: 'inherit' });
  onTestFinished(() => void nginx.kill());
  const ended = new Promise<never>((_resolve, reject) => {
    nginx.once('exit', (code) => reject(new Error(`nginx ended with ${code ?? 'a signal'}`)));
  });
  ended.catch(() => undefined);
  await Promise.race([listening(host), ended]);
  return origin;
}

async function listening(host: string): Promise<void> {
  const { hostname, port } = new URL(`http://${host}`);
  const isThere = await new Promise<boolean>((resolve) => {
    const socket = connect(Number(port), hostname, () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
  if (isThere) return;
  await setTimeout(50);
  await listening(host);
}
