import type { Shard, ShardLock } from '../model/types.ts';
import { shareOf } from '../profile/budget.ts';
import type { Limits, Profile } from '../profile/profile.ts';

/**
 * What a run may spend. Shards of one target share its budget; embedded, each has a deployment of its own, and there is nothing to share.
 *
 * @param requests that it plans itself
 */
export function limitsOf({ embedded, limits }: Profile, requests: number, shard: ShardLock | undefined): Limits {
  if (shard === undefined || embedded) return limits;
  return shareOf(limits, requests / Math.max(1, shard.whole.planned.requests), shard.of);
}

/** What shards of one target would do to one another, if they were driven at the same time. */
export function noticesOfShard({ embedded, control }: Profile, shard: ShardLock | undefined): readonly string[] {
  if (shard === undefined || shard.of === 1 || embedded) return [];
  const shared = [...(control.clock ? ['turns its clock'] : []), ...(control.events ? ['reads what it emits'] : [])];
  return shared.length === 0
    ? []
    : [`each shard ${shared.join(' and ')}: give each of the ${shard.of} a deployment of its own, or drive one after the other`];
}

/**
 * What an embedded deployment draws its identifiers from. Shards have one each, and judged together these are one target, which gives no
 * identifier twice. The first has the one of a whole run.
 */
export function seedOfDeployment(seed: number, shard: Pick<Shard, 'number'> | undefined): number {
  return seed + ((shard?.number ?? 1) - 1) * 0x1_0000_0000;
}
