import { createServer } from 'node:http';
import { performance } from 'node:perf_hooks';
import { measure } from '../../src/load/measure.ts';
import { searchCapacity } from '../../src/load/ramp.ts';
import { holdAgainst, parseThreshold } from '../../src/load/thresholds.ts';
import { load } from './subject.ts';

const CAPACITIES = [60, 150, 400];
const CONNECTIONS = 20;
const WITHIN = 0.05;
const THRESHOLDS = ['p99<250ms', 'errors<=1%'].map(parseThreshold);

/** What a ramp finds before a server that serves so many requests a second, one after another. */
export async function* ramp(stageMs: number): AsyncGenerator<string> {
  for (const capacity of CAPACITIES) {
    const server = await queue(capacity);
    const order = { rates: [1, 2, 3, 4, 5, 6].map((times) => (times * capacity) / 3.4), stageMs, confirmMs: 2 * stageMs };
    const { confirmed, knee, stages, bound } = await searchCapacity(order, async (phase, rate, durationMs) => {
      const request = { method: 'GET', url: server.origin, headers: {}, body: undefined } as const;
      const outcome = await load(request, { rate, durationMs, connections: CONNECTIONS }, { judge: () => 'clean' });
      const judged = outcome.accounts.answered;
      const measures = measure({ ...outcome, connections: CONNECTIONS, judged, violating: 0, undocumented: 0 });
      const missed = holdAgainst(THRESHOLDS, () => measures).flatMap(({ expression, held }) => (held ? [] : [expression]));
      return { phase, rate, p99: outcome.latencyMs.p99, missed, isOver: outcome.end.how !== 'completed' };
    });
    await server.close();
    const off = confirmed === undefined ? NaN : confirmed / capacity - 1;
    yield `capacity ${capacity}/s: ${confirmed ?? 'none'}/s confirmed, ${(100 * off).toFixed(1)} % off (at most ${100 * WITHIN}); knee ${knee ?? 'none'}; ${stages.length} stages; ${bound}`;
    if (!(Math.abs(off) <= WITHIN)) process.exitCode = 1;
  }
}

/** Each request takes its share of a second, from when the one before it has ended. */
async function queue(capacity: number): Promise<{ readonly origin: string; readonly close: () => Promise<void> }> {
  let freeAt = 0;
  const server = createServer((_request, response) => {
    const now = performance.now();
    freeAt = Math.max(now, freeAt) + 1000 / capacity;
    setTimeout(() => response.end('{}'), freeAt - now);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  return {
    origin: `http://127.0.0.1:${port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
