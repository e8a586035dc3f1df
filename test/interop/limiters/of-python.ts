import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { pipTools } from '../workplace.ts';
import type { Workplace } from '../workplace.ts';
import type { Allowance, LimiterLibrary, Limiting, Taken } from './library.ts';

const PACKAGE = 'limits==5.8.0';

/** Answers each line, a key, with what the library says: whether it passes, how many remain, when some are back, and the time. */
const SCRIPT = `
import json, sys, time
from limits import RateLimitItemPerSecond, storage, strategies
strategy, limit, seconds = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
limiter = getattr(strategies, strategy)(storage.MemoryStorage())
item = RateLimitItemPerSecond(limit, seconds)
for line in sys.stdin:
    passes = limiter.hit(item, line.strip())
    stats = limiter.get_window_stats(item, line.strip())
    print(json.dumps({"passes": passes, "remaining": int(stats.remaining), "back": stats.reset_time, "now": time.time()}), flush=True)
`;

/** What the library says, seconds since 1970. */
interface WindowStats {
  readonly passes: boolean;
  readonly remaining: number;
  readonly back: number;
  readonly now: number;
}

/** The library tells when some of the allowance is back; from when all of it is, follows from the strategy. Seconds. */
type AllBack = (said: WindowStats, lastPassed: number, period: number) => number;

/** Limiters of Python, of one library with three strategies. */
export const PYTHON_LIMITERS: readonly LimiterLibrary[] = [
  strategy('fixed-first', 'FixedWindowRateLimiter', ({ back }) => back),
  strategy('sliding-log', 'MovingWindowRateLimiter', (_said, lastPassed, period) => lastPassed + period),
  // What is counted in one window weighs until the end of the next.
  strategy('sliding-counter', 'SlidingWindowCounterRateLimiter', ({ now }, _lastPassed, period) => (Math.floor(now / period) + 2) * period),
];

function strategy(kind: LimiterLibrary['kind'], name: string, allBack: AllBack): LimiterLibrary {
  return { name: `limits, ${name}`, kind, start: (place, allowance) => started(place, allowance, name, allBack) };
}

async function started(
  place: Workplace,
  { limit, periodMs }: Allowance,
  name: string,
  allBack: AllBack,
): Promise<Limiting | { readonly lacking: string }> {
  const tools = await pipTools(place, 'limits', PACKAGE);
  if ('lacking' in tools) return tools;
  const period = periodMs / 1000;
  const child = spawn(tools.command('python'), ['-c', SCRIPT, name, String(limit), String(period)], { stdio: ['pipe', 'pipe', 'inherit'] });
  const asked: ((said: WindowStats) => void)[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => asked.shift()?.(JSON.parse(line)));
  const lastPassed = new Map<string, number>();
  const take = async (key: string): Promise<Taken> => {
    const said = await new Promise<WindowStats>((resolve) => {
      asked.push(resolve);
      child.stdin.write(`${key}\n`);
    });
    if (said.passes) lastPassed.set(key, said.now);
    const all = allBack(said, lastPassed.get(key) ?? said.now, period);
    return { passes: said.passes, remaining: said.remaining, allBackMs: all * 1000, someBackMs: Math.max(said.now, said.back) * 1000 };
  };
  return { take, stop: () => void child.kill() };
}
