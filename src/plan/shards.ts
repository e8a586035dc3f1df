import type { DocumentSpec, PlacedUnit, Shard } from '../model/types.ts';
import { canServe } from '../profile/account-pool.ts';
import type { PublicProfile } from '../profile/profile.ts';
import type { Case } from './case.ts';
import { keepCases } from './fit-budget.ts';
import { lowerBound } from './tour.ts';
import { keepWalks, type DocumentPlan } from './plan.ts';
import { demandOf, statesAsked } from './provision.ts';
import { requestsPlanned } from './steps.ts';
import { transitionsOf } from './transition-system.ts';

/** Requests that a case costs beside those of its steps: it is put on record, and cleaned up after. */
const COST_OF_A_CASE = 1;

/** All cases and walks of these plans, in their order, each with its shard of so many. */
export function placeUnits(plans: readonly DocumentPlan[], profile: PublicProfile, of: number): readonly PlacedUnit[] {
  const units = plans.flatMap(({ spec, cases, walks }) => [
    ...cases.map((planned) => unitOf(spec, profile, planned.id, [planned])),
    ...walks.map((walk) => unitOf(spec, profile, walk.id, walk.cases)),
  ]);
  const shards = partition(units, of);
  return units.map(({ id }) => ({ id, shard: shards.get(id) ?? 1 }));
}

/** The part of a plan that one shard drives. What the plan leaves out is told by the first shard alone. */
export function partOf(plan: DocumentPlan, profile: PublicProfile, units: readonly PlacedUnit[], { number }: Shard): DocumentPlan {
  const own = new Set(units.filter(({ shard }) => shard === number).map(({ id }) => id));
  const walking = keepWalks(plan, ({ id }) => own.has(id));
  const part = keepCases(walking, profile, new Set(plan.cases.filter(({ id }) => own.has(id))), () => undefined);
  const toured = new Set(part.cases.flatMap(({ kind, steps }) => (kind === 'tour' ? steps.flatMap(({ takes }) => takes ?? []) : [])));
  const goals = part.goals.filter((goal) => toured.has(goal));
  const requests = { ...part.requests, lowerBound: lowerBound(goals, transitionsOf(plan.spec, profile)) };
  return { ...part, goals, requests, omissions: number === 1 ? part.omissions : [] };
}

function unitOf(spec: DocumentSpec, profile: PublicProfile, id: string, cases: readonly Case[]): Unit {
  const asked = cases.flatMap(statesAsked);
  const requests = requestsPlanned(cases.flatMap(({ steps }) => steps));
  const demands = asked.map((given) => demandOf(spec, given));
  const accounts = profile.sources.flatMap((source) => (source.kind === 'accounts' ? source.accounts : []));
  // A prepared account is lent to one case at a time: whoever may use the same one is driven one after the other.
  const usable = accounts.filter((account) =>
    demands.some((demand) => canServe(account, demand, true) || canServe(account, demand, false)),
  );
  return { id, cost: requests + asked.length + cases.length * COST_OF_A_CASE, bonds: usable.map(({ kin }) => kin) };
}

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
