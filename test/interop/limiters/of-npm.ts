import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { npmTools } from '../workplace.ts';
import type { Workplace } from '../workplace.ts';
import type { Allowance, LimiterLibrary, Limiting, Taken } from './library.ts';

const PACKAGES = [
  'express-rate-limit@8.7.4',
  'rate-limiter-flexible@11.4.0',
  'limiter@4.1.0',
  'rolling-rate-limiter@0.4.2',
  'bottleneck@2.19.5',
];

/** The packages, as far as they are used. */
interface Packages {
  readonly MemoryStore: new () => {
    init(options: { readonly windowMs: number }): void;
    increment(key: string): Promise<{ readonly totalHits: number; readonly resetTime: Date }>;
    shutdown(): void;
  };
  readonly RateLimiterMemory: new (options: { readonly points: number; readonly duration: number }) => {
    /** rejects with the same where the operation is refused */
    consume(key: string): Promise<{ readonly remainingPoints: number; readonly msBeforeNext: number }>;
  };
  readonly TokenBucket: new (options: { readonly bucketSize: number; readonly tokensPerInterval: number; readonly interval: number }) => {
    content: number;
    tryRemoveTokens(count: number): boolean;
    drip(): boolean;
  };
  readonly InMemoryRateLimiter: new (options: { readonly interval: number; readonly maxInInterval: number }) => {
    limitWithInfo(key: string): Promise<{
      readonly blocked: boolean;
      readonly millisecondsUntilAllowed: number;
      readonly actionsRemaining: number;
    }>;
  };
  readonly Bottleneck: new (options: {
    readonly reservoir: number;
    readonly reservoirRefreshAmount: number;
    readonly reservoirRefreshInterval: number;
    readonly highWater: number;
  }) => {
    /** rejects where it has to wait */
    schedule<Result>(task: () => Promise<Result>): Promise<Result>;
    currentReservoir(): Promise<number>;
    disconnect(): Promise<void>;
  };
}

const nothingToStop = (): void => undefined;

/** Limiters of npm, each with its memory as its store. */
export const NPM_LIMITERS: readonly LimiterLibrary[] = [
  { name: 'express-rate-limit', kind: 'fixed-first', start: (place, allowance) => started(place, allowance, withStore) },
  { name: 'rate-limiter-flexible', kind: 'fixed-first', start: (place, allowance) => started(place, allowance, withPoints) },
  { name: 'limiter', kind: 'token-bucket', start: (place, allowance) => started(place, allowance, withBuckets) },
  // Refused requests count as well.
  { name: 'rolling-rate-limiter', kind: 'sliding-log', start: (place, allowance) => started(place, allowance, withLog) },
  // Its periods begin when it is made, and each a little later.
  { name: 'bottleneck, a reservoir', kind: 'fixed-aligned', start: (place, allowance) => started(place, allowance, withReservoirs) },
];

async function started(
  place: Workplace,
  allowance: Allowance,
  limit: (packages: Packages, allowance: Allowance) => Limiting,
): Promise<Limiting | { readonly lacking: string }> {
  const tools = await npmTools(place, 'limiters', PACKAGES);
  if ('lacking' in tools) return tools;
  const entry = join(tools.folder, 'limiters.js');
  const names = ['MemoryStore', 'RateLimiterMemory', 'TokenBucket', 'InMemoryRateLimiter', 'default as Bottleneck'];
  writeFileSync(entry, PACKAGES.map((one, at) => `export { ${names[at]} } from '${one.slice(0, one.lastIndexOf('@'))}';\n`).join(''));
  const packages: Packages = await import(pathToFileURL(entry).href);
  return limit(packages, allowance);
}

function withStore({ MemoryStore }: Packages, { limit, periodMs }: Allowance): Limiting {
  const store = new MemoryStore();
  store.init({ windowMs: periodMs });
  return {
    take: async (key) => {
      const { totalHits, resetTime } = await store.increment(key);
      const backMs = resetTime.getTime();
      return { passes: totalHits <= limit, remaining: Math.max(0, limit - totalHits), allBackMs: backMs, someBackMs: backMs };
    },
    stop: () => store.shutdown(),
  };
}

