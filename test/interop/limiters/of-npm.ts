import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { npmTools } from '../workplace.ts';
import type { Workplace } from '../workplace.ts';
import type { Allowance, LimiterLibrary, Limiting, Taken } from './library.ts';

const PACKAGES = ['express-rate-limit@8.7.4', 'rate-limiter-flexible@11.4.0', 'limiter@4.1.0'];

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
}

const nothingToStop = (): void => undefined;

/** Limiters of npm, each with its memory as its store. */
export const NPM_LIMITERS: readonly LimiterLibrary[] = [
  { name: 'express-rate-limit', kind: 'fixed-first', start: (place, allowance) => started(place, allowance, withStore) },
  { name: 'rate-limiter-flexible', kind: 'fixed-first', start: (place, allowance) => started(place, allowance, withPoints) },
  { name: 'limiter', kind: 'token-bucket', start: (place, allowance) => started(place, allowance, withBuckets) },
];

async function started(
  place: Workplace,
  allowance: Allowance,
  limit: (packages: Packages, allowance: Allowance) => Limiting,
): Promise<Limiting | { readonly lacking: string }> {
  const tools = await npmTools(place, 'limiters', PACKAGES);
  if ('lacking' in tools) return tools;
  const entry = join(tools.folder, 'limiters.js');
  const names = ['MemoryStore', 'RateLimiterMemory', 'TokenBucket'];
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
