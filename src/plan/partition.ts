/** Something that one shard drives from start to end, and what it is expected to cost. */
export interface Unit {
  readonly id: string;
  readonly cost: number;
  /** units with a bond in common stay together */
  readonly bonds: readonly number[];
}

/**
 * Divides units among so many shards, numbered from 1, so that none costs much more than the others: the dearest first, each to the shard
 * that has least so far. The same units give the same shards wherever that is done, and in whatever order they come.
 */
export function partition(units: readonly Unit[], shards: number): ReadonlyMap<string, number> {
  const loads = Array.from({ length: shards }, () => 0);
  const placed = new Map<string, number>();
  for (const { ids, cost } of groupsOf(units).toSorted(dearestFirst)) {
    const least = loads.indexOf(Math.min(...loads));
    loads[least] = (loads[least] ?? 0) + cost;
    for (const id of ids) placed.set(id, least + 1);
  }
  return placed;
}

interface Group {
  readonly ids: readonly string[];
  readonly cost: number;
  readonly bonds: ReadonlySet<number>;
}

/** What is bound to one another, directly or by way of others. */
function groupsOf(units: readonly Unit[]): readonly Group[] {
  let groups: readonly Group[] = [];
  for (const { id, cost, bonds } of units) {
    const isBound = (group: Group): boolean => bonds.some((bond) => group.bonds.has(bond));
    const bound = groups.filter(isBound);
    const joined: Group = {
      ids: [...bound.flatMap(({ ids }) => ids), id],
      cost: bound.reduce((sum, group) => sum + group.cost, cost),
      bonds: new Set([...bound.flatMap((group) => [...group.bonds]), ...bonds]),
    };
    groups = [...groups.filter((group) => !isBound(group)), joined];
  }
  return groups;
}

function dearestFirst(one: Group, other: Group): number {
  return other.cost - one.cost || (firstOf(one) < firstOf(other) ? -1 : 1);
}

function firstOf({ ids }: Group): string {
  return ids.reduce((first, id) => (id < first ? id : first));
}