function withPoints({ RateLimiterMemory }: Packages, { limit, periodMs }: Allowance): Limiting {
  const limiter = new RateLimiterMemory({ points: limit, duration: periodMs / 1000 });
  const taken = (passes: boolean, { remainingPoints, msBeforeNext }: Awaited<ReturnType<typeof limiter.consume>>): Taken => {
    const backMs = Date.now() + msBeforeNext;
    return { passes, remaining: remainingPoints, allBackMs: backMs, someBackMs: backMs };
  };
  const take = (key: string): Promise<Taken> =>
    limiter.consume(key).then(
      (result) => taken(true, result),
      (result: Awaited<ReturnType<typeof limiter.consume>>) => taken(false, result),
    );
  return { take, stop: nothingToStop };
}

function withBuckets({ TokenBucket }: Packages, { limit, periodMs }: Allowance): Limiting {
  const buckets = new Map<string, InstanceType<Packages['TokenBucket']>>();
  const bucketOf = (key: string): InstanceType<Packages['TokenBucket']> => {
    const bucket = buckets.get(key) ?? new TokenBucket({ bucketSize: limit, tokensPerInterval: limit, interval: periodMs });
    // A new one is empty, and has to be filled by hand.
    if (!buckets.has(key)) bucket.content = limit;
    buckets.set(key, bucket);
    return bucket;
  };
  const take = (key: string): Promise<Taken> => {
    const bucket = bucketOf(key);
    const passes = bucket.tryRemoveTokens(1);
    bucket.drip();
    const backMs = (tokens: number): number => Date.now() + (Math.max(0, tokens) * periodMs) / limit;
    const { content } = bucket;
    return Promise.resolve({ passes, remaining: Math.floor(content), allBackMs: backMs(limit - content), someBackMs: backMs(1 - content) });
  };
  return { take, stop: nothingToStop };
}

function withLog({ InMemoryRateLimiter }: Packages, { limit, periodMs }: Allowance): Limiting {
  const limiter = new InMemoryRateLimiter({ interval: periodMs, maxInInterval: limit });
  const take = async (key: string): Promise<Taken> => {
    const { blocked, millisecondsUntilAllowed, actionsRemaining } = await limiter.limitWithInfo(key);
    const now = Date.now();
    return { passes: !blocked, remaining: actionsRemaining, allBackMs: now + periodMs, someBackMs: now + millisecondsUntilAllowed };
  };
  return { take, stop: nothingToStop };
}

/** It looks now and then whether to fill up again. */
const HEARTBEAT_MS = 250;

function withReservoirs({ Bottleneck }: Packages, { limit, periodMs }: Allowance): Limiting {
  const reservoirs = new Map<string, { readonly sinceMs: number; readonly bottleneck: InstanceType<Packages['Bottleneck']> }>();
  const reservoirOf = (key: string): { readonly sinceMs: number; readonly bottleneck: InstanceType<Packages['Bottleneck']> } => {
    const reservoir = reservoirs.get(key) ?? {
      sinceMs: Date.now(),
      bottleneck: new Bottleneck({ reservoir: limit, reservoirRefreshAmount: limit, reservoirRefreshInterval: periodMs, highWater: 0 }),
    };
    reservoirs.set(key, reservoir);
    return reservoir;
  };
  const takeNow = async (key: string): Promise<Taken> => {
    const { sinceMs, bottleneck } = reservoirOf(key);
    const passes = await bottleneck.schedule(() => Promise.resolve(true)).catch(() => false);
    const periods = Math.floor((Date.now() - sinceMs - HEARTBEAT_MS) / periodMs) + 1;
    const backMs = sinceMs + periods * periodMs + HEARTBEAT_MS;
    return { passes, remaining: await bottleneck.currentReservoir(), allBackMs: backMs, someBackMs: backMs };
  };
  // One after the other: it says what remains only when it is asked again.
  let last: Promise<unknown> = Promise.resolve();
  const take = (key: string): Promise<Taken> => {
    const taken = last.then(() => takeNow(key));
    last = taken;
    return taken;
  };
  return { take, stop: () => void Promise.all([...reservoirs.values()].map(({ bottleneck }) => bottleneck.disconnect())) };
}
