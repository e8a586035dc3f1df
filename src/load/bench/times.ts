import { openModel } from './open-model.ts';
import { startSample } from './server.ts';
import { percent, quantile } from './statistics.ts';
import { load, watchOf } from './subject.ts';

const RATE = 100;
const OFF_BY_TOO_MUCH = 0.05;

/** Latencies of a server that takes 50 ms for each answer, beside its own. */
export async function* truth(): AsyncGenerator<string> {
  const server = await startSample('delay');
  const order = { connections: 20, rate: RATE };
  const watch = watchOf(server.request, 'everything');
  await load(server.request, { ...order, durationMs: 2000 }, watch);
  await server.tell();
  const { latencyMs, generator } = await load(server.request, { ...order, durationMs: 10_000 }, watch);
  const { served } = await server.tell();
  server.close();
  yield `\nconstant 50 ms at ${RATE}/s: p50 ${latencyMs.p50.toFixed(2)}, p99 ${latencyMs.p99.toFixed(2)} ms; the server's own: ${quantile(served, 0.5).toFixed(2)}, ${quantile(served, 0.99).toFixed(2)} ms`;
  yield `  send lag p99 ${generator.sendLagMs.p99.toFixed(2)} ms; ${generator.bottleneck.join('; ') || 'the generator was no bottleneck'}`;
}

/** How even the requests arrive, in slots of 100 ms. */
export async function* pacing(): AsyncGenerator<string> {
  const server = await startSample('node');
  for (const rate of [1000, 2000]) {
    await load(server.request, { rate, durationMs: 500 }, watchOf(server.request, 'everything'));
    await server.tell();
    const { accounts, generator } = await load(server.request, { rate, durationMs: 5000 }, watchOf(server.request, 'everything'));
    const { slots } = await server.tell();
    // The last one may be a part.
    const off = slots.slice(0, -1).map((arrived) => Math.abs(arrived / (rate / 10) - 1));
    yield `\npacing at ${rate}/s, 5 s: slots of 100 ms off by at most ${percent(Math.max(...off))}, p90 ${percent(quantile(off, 0.9))}, ${off.filter((one) => one > OFF_BY_TOO_MUCH).length} of ${off.length} by more than ${percent(OFF_BY_TOO_MUCH)}`;
    yield `  ${accounts.sent} sent, ${accounts.neverSent} never sent; send lag p50 ${generator.sendLagMs.p50.toFixed(2)}, p99 ${generator.sendLagMs.p99.toFixed(2)} ms; event loop late p99 ${generator.eventLoopDelayMs.p99.toFixed(1)} ms`;
  }
  server.close();
}

/** Latencies of a server that stands still twice for a second, beside those of an open model in the same phase. */
export async function* stall(rounds: number): AsyncGenerator<string> {
  const server = await startSample('stall');
  const off = (one: number, other: number): string => `${((one / other - 1) * 100).toFixed(1)} %`;
  for (let round = 0; round < rounds; round++) {
    await server.tell();
    const reference = await openModel(server.request.url, RATE, 10_000);
    await server.tell();
    const order = { connections: 150, rate: RATE, durationMs: 10_000 };
    const { latencyMs } = await load(server.request, order, watchOf(server.request, 'everything'));
    yield `\nstall, two freezes of 1 s: p50/p90/p99 ${latencyMs.p50.toFixed(1)}/${latencyMs.p90.toFixed(1)}/${latencyMs.p99.toFixed(1)} ms; open model ${reference.p50.toFixed(1)}/${reference.p90.toFixed(1)}/${reference.p99.toFixed(1)} ms; p90 ${off(latencyMs.p90, reference.p90)}, p99 ${off(latencyMs.p99, reference.p99)}`;
  }
  server.close();
}
