import { performance } from 'node:perf_hooks';
import type { LoadAnswer } from '../../src/load/engine/load-answer.ts';
import type { GeneratorHealth } from '../../src/load/engine/generator-health.ts';
import type { LoadWatch } from '../../src/load/engine/load-order.ts';
import { openModel } from './open-model.ts';
import { ANSWERED_AT, clockMs } from './sample-answer.ts';
import { startSample } from './server.ts';
import { percent, quantile, spreadOf } from './statistics.ts';
import { load, watchOf } from './subject.ts';

const RATE = 100;
const OFF_BY_TOO_MUCH = 0.05;

/**
 * Latencies of a server that takes 50 ms for each answer, beside what each really took: from when it was given to the system, on time
 * or not, until the server answered. The difference is what the generator adds: its lateness in sending, and in seeing what came.
 */
export async function* truth(rounds: number): AsyncGenerator<string> {
  const server = await startSample('delay');
  const verifier = watchOf(server.request, 'everything');
  const sinceOrigin = clockMs() - performance.now();
  let real: number[] = [];
  const watch: LoadWatch = {
    judge: (answer) => {
      real.push(answeredAt(answer) - sinceOrigin - answer.sent.sentAt);
      return verifier.judge(answer);
    },
  };
  const measure = async (durationMs: number): Promise<Beside> => {
    real = [];
    const { latencyMs, generator } = await load(server.request, { connections: 20, rate: RATE, durationMs }, watch);
    return { told: latencyMs, real: { p50: quantile(real, 0.5), p99: quantile(real, 0.99) }, generator };
  };
  // While it is new, Node compiles what is hot on the core that it measures on.
  const cold = await measure(rounds * 1000);
  const slices: Beside[] = [];
  for (let round = 0; round < rounds; round++) slices.push(await measure(1000));
  const warm = await measure(rounds * 1000);
  server.close();
  yield `\nconstant 50 ms at ${RATE}/s, ${rounds} slices of 1 s: p50 off by ${offs(slices, 'p50')} ms, p99 by ${offs(slices, 'p99')} ms`;
  for (const [name, { told, real: its, generator }] of Object.entries({ before: cold, after: warm }))
    yield `  ${rounds} s in one piece ${name}: p50 ${told.p50.toFixed(2)}, p99 ${told.p99.toFixed(2)} ms; the truth ${its.p50.toFixed(2)}, ${its.p99.toFixed(2)} ms; ${generator.bottleneck.join('; ') || 'the generator was no bottleneck'}`;
}

interface Beside {
  readonly told: Readonly<Record<'p50' | 'p99', number>>;
  readonly real: Readonly<Record<'p50' | 'p99', number>>;
  readonly generator: GeneratorHealth;
}

function offs(slices: readonly Beside[], which: 'p50' | 'p99'): string {
  const { median, q1, q3 } = spreadOf(slices.map(({ told, real }) => told[which] - real[which]));
  return `${median.toFixed(2)} (${q1.toFixed(2)}-${q3.toFixed(2)})`;
}

/** What the server says of its answer. Throws where it says nothing. */
function answeredAt({ head: { headers } }: LoadAnswer): number {
  const name = headers.findIndex((one) => one.toLowerCase() === ANSWERED_AT.toLowerCase());
  if (name < 0) throw new TypeError(`the server sent no ${ANSWERED_AT}`);
  return Number(headers[name + 1]);
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
