import type { EndEvent } from '../../model/types.ts';
import type { TraceEvent, SecretEvent } from '../../trace/events.ts';
import { OMITTED } from '../drive-plans.ts';
import { FOLLOW_UP, openLines, partsOf, PREFLIGHT, unitOf, type StoredShard } from './read-shard.ts';
import { PSEUDONYM } from '../../trace/pseudonym.ts';

/**
 * The traces of all shards of a run as the one that a single run would have written, one event after the other: in the order of its plan, exchanges and secrets
 * numbered through. Each shard looks first whether the target can be judged at all; of those that find the same, one is kept.
 *
 * @param shards by number
 * @param speaks whether a preflight shows anything but that all is well
 */
export function* joinTraces(
  shards: readonly [StoredShard, ...StoredShard[]],
  speaks: (preflight: readonly TraceEvent[]) => boolean,
): Generator<TraceEvent> {
  const [first, ...others] = shards;
  const { shard: _part, ...start } = first.start;
  const parts = new Map(shards.map((stored) => [stored.shard.number, partsOf(stored.events)]));
  const take = (stored: StoredShard, unit: string): readonly Taken[] =>
    (parts.get(stored.shard.number)?.get(unit) ?? []).map((event) => ({ stored, event }));
  const inAll = (unit: string): readonly Taken[] => shards.flatMap((stored) => take(stored, unit));
  const owners = new Map(shards.map((stored) => [stored.shard.number, stored]));
  const lines = openLines();
  const wholeOf = ({ stored, event }: Taken): TraceEvent => JSON.parse(lines.textOf(stored, event));
  try {
    const preflights = others.filter((stored) => speaks([stored.start, ...take(stored, PREFLIGHT).map(wholeOf)]));
    const taken = [
      ...take(first, PREFLIGHT),
      ...preflights.flatMap((stored) => take(stored, PREFLIGHT).map((one) => ({ ...one, suffix: `/shard-${stored.shard.number}` }))),
      ...inAll(OMITTED),
      ...first.shard.whole.units.flatMap(({ id, shard }) => {
        const owner = owners.get(shard);
        return owner === undefined ? [] : take(owner, id);
      }),
      ...inAll(FOLLOW_UP),
    ];
    const renumbered = createRenumbering(shards, taken, lines.textOf);
    let events = 1;
    yield { ...start, startedAt: earliest(shards) };
    for (const one of taken) {
      const event = renumbered(one);
      if (event === undefined) continue;
      events += 1;
      yield event;
    }
    yield endOf(shards, events);
  } finally {
    lines.close();
  }
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

/** An event, and the shard that it is taken from. */
interface Taken {
  readonly stored: StoredShard;
  readonly event: TraceEvent;
  /** what its case is called besides: the cases of a preflight have the same names in every shard */
  readonly suffix?: string;
}

/**
 * Numbers exchanges and pseudonyms through, in the order in which they are taken, and lets whatever refers to them follow. Answers
 * undefined for a secret that another shard has told of already: what the profile holds is the same in all.
 */
function createRenumbering(
  shards: readonly StoredShard[],
  taken: readonly Taken[],
  textOf: (stored: StoredShard, event: TraceEvent) => string,
): (one: Taken) => TraceEvent | undefined {
  const common = new Map(shards.map((stored) => [stored.shard.number, commonSecrets(stored)]));
  const names = new Map<string, string>();
  const told = new Map<string, SecretEvent>();
  const counts = new Map<string, number>();
  const seqs = new Map<string, number>();
  const again = new Set<TraceEvent>();
  for (const { stored, event } of taken) {
    const shard = stored.shard.number;
    if (event.type === 'exchange') seqs.set(`${shard} ${event.seq}`, seqs.size + 1);
    if (event.type !== 'secret') continue;
    const isCommon = common.get(shard)?.has(event) === true;
    const known = isCommon ? told.get(event.name) : undefined;
    if (known !== undefined) again.add(event);
    const name = known === undefined ? numbered(event.name, counts) : known.name;
    names.set(`${shard} ${event.name}`, name);
    if (isCommon) told.set(event.name, { ...event, name });
  }
  const addresses = new Map(shards.map((stored) => [stored.shard.number, addressesOf(shards[0] ?? stored, stored)]));
  return ({ stored, event, suffix = '' }) => {
    if (again.has(event)) return undefined;
    const shard = stored.shard.number;
    const moved = addresses.get(shard)?.(textOf(stored, event)) ?? '';
    const text = moved.replaceAll(PSEUDONYM, (name) => names.get(`${shard} ${name}`) ?? name);
    const read: TraceEvent = JSON.parse(text);
    const followed = 'case' in read ? { ...read, case: `${read.case}${suffix}` } : read;
    const seqOf = (seq: number): number => seqs.get(`${shard} ${seq}`) ?? 0;
    if (followed.type === 'exchange') return { ...followed, seq: seqOf(followed.seq) };
    return followed.type === 'intent' ? { ...followed, exchange: seqOf(followed.exchange) } : followed;
  };
}

/** The same name with the next number of its kind. */
function numbered(name: string, counts: Map<string, number>): string {
  return name.replace(/(?<![0-9])[0-9]+~$/, (ordinal) => {
    const kind = name.slice(0, -ordinal.length);
    const next = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, next);
    return `${next}~`;
  });
}

/** Secrets that were known before anything was sent under their scope: those of the profile, in its order. */
function commonSecrets({ events }: StoredShard): ReadonlySet<TraceEvent> {
  const begun = new Set<string>();
  const found = new Set<TraceEvent>();
  for (const event of events) {
    if (event.type === 'case') begun.add(scopeOf(unitOf(event)));
    if (event.type === 'secret' && !begun.has(/^~(preflight|again)-/.exec(event.name)?.[1] ?? '')) found.add(event);
  }
  return found;
}

/** What stands before the names of secrets, by what is driven. */
function scopeOf(unit: string): string {
  return unit === PREFLIGHT ? 'preflight' : unit === FOLLOW_UP ? 'again' : '';
}

/** Embedded deployments have ports of their own: all of them are told as the first one's, because one target has one address. */
function addressesOf(first: StoredShard, own: StoredShard): (text: string) => string {
  const moves = Object.entries(own.profile.services).flatMap(([document, { baseUrl }]) => {
    const to = Object.entries(first.profile.services).find(([name]) => name === document)?.[1].baseUrl;
    return to === undefined || to === baseUrl ? [] : [[new URL(baseUrl).host, new URL(to).host] as const];
  });
  if (moves.length === 0) return (text) => text;
  const hosts = new Map(moves.flatMap(([from, to]) => [[from, to] as const, [encodeURIComponent(from), encodeURIComponent(to)] as const]));
  const any = [...hosts.keys()].map((host) => host.replaceAll(/[^\w%]/g, String.raw`\$&`)).join('|');
  const pattern = new RegExp(String.raw`(?<![\d.])(?:${any})(?!\d)`, 'g');
  return (text) => text.replaceAll(pattern, (host) => hosts.get(host) ?? host);
}
