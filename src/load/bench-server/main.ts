import { createServer as createHttpServer } from 'node:http';
import { createServer as createNetServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { performance } from 'node:perf_hooks';
import { ANSWER_HEADERS, ANSWER_TEXT } from '../bench/sample-answer.ts';

// The server that the load engine is measured against, in a process of its own. What it is like is its only argument.
const mode = process.argv[2] ?? 'node';
const SLOT_MS = 100;
const FREEZES = [
  { from: 2000, to: 3000 },
  { from: 6000, to: 7000 },
];

let begunAt: number | undefined;
let slots: number[] = [];
let served: number[] = [];

function fieldLines(): string {
  return ANSWER_HEADERS.map(([name, value]) => `${name}: ${value}\r\n`).join('');
}

const bytes = Buffer.from(`HTTP/1.1 200 OK\r\n${fieldLines()}Content-Length: ${Buffer.byteLength(ANSWER_TEXT)}\r\n\r\n${ANSWER_TEXT}`);

/** Milliseconds that an answer waits, from the first request on. */
function waits(now: number): number {
  if (mode === 'delay') return 50;
  if (mode !== 'stall') return 0;
  const freeze = FREEZES.find(({ from, to }) => now >= from && now < to);
  return freeze === undefined ? 0 : freeze.to - now;
}

const server =
  mode === 'fast'
    ? createNetServer((socket) => {
        socket.setNoDelay(true);
        socket.on('error', () => undefined);
        // One request a piece: nothing is pipelined.
        socket.on('data', () => socket.write(bytes));
      })
    : createHttpServer((_request, response) => {
        const at = performance.now();
        begunAt ??= at;
        const slot = Math.floor((at - begunAt) / SLOT_MS);
        slots[slot] = (slots[slot] ?? 0) + 1;
        const answer = (): void => {
          for (const [name, value] of ANSWER_HEADERS) response.setHeader(name, value);
          response.end(ANSWER_TEXT);
          if (mode === 'delay') served.push(performance.now() - at);
        };
        const wait = waits(at - begunAt);
        if (wait === 0) answer();
        else setTimeout(answer, wait);
      });

server.listen(0, '127.0.0.1', () => {
  const address: AddressInfo | string | null = server.address();
  process.send?.({ port: typeof address === 'object' ? address?.port : 0 });
});

process.on('message', () => {
  process.send?.({ slots, served });
  begunAt = undefined;
  slots = [];
  served = [];
});
process.on('disconnect', () => process.exit());
