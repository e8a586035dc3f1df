import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { openModel } from './open-model.ts';
import { quantile, spreadOf } from './statistics.ts';
import { load, verifierOf, watchOf } from './subject.ts';

// What the load engine costs and how true its figures are: npm run bench:load -- throughput|memory|truth|pacing|stall [--rounds N] [--count N]
// It is pinned to one core and its server to another; slices are interleaved, their order turned round by round; ratios are of pairs.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '12' },
    count: { type: 'string', default: '1000000' },
    connections: { type: 'string', default: '50' },
    // Milliseconds; shorter only to try the script itself.
    slice: { type: 'string', default: '1000' },
  },
});
const rounds = Number(values.rounds);
const count = Number(values.count);
const connections = Number(values.connections);
const sliceMs = Number(values.slice);
const SERVER_CORE = '0';
const CLIENT_CORE = '1';
const MEGABYTE = 2 ** 20;

interface Told {
  readonly slots: readonly number[];
  readonly served: readonly number[];
  readonly cpuUs: number;
}

interface BenchServer {
  readonly origin: string;
  readonly tell: () => Promise<Told>;
  readonly close: () => void;
}

async function serve(mode: string): Promise<BenchServer> {
  const file = fileURLToPath(new URL('../bench-server/main.js', import.meta.url));
  const child: ChildProcess = spawn('taskset', ['-c', SERVER_CORE, process.execPath, file, mode], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [{ port }] = await once(child, 'message');
  return {
    origin: `http://127.0.0.1:${String(port)}`,
    tell: async () => {
      const answer = once(child, 'message');
      child.send('tell');
      const [told] = await answer;
      return told;
    },
    close: () => void child.kill(),
  };
}

interface SliceFigures {
  readonly perSecond: number;
  /** of the client, microseconds for a request; NaN where it is another process */
  readonly cpuUs: number;
  /** share of the server's core that was busy */
  readonly serverBusy: number;
}

type Variant = 'raw' | 'engine' | 'headers' | 'everything' | 'wrk';

async function slice(server: BenchServer, variant: Variant): Promise<SliceFigures> {
  const [before, told, begunAt] = [process.cpuUsage(), await server.tell(), performance.now()];
  const answered = await answersOf(server.origin, variant);
  const seconds = (performance.now() - begunAt) / 1000;
  const { user, system } = process.cpuUsage(before);
  const after = await server.tell();
  return {
    perSecond: answered.perSecond,
    cpuUs: variant === 'wrk' ? NaN : (user + system) / answered.count,
    serverBusy: (after.cpuUs - told.cpuUs) / 1e6 / seconds,
  };
}

async function answersOf(origin: string, variant: Variant): Promise<{ readonly count: number; readonly perSecond: number }> {
  if (variant === 'wrk') {
    const { stdout } = spawnSync(
      'taskset',
      ['-c', CLIENT_CORE, 'wrk', '-t1', `-c${connections}`, `-d${Math.ceil(sliceMs / 1000)}s`, `${origin}/v1/teams/bench/groups`],
      { encoding: 'utf8' },
    );
    const perSecond = Number(/Requests\/sec:\s*([\d.]+)/.exec(stdout)?.[1]);
    return { count: perSecond, perSecond };
  }
  if (variant === 'raw') {
    const result = await autocannon({
      url: `${origin}/v1/teams/bench/groups`,
      connections,
      duration: sliceMs / 1000,
      sampleInt: 100,
      headers: { accept: 'application/json' },
    });
    return { count: result['2xx'], perSecond: result['2xx'] / result.duration };
  }
  const { accounts, throughput, violations } = await load(
    origin,
    { connections },
    watchOf(origin, variant === 'engine' ? 'nothing' : variant),
  );
  if (violations > 0) throw new Error(`${violations} violations of a right answer`);
  return { count: accounts.answered, perSecond: throughput };
}

async function throughput(): Promise<void> {
  const variants: readonly Variant[] = [
    'raw',
    'engine',
    'headers',
    'everything',
    ...(existsSync('/usr/bin/wrk') ? (['wrk'] as const) : []),
  ];
  for (const mode of ['node', 'fast']) {
    const server = await serve(mode);
    for (const variant of variants) await slice(server, variant);
    const seen = new Map<Variant, SliceFigures[]>(variants.map((variant) => [variant, []]));
    for (let round = 0; round < rounds; round++) {
      const order = round % 2 === 0 ? variants : variants.toReversed();
      for (const variant of order) seen.get(variant)?.push(await slice(server, variant));
    }
    server.close();
    const of = (variant: Variant): readonly SliceFigures[] => seen.get(variant) ?? [];
    console.log(
      `\nserver '${mode}', ${connections} connections, ${rounds} slices of ${sliceMs} ms each; the server's core was busy ${percent(spreadOf(of('everything').map(({ serverBusy }) => serverBusy)).median)} (everything), ${percent(spreadOf(of('raw').map(({ serverBusy }) => serverBusy)).median)} (raw)`,
    );
    for (const variant of variants) {
      const rate = spreadOf(of(variant).map(({ perSecond }) => perSecond));
      const cpu = spreadOf(of(variant).map(({ cpuUs }) => cpuUs));
      console.log(
        `  ${variant.padEnd(11)} ${Math.round(rate.median)}/s (${Math.round(rate.q1)}-${Math.round(rate.q3)})${Number.isNaN(cpu.median) ? '' : `; ${cpu.median.toFixed(1)} µs of the client a request`}`,
      );
    }
    for (const [one, other] of [
      ['headers', 'raw'],
      ['everything', 'raw'],
      ['headers', 'wrk'],
      ['everything', 'wrk'],
      ['raw', 'wrk'],
      ['headers', 'engine'],
      ['everything', 'engine'],
    ] as const) {
      const ratios = of(one).map(({ perSecond }, index) => perSecond / (of(other)[index]?.perSecond ?? NaN));
      const extra = of(one).map(({ cpuUs }, index) => cpuUs - (of(other)[index]?.cpuUs ?? NaN));
      const { median, q1, q3 } = spreadOf(ratios);
      if (!Number.isNaN(median))
        console.log(
          `  ${one} ÷ ${other}: ${median.toFixed(2)} (${q1.toFixed(2)}-${q3.toFixed(2)})${other === 'wrk' ? '' : `; ${spreadOf(extra).median.toFixed(1)} µs more`}`,
        );
    }
  }
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

/** Resident memory of this process, megabytes. */
function resident(): number {
  return process.memoryUsage.rss() / MEGABYTE;
}

async function memory(): Promise<void> {
  const server = await serve('fast');
  const verifier = verifierOf(server.origin);
  const begun = resident();
  const marks: string[] = [];
  let seen = 0;
  const outcome = await load(
    server.origin,
    { connections, durationMs: 3_600_000, most: { requests: count, bodyBytes: MEGABYTE } },
    {
      judge: (answer) => {
        seen += 1;
        if (seen % (count / 10) === 0) marks.push(`${seen}: ${resident().toFixed(0)} MB`);
        return verifier.judge(answer);
      },
    },
  );
  server.close();
  console.log(`\n${outcome.accounts.answered} answers judged, ${outcome.violations} violations, ${Math.round(outcome.throughput)}/s`);
  console.log(
    `  resident: ${begun.toFixed(0)} MB before; ${marks.join(', ')}; peak ${((process.resourceUsage().maxRSS * 1024) / MEGABYTE).toFixed(0)} MB`,
  );
}

async function truth(): Promise<void> {
  const server = await serve('delay');
  await load(server.origin, { connections: 20, rate: 100, durationMs: 500 }, watchOf(server.origin, 'everything'));
  await server.tell();
  const { latencyMs, generator } = await load(
    server.origin,
    { connections: 20, rate: 100, durationMs: 5000 },
    watchOf(server.origin, 'everything'),
  );
  const { served } = await server.tell();
  server.close();
  console.log(
    `\nconstant 50 ms at 100/s: p50 ${latencyMs.p50.toFixed(2)}, p99 ${latencyMs.p99.toFixed(2)} ms; the server's own: ${quantile(served, 0.5).toFixed(2)}, ${quantile(served, 0.99).toFixed(2)} ms`,
  );
  console.log(
    `  send lag p99 ${generator.sendLagMs.p99.toFixed(2)} ms; ${generator.bottleneck.join('; ') || 'the generator was no bottleneck'}`,
  );
}

async function pacing(): Promise<void> {
  const server = await serve('node');
  for (const rate of [1000, 2000]) {
    await load(server.origin, { rate, durationMs: 500 }, watchOf(server.origin, 'everything'));
    await server.tell();
    const { accounts, generator } = await load(server.origin, { rate, durationMs: 5000 }, watchOf(server.origin, 'everything'));
    const { slots } = await server.tell();
    // The last one may be a part.
    const off = slots.slice(0, -1).map((arrived) => Math.abs(arrived / (rate / 10) - 1));
    console.log(
      `\npacing at ${rate}/s, 5 s: slots of 100 ms off by at most ${percent(Math.max(...off))}, p90 ${percent(quantile(off, 0.9))}, ${off.filter((one) => one > 0.05).length} of ${off.length} by more than 5 %`,
    );
    console.log(
      `  ${accounts.sent} sent, ${accounts.neverSent} never sent; send lag p50 ${generator.sendLagMs.p50.toFixed(2)}, p99 ${generator.sendLagMs.p99.toFixed(2)} ms; event loop late p99 ${generator.eventLoopDelayMs.p99.toFixed(1)} ms`,
    );
  }
  server.close();
}

async function stall(): Promise<void> {
  const server = await serve('stall');
  for (let round = 0; round < Math.min(3, rounds); round++) {
    await server.tell();
    const reference = await openModel(server.origin, 100, 10_000);
    await server.tell();
    const { latencyMs } = await load(
      server.origin,
      { connections: 150, rate: 100, durationMs: 10_000 },
      watchOf(server.origin, 'everything'),
    );
    const off = (one: number, other: number): string => `${((one / other - 1) * 100).toFixed(1)} %`;
    console.log(
      `\nstall, two freezes of 1 s: p50/p90/p99 ${latencyMs.p50.toFixed(1)}/${latencyMs.p90.toFixed(1)}/${latencyMs.p99.toFixed(1)} ms; open model ${reference.p50.toFixed(1)}/${reference.p90.toFixed(1)}/${reference.p99.toFixed(1)} ms; p90 ${off(latencyMs.p90, reference.p90)}, p99 ${off(latencyMs.p99, reference.p99)}`,
    );
  }
  server.close();
}

const BENCHES: Readonly<Record<string, () => Promise<void>>> = { truth, pacing, stall, throughput, memory };
const asked = positionals.length === 0 ? Object.keys(BENCHES) : positionals;
const unknown = asked.find((name) => BENCHES[name] === undefined);
if (unknown !== undefined || !(rounds >= 1) || !(count >= 10)) {
  console.error(`usage: npm run bench:load -- [${Object.keys(BENCHES).join('|')}]… [--rounds N] [--count N] [--connections N]`);
  process.exit(2);
}
console.log(
  `load average ${loadavg()
    .map((one) => one.toFixed(1))
    .join(', ')}; ${/model name\s*: (.*)/.exec(readFileSync('/proc/cpuinfo', 'utf8'))?.[1] ?? ''}; Node ${process.version}`,
);
for (const name of asked) await BENCHES[name]?.();
console.log(
  `\nload average ${loadavg()
    .map((one) => one.toFixed(1))
    .join(', ')}`,
);
process.exit();
