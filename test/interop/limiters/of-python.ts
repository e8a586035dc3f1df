import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { pipTools } from '../workplace.ts';
import type { Allowance, LimiterLibrary, Limiting, Taken } from './library.ts';

/** What a script is told, and how it goes on: each line of its input is a key, each of its output what `take` says of one operation. */
const BEGIN = `
import json, math, sys, time
of, limit, period = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
`;
const GO_ON = `
for line in sys.stdin:
    print(json.dumps(take(line.strip())), flush=True)
`;

/** It tells when some of the allowance is back; from when all of it is, follows from the strategy. */
const LIMITS = `
from limits import RateLimitItemPerSecond, storage, strategies
limiter = getattr(strategies, of)(storage.MemoryStorage())
item = RateLimitItemPerSecond(limit, period)
last = {}
def take(key):
    passes = limiter.hit(item, key)
    stats, now = limiter.get_window_stats(item, key), time.time()
    if passes: last[key] = now
    everything = {
        "FixedWindowRateLimiter": stats.reset_time,
        "MovingWindowRateLimiter": last.get(key, now) + period,
        # What is counted in one window weighs until the end of the next.
        "SlidingWindowCounterRateLimiter": (now // period + 2) * period,
    }[of]
    return {"passes": passes, "remaining": int(stats.remaining), "all": everything, "some": max(now, stats.reset_time)}
`;

const THROTTLED = `
from datetime import timedelta
from throttled import Throttled, rate_limiter, store
throttle = Throttled(using=of, quota=rate_limiter.per_duration(timedelta(seconds=period), limit, burst=limit), store=store.MemoryStore())
def take(key):
    before = time.time()
    result = throttle.limit(key)
    now, state = time.time(), result.state
    back = {
        "fixed_window": lambda: ((now // period + 1) * period,) * 2,
        "sliding_window": lambda: ((now // period + 2) * period, now + state.retry_after),
        "gcra": lambda: (now + state.reset_after, now + state.retry_after),
        # They count in whole seconds, and what comes back in whole operations.
        "token_bucket": lambda: (before // 1 + 1 + state.reset_after, before // 1 + 1),
        "leaking_bucket": lambda: (before // 1 + 1 + state.reset_after, before // 1 + 1),
    }[of]()
    return {"passes": not result.limited, "remaining": state.remaining, "all": back[0], "some": back[1]}
`;

/** Two rates at once; each answer is of the one of which least remains. */
const PYRATE = `
from pyrate_limiter import InMemoryBucket, Rate, RateItem
rates = {"one rate": [Rate(limit, period * 1000)], "two rates": [Rate(limit // 3, 1000), Rate(limit, period * 1000)]}[of]
buckets = {}
def take(key):
    bucket = buckets.setdefault(key, InMemoryBucket(rates))
    now = int(time.time() * 1000)
    passes = bucket.put(RateItem(key, now))
    def left(rate):
        return rate.limit - sum(1 for item in bucket.items if item.timestamp >= now - rate.interval)
    binding = min(rates, key=lambda rate: (left(rate), -rate.interval))
    oldest = min(item.timestamp for item in bucket.items if item.timestamp >= now - binding.interval)
    newest = bucket.items[-1].timestamp
    return {
        "passes": bool(passes), "limit": binding.limit, "remaining": left(binding),
        "all": (newest + binding.interval + 1) / 1000, "some": (oldest + binding.interval + 1) / 1000,
    }
`;

/** What a script says of one operation; seconds since 1970. */
interface Statement {
  readonly passes: boolean;
  readonly limit?: number;
  readonly remaining: number;
  readonly all: number;
  readonly some: number;
}

/** Limiters of Python: three libraries, each with all that it has in memory. */
export const PYTHON_LIMITERS: readonly LimiterLibrary[] = [
  limiterOf('limits==5.8.0', LIMITS, 'FixedWindowRateLimiter', 'fixed-first'),
  limiterOf('limits==5.8.0', LIMITS, 'MovingWindowRateLimiter', 'sliding-log'),
  limiterOf('limits==5.8.0', LIMITS, 'SlidingWindowCounterRateLimiter', 'sliding-counter'),
  limiterOf('throttled-py==3.5.0', THROTTLED, 'fixed_window', 'fixed-aligned'),
  limiterOf('throttled-py==3.5.0', THROTTLED, 'sliding_window', 'sliding-counter'),
  limiterOf('throttled-py==3.5.0', THROTTLED, 'gcra', 'token-bucket'),
  limiterOf('throttled-py==3.5.0', THROTTLED, 'token_bucket', 'token-bucket'),
  limiterOf('throttled-py==3.5.0', THROTTLED, 'leaking_bucket', 'token-bucket'),
  limiterOf('pyrate-limiter==4.5.1', PYRATE, 'one rate', 'sliding-log'),
  limiterOf('pyrate-limiter==4.5.1', PYRATE, 'two rates', 'sliding-log', { limit: 10, periodMs: 1000 }),
];

function limiterOf(requirement: string, script: string, of: string, kind: LimiterLibrary['kind'], binding?: Allowance): LimiterLibrary {
  const name = requirement.slice(0, requirement.indexOf('='));
  return {
    ...(binding === undefined ? {} : { binding }),
    name: `${name}, ${of}`,
    kind,
    start: async (place, { limit, periodMs }: Allowance) => {
      const tools = await pipTools(place, name, requirement);
      if ('lacking' in tools) return tools;
      return speaking(tools.command('python'), [BEGIN + script + GO_ON, of, String(limit), String(periodMs / 1000)]);
    },
  };
}

function speaking(python: string, [script = '', ...args]: readonly string[]): Limiting {
  const child = spawn(python, ['-c', script, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  const asked: ((said: Statement) => void)[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => asked.shift()?.(JSON.parse(line)));
  const take = async (key: string): Promise<Taken> => {
    const { all, some, ...said } = await new Promise<Statement>((resolve) => {
      asked.push(resolve);
      child.stdin.write(`${key}\n`);
    });
    return { ...said, allBackMs: all * 1000, someBackMs: some * 1000 };
  };
  return { take, stop: () => void child.kill() };
}
