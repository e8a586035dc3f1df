import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { errors } from 'undici';
import type { ControlAddress, TlsFiles } from '../profile/profile.ts';

/** A connection to a target through a proxy (CONNECT), with TLS where the target has it. Rejects where the proxy refuses. */
export async function openTunnel(target: URL, proxy: ControlAddress, tls: TlsFiles | undefined, signal: AbortSignal): Promise<Socket> {
  const isSecure = target.protocol === 'https:';
  const authority = `${target.hostname}:${target.port === '' ? (isSecure ? 443 : 80) : target.port}`;
  const socket = await new Promise<Socket>((resolve, reject) => {
    const send = new URL(proxy.url).protocol === 'https:' ? httpsRequest : httpRequest;
    const request = send(proxy.url, {
      method: 'CONNECT',
      path: authority,
      headers: { ...proxy.headers, host: authority },
      agent: false,
      signal,
      ca: tls?.ca,
    });
    request.once('error', reject);
    request.once('connect', ({ statusCode }, connected: Socket) => {
      if (statusCode === 200) return resolve(connected);
      connected.destroy();
      // In the words of undici, whose tunnels carry all other requests.
      reject(new errors.RequestAbortedError(`Proxy response (${statusCode}) !== 200 when HTTP Tunneling`));
    });
    request.end();
  });
  if (!isSecure) return socket;
  const host = target.hostname.replace(/^\[(.*)\]$/, '$1');
  return connectTls({ socket, host, ...(isIP(host) === 0 ? { servername: host } : {}), ...tls });
}
