import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import autocannon from 'autocannon';
import type { LoadWatch } from '../../src/load/engine/load-order.ts';
import type { OwnUse } from './own-use.ts';
import { CLIENT_CORE, startMock, startSample } from './server.ts';
import type { BenchServer } from './server.ts';
import { percent, spreadOf } from './statistics.ts';
import { load, watchOf } from './subject.ts';

export interface ThroughputOptions {
  readonly rounds: number;
  readonly connections: number;
  readonly sliceMs: number;
  readonly own: OwnUse;
}

type Variant = 'raw' | 'engine' | 'headers' | 'everything' | 'wrk';

interface Slice {
  readonly perSecond: number;
  /** of the client, microseconds for a request; NaN where it is another process */
  readonly cpuUs: number;
  /** share of the server's core that was busy */
  readonly serverBusy: number;
}

const WRK = '/usr/bin/wrk';
const VARIANTS: readonly Variant[] = ['raw', 'engine', 'headers', 'everything', ...(existsSync(WRK) ? (['wrk'] as const) : [])];
const PAIRS: readonly (readonly [Variant, Variant])[] = [
  ['headers', 'raw'],
  ['everything', 'raw'],
  ['headers', 'wrk'],
  ['everything', 'wrk'],
  ['raw', 'wrk'],
  ['headers', 'engine'],
  ['everything', 'engine'],
];

/** The embedded mock, which is busy before the client is; a bare node:http server; and one that is faster than the client. */
const SERVERS: Readonly<Record<string, () => Promise<BenchServer>>> = {
  mock: startMock,
  node: () => startSample('node'),
  fast: () => startSample('fast'),
};

/** Requests a second of autocannon alone, the engine, the engine that judges headers, and everything; slices interleaved, ratios of pairs. */
export async function* throughput(options: ThroughputOptions): AsyncGenerator<string> {
  for (const [name, start] of Object.entries(SERVERS)) {
    const server = await start();
    const watches = new Map(VARIANTS.map((variant) => [variant, watchFor(server, variant)]));
    const slice = (variant: Variant): Promise<Slice> => sliceOf(server, variant, watches.get(variant), options);
    for (const variant of VARIANTS) await slice(variant);
    const seen = new Map<Variant, Slice[]>(VARIANTS.map((variant) => [variant, []]));
    for (let round = 0; round < options.rounds; round++)
      for (const variant of round % 2 === 0 ? VARIANTS : VARIANTS.toReversed()) seen.get(variant)?.push(await slice(variant));
    server.close();
    yield* report(name, options, (variant) => seen.get(variant) ?? []);
  }
}

/** One for all slices, as a load has one: rules are compiled once. */
function watchFor({ request }: BenchServer, variant: Variant): LoadWatch | undefined {
  if (variant === 'raw' || variant === 'wrk') return undefined;
  return watchOf(request, variant === 'engine' ? 'nothing' : variant);
}

async function sliceOf(server: BenchServer, variant: Variant, watch: LoadWatch | undefined, options: ThroughputOptions): Promise<Slice> {
  const [own, its, begunAt] = [options.own.cpuSeconds(), server.cpuSeconds(), performance.now()];
  const { count, perSecond } = watch === undefined ? await unjudged(server, variant, options) : await judged(server, watch, options);
  const seconds = (performance.now() - begunAt) / 1000;
  return {
    perSecond,
    cpuUs: variant === 'wrk' ? NaN : ((options.own.cpuSeconds() - own) * 1e6) / count,
    serverBusy: (server.cpuSeconds() - its) / seconds,
  };
}

interface Answered {
  readonly count: number;
  readonly perSecond: number;
}

async function judged({ request }: BenchServer, watch: LoadWatch, { connections, sliceMs }: ThroughputOptions): Promise<Answered> {
  const { accounts, throughput, violations } = await load(request, { connections, durationMs: sliceMs }, watch);
  if (violations > 0) throw new Error(`${violations} violations of a right answer`);
  return { count: accounts.answered, perSecond: throughput };
}

async function unjudged({ request }: BenchServer, variant: Variant, { connections, sliceMs }: ThroughputOptions): Promise<Answered> {
  const { url, headers } = request;
  if (variant === 'wrk') {
    const fields = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
    const args = ['-t1', `-c${connections}`, `-d${Math.ceil(sliceMs / 1000)}s`, ...fields, url];
    const { stdout } = spawnSync('taskset', ['-c', CLIENT_CORE, WRK, ...args], { encoding: 'utf8' });
    const perSecond = Number(/Requests\/sec:\s*([\d.]+)/.exec(stdout)?.[1]);
    return { count: perSecond, perSecond };
  }
  const result = await autocannon({ url, connections, duration: sliceMs / 1000, sampleInt: 100, headers: { ...headers } });
  return { count: result['2xx'], perSecond: result['2xx'] / result.duration };
}

function* report(
  server: string,
  { connections, rounds, sliceMs }: ThroughputOptions,
  of: (variant: Variant) => readonly Slice[],
): Generator<string> {
  const busy = (variant: Variant): string => percent(spreadOf(of(variant).map(({ serverBusy }) => serverBusy)).median);
  yield `\nserver '${server}', ${connections} connections, ${rounds} slices of ${sliceMs} ms each; its core was busy ${busy('raw')} (raw), ${busy('headers')} (headers), ${busy('everything')} (everything)`;
  for (const variant of VARIANTS) {
    const rate = spreadOf(of(variant).map(({ perSecond }) => perSecond));
    const cpu = spreadOf(of(variant).map(({ cpuUs }) => cpuUs)).median;
    yield `  ${variant.padEnd(11)} ${Math.round(rate.median)}/s (${Math.round(rate.q1)}-${Math.round(rate.q3)})${Number.isNaN(cpu) ? '' : `; ${cpu.toFixed(1)} µs of the client a request`}`;
  }
  for (const [one, other] of PAIRS) {
    const pairs = of(one).flatMap((slice, index) => {
      const against = of(other)[index];
      return against === undefined ? [] : [{ ratio: slice.perSecond / against.perSecond, extraUs: slice.cpuUs - against.cpuUs }];
    });
    if (pairs.length === 0) continue;
    const { median, q1, q3 } = spreadOf(pairs.map(({ ratio }) => ratio));
    const extra = spreadOf(pairs.map(({ extraUs }) => extraUs)).median;
    yield `  ${one} ÷ ${other}: ${median.toFixed(2)} (${q1.toFixed(2)}-${q3.toFixed(2)})${other === 'wrk' ? '' : `; ${extra.toFixed(1)} µs more`}`;
  }
}
