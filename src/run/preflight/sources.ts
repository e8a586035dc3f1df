import type { DocumentPlan } from '../../plan/plan.ts';
import { demandOf, statesAsked } from '../../plan/provision.ts';
import { createAccountPool, type Demand } from '../../profile/account-pool.ts';
import type { Profile } from '../../profile/profile.ts';
import { candidates, sourceName, type Source } from '../../profile/sources.ts';
import type { CallLimit } from '../../drive/module-thread.ts';
import { providerOf, setUp } from '../../drive/open-providers.ts';
import { ControlPlaneError } from '../../drive/providers.ts';
import type { Transport } from '../../drive/transport.ts';
import type { Mistake } from './mistake.ts';

/** States that a source is asked for until it provides one: it need not have them all. */
const MOST_TRIES = 3;

/** Sources of provider states that cannot be asked, or provide nothing of what the plan needs. Prepared accounts are checked when they are read. */
export async function sourceMistakes(
  profile: Profile,
  plans: readonly DocumentPlan[],
  send: Transport,
  limit: () => CallLimit,
): Promise<readonly Mistake[]> {
  const mistakes: Mistake[] = [];
  for (const source of profile.sources) {
    const mistake = source.kind === 'accounts' ? undefined : await sourceMistake(source, plans, send, limit);
    if (mistake !== undefined) mistakes.push(mistake);
  }
  return mistakes;
}

async function sourceMistake(
  source: Source,
  plans: readonly DocumentPlan[],
  send: Transport,
  limit: () => CallLimit,
): Promise<Mistake | undefined> {
  const provider = providerOf(source, send, createAccountPool(), limit);
  let refused: string | undefined;
  for (const demand of cheapest(source, plans)) {
    const made = await setUp(provider, demand, false);
    if ('data' in made) {
      await provider.takeDown(demand.entry.name, made.data);
      return undefined;
    }
    refused = `${sourceName(source)} does not provide '${demand.entry.name}': ${made.refused}`;
    if (made.broken === true) break;
  }
  if (refused === undefined) return undefined;
  return { key: source.key, what: refused, remedy: "See that it is up and does as 'assay states' says", blame: 'provider-state' };
}

/** What the plan asks for and this source may provide. */
function cheapest(source: Source, plans: readonly DocumentPlan[]): readonly Demand[] {
  const demands = plans.flatMap(({ spec, cases }) =>
    cases.flatMap(statesAsked).map((given) => demandOf(spec, { ...given, spends: false })),
  );
  const whole = demands.filter(({ params }) => !JSON.stringify(params).includes('"$'));
  const byName = new Map(whole.map((demand) => [demand.entry.name, demand]));
  return [...byName.values()]
    .filter((demand) => candidates([source], demand).length > 0)
    .toSorted((one, other) => costOf(one) - costOf(other))
    .slice(0, MOST_TRIES);
}

/** Of two that cost the same, the one that a use does not spend. */
function costOf({ entry: { cost = 1, consumable } }: Demand): number {
  return consumable === true ? cost + 0.5 : cost;
}

/** Surroundings that the profile names, and that do not answer as they should. */
export async function surroundingMistake(key: string, look: () => Promise<unknown>): Promise<Mistake | undefined> {
  try {
    await look();
    return undefined;
  } catch (error) {
    if (!(error instanceof ControlPlaneError)) throw error;
    // It begins with the same key.
    const what = error.message.startsWith(`${key}: `) ? error.message.slice(key.length + 2) : error.message;
    return { key, what, remedy: 'Correct the address, or leave the key out', blame: 'config' };
  }
}
