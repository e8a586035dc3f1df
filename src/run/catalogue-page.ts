import { join } from 'node:path';
import { actExample, stateExample, type CatalogueExample } from '../model/catalogue.ts';
import type { CatalogueEntry, DocumentName, Specs } from '../model/types.ts';
import type { Case } from '../plan/case.ts';
import { statesAsked } from '../plan/provision.ts';
import { rowClauses } from '../plan/row-clauses.ts';
import { readProfile, resolveProfile } from '../profile/load-profile.ts';
import { PACKAGE_ROOT } from './package-root.ts';
import { plansFor } from './plans.ts';
import { placeholderAddresses } from './profile-to-plan.ts';

/** A provider state or act as whoever implements it needs to know it. */
export interface CatalogueRow extends CatalogueEntry {
  readonly document: DocumentName;
  readonly kind: 'state' | 'act';
  /** clauses that stay open without it */
  readonly clauses: readonly string[];
  /** by HTTP, in Pact's convention */
  readonly example: CatalogueExample;
}

/** Everything that a whole run may ask of sources of provider states, with the clauses that need it. */
export function catalogueRows(specs: Specs): readonly CatalogueRow[] {
  const needed = clausesByName(specs);
  return Object.values(specs.documents).flatMap(({ name: document, providerStates: { states, acts } }) => [
    ...states.map((entry): CatalogueRow => ({
      ...entry,
      document,
      kind: 'state',
      clauses: [...(needed.get(entry.name) ?? [])].toSorted(),
      example: stateExample(entry),
    })),
    ...acts.map((entry): CatalogueRow => ({
      ...entry,
      document,
      kind: 'act',
      clauses: [...(needed.get(entry.name) ?? [])].toSorted(),
      example: actExample(entry),
    })),
  ]);
}

/** From the plan against the embedded deployment, which leaves nothing unbound. */
function clausesByName(specs: Specs): ReadonlyMap<string, ReadonlySet<string>> {
  const file = join(PACKAGE_ROOT, 'specs', 'profiles', 'mock.yaml');
  const source = readProfile(file, specs);
  const services = { ...Object.fromEntries(Object.keys(specs.documents).map((name) => [name, {}])), ...source.services };
  const profile = resolveProfile({ ...source, services }, file, {}, placeholderAddresses(specs));
  const needed = new Map<string, Set<string>>();
  for (const { spec, cases } of plansFor(specs, profile, { seed: 1, selection: {}, walks: 0 }).values()) {
    for (const planned of cases) {
      const clauses = new Set(planned.steps.flatMap(({ place }) => rowClauses(spec, place.row)));
      for (const name of rowsOf(planned)) needed.set(name, new Set([...(needed.get(name) ?? []), ...clauses]));
    }
  }
  return needed;
}

function rowsOf(planned: Case): readonly string[] {
  return [...statesAsked(planned).map(({ state }) => state), ...planned.steps.flatMap(({ step }) => step.act ?? [])];
}
