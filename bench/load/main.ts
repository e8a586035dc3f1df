import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { memory } from './memory.ts';
import type { OwnUse } from './own-use.ts';
import { throughput } from './throughput.ts';
import { pacing, stall, truth } from './times.ts';

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
const BENCHES: Readonly<Record<string, () => AsyncGenerator<string>>> = {
  truth: () => truth(rounds),
  pacing,
  stall: () => stall(Math.min(STALLS, rounds)),
  throughput: () => throughput({ rounds, connections, sliceMs, own }),
  memory: () => memory({ count, connections, own }),
};

function machine(): string {
  return `load average ${loadavg()
    .map((one) => one.toFixed(1))
    .join(', ')}`;
}

const asked = positionals.length === 0 ? Object.keys(BENCHES) : positionals;
if (asked.some((name) => BENCHES[name] === undefined) || !(rounds >= 1) || !(count >= 10) || !(connections >= 1) || !(sliceMs >= 100)) {
  console.error(
    `usage: npm run bench:load -- [${Object.keys(BENCHES).join('|')}]… [--rounds N] [--count N, 10 or more] [--connections N] [--slice MS, 100 or more]`,
  );
  process.exit(2);
}
/** What one has heated up or filled would be in the figures of the next: each has a process of its own. */
function inProcessesOfTheirOwn(): boolean {
  const [, script = '', ...given] = process.argv;
  const flags = given.filter((argument) => !positionals.includes(argument));
  return asked.every((name) => spawnSync(process.execPath, [script, name, ...flags], { stdio: 'inherit' }).status === 0);
}

if (asked.length > 1) process.exit(inProcessesOfTheirOwn() ? 0 : 1);
console.log(`${machine()}; ${/model name\s*: (.*)/.exec(readFileSync('/proc/cpuinfo', 'utf8'))?.[1] ?? ''}; Node ${process.version}`);
for (const name of asked) for await (const line of BENCHES[name]?.() ?? []) console.log(line);
console.log(`\n${machine()}`);
process.exit();
