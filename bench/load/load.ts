import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { memory } from './memory.ts';
import { CLIENT_CORE } from './server.ts';
import type { OwnUse } from './own-use.ts';
import { ramp } from './ramp.ts';
import { throughput } from './throughput.ts';
import { pacing, stall, truth } from './times.ts';

const MEGABYTE = 2 ** 20;

const own: OwnUse = {
  cpuSeconds: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  },
  residentMb: () => process.memoryUsage.rss() / MEGABYTE,
  peakMb: () => (process.resourceUsage().maxRSS * 1024) / MEGABYTE,
};
const STALLS = 3;
/** Slices that a stage of a ramp is long. */
const STAGE_SLICES = 3;

export interface LoadOptions {
  readonly rounds: number;
  readonly count: number;
  readonly connections: number;
  /** milliseconds; shorter than a second only to try the measurement itself */
  readonly slice: number;
  /** this process has a core to itself */
  readonly pinned?: boolean;
}

export const LOAD_MEASUREMENTS = ['truth', 'pacing', 'stall', 'ramp', 'throughput', 'memory'] as const;

/**
 * What the load engine costs and how true its figures are. It is pinned to one core and its server to another; slices are interleaved,
 * their order turned round by round; ratios are of pairs.
 */
export async function load(asked: readonly (typeof LOAD_MEASUREMENTS)[number][], options: LoadOptions): Promise<void> {
  const { rounds, count, connections, slice: sliceMs } = options;
  const measurements: Readonly<Record<(typeof LOAD_MEASUREMENTS)[number], () => AsyncGenerator<string>>> = {
    truth: () => truth(rounds),
    pacing,
    ramp: () => ramp(STAGE_SLICES * sliceMs),
    stall: () => stall(Math.min(STALLS, rounds)),
    throughput: () => throughput({ rounds, connections, sliceMs, own }),
    memory: () => memory({ count, connections, own }),
  };
  const [only] = asked;
  if (only === undefined || options.pinned !== true) return inProcessesOfTheirOwn(asked);
  console.log(`${machine()}; ${/model name\s*: (.*)/.exec(readFileSync('/proc/cpuinfo', 'utf8'))?.[1] ?? ''}; Node ${process.version}`);
  for await (const line of measurements[only]()) console.log(line);
  console.log(`\n${machine()}`);
  process.exit();
}

/** What one measurement has heated up or filled would be in the figures of the next: each has a process and a core of its own. */
function inProcessesOfTheirOwn(asked: readonly (typeof LOAD_MEASUREMENTS)[number][]): void {
  const [, script = '', command = '', ...given] = process.argv;
  const flags = given.filter((argument) => !LOAD_MEASUREMENTS.some((name) => name === argument));
  const held = (asked.length === 0 ? LOAD_MEASUREMENTS : asked).every((name) => {
    const own = ['-c', CLIENT_CORE, process.execPath, script, command, name, '--pinned', ...flags];
    return spawnSync('taskset', own, { stdio: 'inherit' }).status === 0;
  });
  process.exitCode = held ? 0 : 1;
}

function machine(): string {
  return `load average ${loadavg()
    .map((one) => one.toFixed(1))
    .join(', ')}`;
}
