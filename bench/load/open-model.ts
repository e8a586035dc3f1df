import { request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { quantile } from './statistics.ts';

/** Sends at a rate over as many connections as it takes, whatever the answers do: what an engine's latencies are held against. Milliseconds. */
export async function openModel(
  origin: string,
  perSecond: number,
  durationMs: number,
): Promise<{ readonly p50: number; readonly p90: number; readonly p99: number }> {
  const begunAt = performance.now();
  const latencies: number[] = [];
  const waiting: Promise<void>[] = [];
  const total = (durationMs / 1000) * perSecond;
  for (let index = 0; index < total; index++) {
    const dueAt = begunAt + (index * 1000) / perSecond;
    const wait = dueAt - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    waiting.push(ask(origin).then(() => void latencies.push(performance.now() - dueAt)));
  }
  await Promise.all(waiting);
  return { p50: quantile(latencies, 0.5), p90: quantile(latencies, 0.9), p99: quantile(latencies, 0.99) };
}

function ask(origin: string): Promise<void> {
  return new Promise((resolve, reject) => {
    request(origin, { agent: false }, (response) => response.resume().on('end', resolve))
      .on('error', reject)
      .end();
  });
}
