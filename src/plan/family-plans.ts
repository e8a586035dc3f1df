import { FAMILY_NAMES } from '../model/families/families.ts';
import type { FamilyPlan } from '../model/types.ts';
import { before } from '../model/text-end.ts';
import type { DocumentPlan } from './plan.ts';

/** How many places each oracle family has in these documents, for how many of them something is planned, and what the others lack. */
export function familyPlans(plans: readonly DocumentPlan[]): FamilyPlan[] {
  const places = plans.flatMap(placesOf);
  const names = [...new Set(places.map(({ family }) => family))].toSorted(
    (one, other) => FAMILY_NAMES.indexOf(one) - FAMILY_NAMES.indexOf(other),
  );
  return names.map((name) => {
    const own = places.filter(({ family }) => family === name);
    return {
      name,
      places: own.length,
      planned: own.filter(({ isPlanned }) => isPlanned).length,
      notExercisable: own.flatMap(({ place, isPlanned, lacks }) => (isPlanned || lacks === undefined ? [] : [{ place, lacks }])),
    };
  });
}

interface PlannedPlace {
  readonly family: string;
  readonly place: string;
  readonly isPlanned: boolean;
  readonly lacks: string | undefined;
}

function placesOf({ spec, cases, omissions }: DocumentPlan): readonly PlannedPlace[] {
  const families = cases.flatMap(({ family }) => family ?? []);
  const planned = new Set(families.flatMap(({ name, place, includes = place }) => [`${name}/${place}`, `${name}/${includes}`]));
  const lacking = new Map(omissions.toReversed().map(({ row, why }) => [before(row, '@'), why]));
  const rows = new Map<string, PlannedPlace>();
  for (const { id, family } of spec.probes.probes) {
    if (family === undefined) continue;
    const key = `${family.name}/${family.place}`;
    const lacks = rows.get(key)?.lacks ?? lacking.get(`probe:${id}`);
    rows.set(key, { family: family.name, place: `${spec.name}/${family.place}`, isPlanned: planned.has(key), lacks });
  }
  return [...rows.values()];
}
