import { connect } from 'node:net';
import { parseObject } from './json.ts';
import type { JsonObject } from './service.ts';

/**
 * Sends bytes as they are, a string at a time, ends the sending side if asked to, and answers all that comes back until the
 * connection is closed. Rejects where it is reset.
 */
export function raw(url: string, bytes: string | readonly string[], end: boolean): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    let text = '';
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => (text += chunk));
    socket.on('close', () => resolve(text));
    socket.on('error', reject);
    for (const part of [bytes].flat()) socket.write(part, 'latin1');
    if (end) socket.end();
  });
}

export interface RawReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly body: JsonObject | undefined;
}

/** The responses that stand one after the other in what a connection gave, without the interim ones. Throws for what is none. */
export function readReplies(text: string): readonly RawReply[] {
  const replies: RawReply[] = [];
  for (let rest = text; rest !== '';) {
    const end = rest.indexOf('\r\n\r\n');
    const [first = '', ...lines] = rest.slice(0, end).split('\r\n');
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1]);
    if (end < 0 || Number.isNaN(status)) throw new Error(`no HTTP response: ${rest.slice(0, 80)}`);
    const headers = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    );
    const length = Number(headers['content-length'] ?? 0);
    const body = rest.slice(end + 4, end + 4 + length);
    if (status >= 200) replies.push({ status, headers, text: body, body: parseObject(body) });
    rest = rest.slice(end + 4 + length);
  }
  return replies;
}
