import type { EndEvent } from '../../model/types.ts';
import type { TraceEvent } from '../../trace/events.ts';
import { OMITTED } from '../omissions.ts';
import type { StoredShard } from './read-shard.ts';
import { FOLLOW_UP, PREFLIGHT, unitOf } from './units.ts';
import { createRenumbering } from './renumber.ts';
import type { Taken } from './renumber.ts';

/**
 * The traces of all shards of a run as the one that a single run would have written: in the order of its plan, exchanges and secrets
 * numbered through. Each shard looks first whether the target can be judged at all; of those that find the same, one is kept.
 *
 * @param shards by number
 * @param speaks whether a preflight shows anything but that all is well
 */
export function joinTraces(
  shards: readonly [StoredShard, ...StoredShard[]],
  speaks: (preflight: readonly TraceEvent[]) => boolean,
): readonly TraceEvent[] {
  const [first, ...others] = shards;
  const { shard: _part, ...start } = first.start;
  const parts = new Map(shards.map((stored) => [stored.shard.number, partsOf(stored)]));
  const take = ({ shard: { number } }: StoredShard, unit: string): readonly Taken[] =>
    (parts.get(number)?.get(unit) ?? []).map((event) => ({ shard: number, event }));
  const inAll = (unit: string): readonly Taken[] => shards.flatMap((stored) => take(stored, unit));
  const owners = new Map(shards.map((stored) => [stored.shard.number, stored]));
  const preflights = others.filter((stored) => speaks([stored.start, ...(parts.get(stored.shard.number)?.get(PREFLIGHT) ?? [])]));
  const taken = [
    ...take(first, PREFLIGHT),
    ...preflights.flatMap((stored) => take(stored, PREFLIGHT).map((one) => renamed(one, stored.shard.number))),
    ...inAll(OMITTED),
    ...first.shard.whole.units.flatMap(({ id, shard }) => {
      const owner = owners.get(shard);
      return owner === undefined ? [] : take(owner, id);
    }),
    ...inAll(FOLLOW_UP),
  ];
  const renumbered = createRenumbering(shards, taken);
  const events = [{ ...start, startedAt: earliest(shards) }, ...taken.flatMap((one) => renumbered(one) ?? [])];
  return [...events, endOf(shards, events.length)];
}

/** The events of a shard by the unit that they stand in; its beginning and its end are told anew. */
function partsOf({ events }: StoredShard): ReadonlyMap<string, readonly TraceEvent[]> {
  const parts = new Map<string, TraceEvent[]>();
  let unit = PREFLIGHT;
  for (const event of events) {
    if (event.type === 'run' || event.type === 'end') continue;
    if (event.type === 'case') unit = unitOf(event);
    const known = parts.get(unit);
    if (known === undefined) parts.set(unit, [event]);
    else known.push(event);
  }
  return parts;
}

/** The cases of a preflight have the same names in every shard. */
function renamed({ shard, event }: Taken, number: number): Taken {
  return 'case' in event ? { shard, event: { ...event, case: `${event.case}/shard-${number}` } } : { shard, event };
}

/** When the run began: with the shard that began first. */
export function earliest(shards: readonly Pick<StoredShard, 'start'>[]): string {
  const times = shards.map(({ start }) => start.startedAt).toSorted((one, other) => Date.parse(one) - Date.parse(other));
  return times[0] ?? '';
}

function endOf(shards: readonly StoredShard[], events: number): EndEvent {
  const ends = shards.flatMap(({ events }) => events.filter((event) => event.type === 'end'));
  const last = ends.map(({ at }) => at).toSorted((one, other) => Date.parse(other) - Date.parse(one));
  return { type: 'end', at: last[0] ?? '', how: ends.some(({ how }) => how === 'budget') ? 'budget' : 'completed', events };
}
