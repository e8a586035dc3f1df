import type { Limits } from '../profile/profile.ts';

/** What a profile lets a run spend, in words: 'at most 2,000 requests, 5 a second, 4 at once, 600 s'. */
export function budgetText({ requests, perSecond, concurrency, durationMs }: Limits): string {
  const pace = Number.isFinite(perSecond) ? `${perSecond} a second` : 'as fast as they are answered';
  return `at most ${requests.toLocaleString('en-US')} requests, ${pace}, ${concurrency} at once, ${durationMs / 1000} s`;
}
