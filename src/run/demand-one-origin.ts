import { isDeepStrictEqual } from 'node:util';
import type { RunEvent, RunPlan } from '../model/types.ts';
import { sourceName } from '../profile/sources.ts';
import type { PublicProfile } from '../profile/profile.ts';
import { RunError } from './run-error.ts';

/** What the lock and the first line of the trace both say has to be the same: else one of them is of another run. Throws RunError. */
export function demandOneOrigin(
  lockFile: string,
  lock: RunPlan,
  { start, profile }: { readonly start: RunEvent; readonly profile: PublicProfile },
): void {
  const shard = lock.shard === undefined ? undefined : { number: lock.shard.number, of: lock.shard.of };
  const pairs: readonly (readonly [key: string, inLock: unknown, inTrace: unknown])[] = [
    ['tool', lock.tool, start.tool],
    ['specs.digest', lock.specs.digest, start.specsDigest],
    ['profile.name', lock.profile.name, profile.name],
    ['profile.digest', lock.profile.digest, start.profileDigest],
    ['seed', lock.seed, start.seed],
    ['selection', lock.selection, start.selection],
    ['walks', lock.walks, start.walks],
    ['faults', lock.faults, start.faults],
    ['shard', shard, start.shard],
    ['startedAt', lock.startedAt, start.startedAt],
    ['providerStates', lock.providerStates, profile.sources.map(sourceName)],
  ];
  for (const [key, inLock, inTrace] of pairs)
    if (!isDeepStrictEqual(inLock, inTrace))
      throw new RunError(
        'run-files-differ',
        `${lockFile}  ${key}  expected ${quote(inTrace)}, as in the trace beside it, found ${quote(inLock)}: they are not of one run. Take both as the run has left them`,
      );
}

function quote(value: unknown): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, 80);
}
