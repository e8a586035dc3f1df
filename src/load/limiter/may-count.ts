import type { Facts } from './facts.ts';
import type { Sample } from './sample.ts';

/**
 * How many requests that may count, or not, may have been decided between two others: by so much more may be missing at the second than it
 * took itself.
 */
export function mayCountBetween({ mayCount }: Facts, one: Sample, next: Sample): number {
  return mayCount.filter((other) => other !== one && other !== next && other.sentMs >= one.sentMs && other.sentMs < next.receivedMs).length;
}
