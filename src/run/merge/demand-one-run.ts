import type { PublicProfile } from '../../profile/profile.ts';
import { DEFAULT_REPEATS } from '../rerun-failures.ts';
import { RunError } from '../run-error.ts';
import { nameOf } from './read-shard.ts';
import type { StoredShard } from './read-shard.ts';

/** The shards of one run by number, all of them and each once. Throws RunError with the folder that does not fit, and what to do. */
export function demandOneRun(shards: readonly StoredShard[]): readonly [StoredShard, ...StoredShard[]] {
  const [first, ...others] = shards;
  if (first === undefined) throw new RunError('shards-missing', 'no shard is named: expected the folders of all shards of a run');
  for (const other of others) demandSameRun(first, other);
  const byNumber = new Map<number, StoredShard>();
  for (const stored of shards) {
    const known = byNumber.get(stored.shard.number);
    if (known !== undefined)
      throw new RunError(
        'shard-twice',
        `${stored.folder}: it is ${nameOf(stored.shard)}, which ${known.folder} is too. Leave one of them out`,
      );
    byNumber.set(stored.shard.number, stored);
  }
  const { of } = first.shard;
  const missing = Array.from({ length: of }, (_none, index) => index + 1).filter((number) => !byNumber.has(number));
  if (missing.length > 0)
    throw new RunError(
      'shards-missing',
      `${first.folder}: it is ${nameOf(first.shard)}; missing beside it: ${missing.map((number) => `shard ${number}`).join(', ')}. Name their folders too, or drive them first (--shard ${missing[0] ?? 1}/${of})`,
    );
  const [lowest = first, ...rest] = [...byNumber].toSorted(([one], [other]) => one - other).map(([, stored]) => stored);
  return [lowest, ...rest];
}

/** What two shards of a run have in common, by its name for people. */
const SAME: readonly (readonly [string, (stored: StoredShard) => unknown])[] = [
  ['number of shards', ({ shard }) => shard.of],
  ['seed', ({ lock }) => lock.seed],
  ['target', ({ lock }) => lock.profile.name],
  ['profile', ({ lock }) => lock.profile.digest],
  ['version of Assay', ({ lock }) => lock.tool.version],
  ['specs', ({ lock }) => lock.specs.digest],
  ['errata', ({ lock }) => lock.specs.errata],
  ['suite', ({ lock }) => lock.suite.digest],
  ['selection', ({ lock }) => lock.selection],
  ['number of walks', ({ lock }) => lock.walks],
  ['number of repetitions', ({ lock }) => lock.repeat ?? DEFAULT_REPEATS],
  ['list of faults', ({ lock }) => lock.faults],
  ['list of waivers', ({ lock }) => lock.waivers],
  ['target behind the profile', ({ profile }) => addressed(profile)],
  ['plan', ({ shard }) => shard.whole],
];

/** Embedded deployments listen on whatever port is free. */
function addressed({ embedded, services, ...rest }: PublicProfile): unknown {
  return embedded ? Object.keys(services) : { services, ...rest };
}

function demandSameRun(first: StoredShard, other: StoredShard): void {
  const differing = SAME.find(([, of]) => JSON.stringify(of(first)) !== JSON.stringify(of(other)));
  if (differing === undefined) return;
  const [what, of] = differing;
  const [expected, found] = [of(first), of(other)].map((value) => JSON.stringify(value));
  const told = `${what} ${found}, not ${expected} as in ${first.folder}`;
  const why = told.length > 250 ? `another ${what} than ${first.folder}` : told;
  throw new RunError(
    'shards-of-two-runs',
    `${other.folder}: it is a shard of another run: ${why}. Merge shards that were driven with the same profile, accounts and flags`,
  );
}
