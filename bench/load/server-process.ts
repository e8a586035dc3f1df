import { createServer as createHttpServer } from 'node:http';
import { createServer as createNetServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { performance } from 'node:perf_hooks';
import { ANSWERED_AT, ANSWER_HEADERS, ANSWER_TEXT, clockMs } from './sample-answer.ts';

// The server that the load engine is measured against, in a process of its own. What it is like is its only argument.
const mode = process.argv[2] ?? 'node';
const SLOT_MS = 100;
const FREEZES = [
  { from: 2000, to: 3000 },
  { from: 6000, to: 7000 },
];

let begunAt: number | undefined;
let slots: number[] = [];

function fieldLines(fields: readonly (readonly [string, string])[]): string {
  return fields.map(([name, value]) => `${name}: ${value}\r\n`).join('');
}

const start = `HTTP/1.1 200 OK\r\n${fieldLines(ANSWER_HEADERS)}Content-Length: ${Buffer.byteLength(ANSWER_TEXT)}\r\n`;
const bytes = Buffer.from(`${start}\r\n${ANSWER_TEXT}`);

/** Milliseconds until a freeze is over, from the first request on. */
function frozenFor(now: number): number {
  const freeze = FREEZES.find(({ from, to }) => now >= from && now < to);
  return freeze === undefined ? 0 : freeze.to - now;
}

/** Answers over bare sockets: what the server itself takes is little beside what is measured. One request a piece: nothing is pipelined. */
function bareServer(delayMs: number): Server {
  return createNetServer((socket) => {
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    const answer = (): void => void socket.write(`${start}${fieldLines([[ANSWERED_AT, String(clockMs())]])}\r\n${ANSWER_TEXT}`);
    socket.on('data', () => {
      if (delayMs === 0) socket.write(bytes);
      else setTimeout(answer, delayMs);
    });
  });
}

function httpServer(): Server {
  return createHttpServer((_request, response) => {
    const at = performance.now();
    begunAt ??= at;
    const slot = Math.floor((at - begunAt) / SLOT_MS);
    slots[slot] = (slots[slot] ?? 0) + 1;
    const answer = (): void => {
      for (const [name, value] of ANSWER_HEADERS) response.setHeader(name, value);
      response.end(ANSWER_TEXT);
    };
    const wait = mode === 'stall' ? frozenFor(at - begunAt) : 0;
    if (wait === 0) answer();
    else setTimeout(answer, wait);
  });
}

const DELAY_MS = 50;
const server = mode === 'fast' ? bareServer(0) : mode === 'delay' ? bareServer(DELAY_MS) : httpServer();

server.listen(0, '127.0.0.1', () => {
  const address: AddressInfo | string | null = server.address();
  process.send?.({ port: typeof address === 'object' ? address?.port : 0 });
});

process.on('message', () => {
  process.send?.({ slots });
  begunAt = undefined;
  slots = [];
});
process.on('disconnect', () => process.exit());
