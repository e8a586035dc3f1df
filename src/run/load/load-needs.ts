import { defined } from '../../model/defined.ts';
import type { MixRecipe } from '../../model/load-mix.ts';
import type { DocumentSpec } from '../../model/types.ts';
import { callerOf, issuingOperation } from '../../drive/caller.ts';
import type { Case } from '../../plan/case.ts';
import { sourceUses, type SourceUse } from '../../plan/fit-sources.ts';
import { demandOf, inWords, missingState } from '../../plan/provision.ts';
import { operationOf } from '../../profile/answer.ts';
import { missingNeed } from '../../profile/needs.ts';
import type { Profile } from '../../profile/profile.ts';

/** What has to stand for a load, before anything is sent. */
export interface LoadNeeds {
  /** provider states, each for so many requests of the mix; why it is missing, where no source has it */
  readonly states: readonly { readonly state: string; readonly requests: number; readonly missing?: string }[];
  /** what the sources of the profile are asked for: accounts among them */
  readonly sources: readonly SourceUse[];
  /** what callers show: held by the profile, or issued by an operation; the key that is missing, where it is */
  readonly credentials: readonly { readonly caller: string; readonly credential: string; readonly missing?: string }[];
}

export function needsOf(spec: DocumentSpec, profile: Profile, recipes: readonly MixRecipe[]): LoadNeeds {
  const states = new Map<string, LoadNeeds['states'][number]>();
  for (const given of recipes.flatMap((recipe) => recipe.given)) {
    const state = inWords(demandOf(spec, given));
    const requests = (states.get(state)?.requests ?? 0) + 1;
    states.set(state, { state, requests, ...defined({ missing: missingState(spec, profile, given)?.why }) });
  }
  const callers = recipes.flatMap(({ step, prepare }) =>
    [...prepare, step].map((one) => callerOf(profile, spec, one, operationOf(spec, one.call)?.id)),
  );
  const credentials = new Map(
    callers.flatMap((caller) => {
      if (caller?.credential === undefined) return [];
      const { name, credential } = caller;
      const missing = issuingOperation(spec, caller) === undefined ? missingNeed(spec, profile, [credential]) : undefined;
      return [[`${name} ${credential}`, { caller: name, credential, ...defined({ missing }) }] as const];
    }),
  );
  const cases = recipes.map(({ name, given }): Case => ({ id: name, document: spec.name, kind: 'load', title: name, given, steps: [] }));
  const sources = sourceUses([{ spec, cases, walks: [] }], profile).filter(({ uses }) => uses > 0);
  return { states: [...states.values()], sources, credentials: [...credentials.values()] };
}
