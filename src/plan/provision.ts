import { withDefaults, stateNamed } from '../model/catalogue.ts';
import type { DocumentSpec, Given } from '../model/types.ts';
import type { Demand } from '../profile/account-pool.ts';
import type { PublicProfile } from '../profile/profile.ts';
import { actors, candidates } from '../profile/sources.ts';
import type { Case } from './case.ts';
import type { Size } from './sizes.ts';
import type { Transition } from './transition-system.ts';
import type { Blocker } from './why.ts';

/** What a step or case asks for, as sources understand it. */
export function demandOf(spec: DocumentSpec, { state, params = {}, spends = false }: Given): Demand {
  return { entry: stateNamed(spec, state) ?? { name: state, about: '' }, params: { ...params }, spends };
}

interface StandingState {
  readonly state: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** What keeps two provider states from being told apart: a datum, distinct by the catalogue, that both came with; undefined where nothing does. */
export function sharedDatum(
  spec: DocumentSpec,
  one: StandingState,
  others: readonly StandingState[],
): { readonly name: string; readonly other: string } | undefined {
  const distinct = Object.entries(stateNamed(spec, one.state)?.data ?? {}).filter(([, datum]) => datum.distinct === true);
  for (const [name] of distinct) {
    const other = others.find(({ data }) => one.data[name] !== undefined && data[name] === one.data[name]);
    if (other !== undefined) return { name, other: other.state };
  }
  return undefined;
}

/** The state in words: its name, and the parameters that are not as usual. */
export function inWords({ entry, params }: Demand): string {
  const usual = withDefaults(entry, {});
  const told = Object.entries(params).filter(([name, value]) => JSON.stringify(usual[name]) !== JSON.stringify(value));
  const text = told.map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`).join(', ');
  return `'${entry.name}'${text === '' ? '' : ` with ${text}`}`;
}

/** What earlier runs have spent of a state's accounts, in brackets; nothing where they have not. */
export function spentBefore({ sources }: Pick<PublicProfile, 'sources'>, { entry }: Demand): string {
  const spent = sources.flatMap((source) => (source.kind === 'accounts' ? source.spent : [])).filter((state) => state === entry.name);
  return spent.length === 0 ? '' : ` (earlier runs have spent ${spent.length})`;
}

/** Why no source of the profile provides this state; undefined where one does. */
export function missingState(spec: DocumentSpec, { sources }: PublicProfile, given: Given): Blocker | undefined {
  const demand = demandOf(spec, given);
  if (candidates(sources, demand).length > 0) return undefined;
  const unspent = candidates(sources, { ...demand, spends: false }).length > 0;
  const why = unspent
    ? `nothing provides ${inWords(demand)} for a use that spends it: add an account with consumable: true`
    : `nothing provides ${inWords(demand)}${spentBefore({ sources }, demand)} (profile key providerStates)`;
  return { why, blame: 'provider-state', key: 'providerStates' };
}

/** Why one of these states cannot be had; undefined where all can. */
export function notAllProvided(spec: DocumentSpec, profile: PublicProfile, given: readonly Given[] = []): Blocker | undefined {
  return given.map((one) => missingState(spec, profile, one)).find((why) => why !== undefined);
}

/** Why none of these states, any of which would do, can be had; undefined where one can, and where none is asked for. */
export function noneProvided(spec: DocumentSpec, profile: PublicProfile, given: readonly Given[] = []): Blocker | undefined {
  const missing = given.map((one) => missingState(spec, profile, one));
  return missing.includes(undefined) ? undefined : missing[0];
}

/** Why no source of the profile does this act; undefined where one does. */
export function missingAct({ sources }: PublicProfile, act: string): Blocker | undefined {
  return actors(sources, act).length > 0
    ? undefined
    : { why: `nothing can do the act '${act}' (profile key providerStates)`, blame: 'provider-state', key: 'providerStates' };
}

/** All provider states that a case asks for, at its start and on its way; the numbers of a sized case are filled in. */
export function statesAsked({ given, steps, size }: Case): readonly Given[] {
  const asked = [...given, ...steps.flatMap(({ step }) => (step.provide === undefined ? [] : [step.provide]))];
  return size === undefined ? asked : asked.map((one) => ({ ...one, params: sized({ ...one.params }, size) }));
}

function sized(params: Readonly<Record<string, unknown>>, size: Size): Record<string, unknown> {
  const numbers = new Map<unknown, unknown>(Object.entries(size).map(([name, value]) => [`$size.${name}`, value]));
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, numbers.get(value) ?? value]));
}

/** The transition under those of its provider states that can be had. */
export function whereProvided(spec: DocumentSpec, profile: PublicProfile, transition: Transition): Transition {
  const { given = [] } = transition.row;
  const had = given.filter((one) => missingState(spec, profile, one) === undefined);
  return had.length === given.length ? transition : { ...transition, row: { ...transition.row, given: had } };
}
