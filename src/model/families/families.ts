import type { DocumentSpec, ProbeRow } from '../types.ts';
import { concurrency } from './concurrency.ts';
import { deadlines } from './deadlines.ts';
import { deletions } from './deletions.ts';
import { durability } from './durability.ts';
import { effects } from './effects.ts';
import { enumerations } from './enumerations.ts';
import type { Family } from './family.ts';
import { guards } from './guards.ts';
import { isolations } from './isolations.ts';
import { nearMisses } from './near-misses.ts';
import { policies } from './policies.ts';
import { repetitions } from './repetitions.ts';
import { roundTrips } from './round-trips.ts';
import { stateOperations } from './state-operations.ts';
import { ways } from './ways.ts';

/** In the order in which their places are asked for. */
const FAMILIES: readonly Family[] = [
  nearMisses,
  guards,
  ways,
  repetitions,
  policies,
  isolations,
  effects,
  stateOperations,
  deletions,
  durability,
  deadlines,
  concurrency,
  roundTrips,
  enumerations,
];

export const FAMILY_NAMES: readonly string[] = FAMILIES.map(({ name }) => name);

/** The same document with the probes of all families after those that are written by hand. */
export function withFamilies(spec: DocumentSpec): DocumentSpec {
  const made = FAMILIES.flatMap(({ name, probesOf }) =>
    probesOf(spec).map(({ probe, ...placed }): ProbeRow => ({ ...probe, family: { name, ...placed } })),
  );
  if (made.length === 0) return spec;
  return { ...spec, probes: { probes: [...spec.probes.probes, ...addingToOthers(spec, made)] } };
}

/**
 * The first probe to name a clause stands for it, those that ask under a condition last, since it may not be met; one that names it later only
 * adds to it, so that it does not stay open where that one cannot be driven.
 */
function addingToOthers({ states, probes }: DocumentSpec, made: readonly ProbeRow[]): readonly ProbeRow[] {
  const transitions = states.machines.flatMap((machine) => machine.transitions);
  const named = new Set([
    ...transitions.flatMap(({ clauses, also = [] }) => [...clauses, ...also.flatMap((one) => one.clauses)]),
    ...probes.probes.flatMap((probe) => (probe.adds === true ? [] : clausesOf(probe))),
  ]);
  const adding = (probe: ProbeRow): ProbeRow => {
    if (probe.adds === true) return probe;
    const clauses = clausesOf(probe);
    const before = clauses.filter((clause) => named.has(clause));
    for (const clause of clauses) named.add(clause);
    if (before.length === clauses.length) return { ...probe, adds: true };
    return before.length === 0 ? probe : { ...probe, adds: [...new Set(before)] };
  };
  const byId = new Map(
    made.toSorted((one, other) => Number(asksIfMet(one)) - Number(asksIfMet(other))).map((probe) => [probe.id, adding(probe)]),
  );
  return made.flatMap(({ id }) => byId.get(id) ?? []);
}

function asksIfMet({ steps }: ProbeRow): boolean {
  return steps.some(({ when, expect = [] }) => when !== undefined && expect.length > 0);
}

function clausesOf({ steps, serves = [] }: ProbeRow): readonly string[] {
  return [...steps.flatMap(({ expect = [] }) => expect.flatMap(({ clauses }) => clauses)), ...serves];
}
