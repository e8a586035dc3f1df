import type { Finding } from '../judge/finding.ts';
import type { FamilyPlan, FamilyResult, Specs } from '../model/types.ts';

/** What became of the places of each oracle family. */
export function familyResults(
  plans: readonly FamilyPlan[],
  { documents }: Pick<Specs, 'documents'>,
  findings: readonly Finding[],
): FamilyResult[] {
  const verdicts = verdictsByProbe(findings);
  const places = new Map<string, Map<string, Set<Finding['verdict']>>>();
  for (const { name, probes } of Object.values(documents))
    for (const { id, family } of probes.probes) {
      const found = family === undefined ? undefined : verdicts.get(id);
      if (family === undefined || found === undefined) continue;
      const own = places.get(family.name) ?? new Map<string, Set<Finding['verdict']>>();
      places.set(family.name, own.set(`${name}/${family.place}`, new Set([...(own.get(`${name}/${family.place}`) ?? []), ...found])));
    }
  return plans.map((plan) => {
    const exercised = [...(places.get(plan.name)?.values() ?? [])];
    return {
      ...plan,
      exercised: exercised.length,
      passed: exercised.filter((verdicts) => verdicts.has('pass') && !verdicts.has('fail')).length,
    };
  });
}

/** Verdicts on what the target answered, by the id of the probe that asked. */
function verdictsByProbe(findings: readonly Finding[]): ReadonlyMap<string, ReadonlySet<Finding['verdict']>> {
  const found = new Map<string, Set<Finding['verdict']>>();
  for (const { check, verdict, exchanges } of findings) {
    const [kind, id = ''] = check.split('/');
    if (kind === 'probe' && exchanges.length > 0) found.set(id, (found.get(id) ?? new Set()).add(verdict));
  }
  return found;
}
