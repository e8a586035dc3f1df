import { documentOf } from '../../model/document-of.ts';
import { recipesOf } from '../../model/load-mix.ts';
import type { DocumentName, Specs, DocumentSpec } from '../../model/types.ts';
import { longestRamp } from '../../load/ramp.ts';
import type { RampOrder } from '../../load/ramp.ts';
import { defined } from '../../model/defined.ts';
import { demandOperations, ThresholdError } from '../../load/thresholds.ts';
import type { Threshold } from '../../load/thresholds.ts';
import type { Profile } from '../../profile/profile.ts';
import { RunError } from '../run-error.ts';
import type { MixRecipe } from '../../model/load-mix.ts';
import { callerOf, missingCredential } from '../../profile/callers.ts';
import type { Case } from '../../plan/case.ts';
import { sourceUses } from '../../plan/fit-sources.ts';
import type { SourceUse } from '../../plan/fit-sources.ts';
import { demandOf, inWords, missingState } from '../../plan/provision.ts';
import { operationOf } from '../../profile/answer.ts';

export type LoadKind = 'saturate' | 'soak' | 'ramp';

/** What was asked for on the command line; times in milliseconds. */
export interface LoadSettings {
  readonly kind: LoadKind;
  readonly document: DocumentName | undefined;
  readonly connections: number | undefined;
  readonly rate: number | undefined;
  /** of a ramp: of each stage */
  readonly durationMs: number | undefined;
  /** of a ramp alone */
  readonly ramp?: RampSettings;
}

/** The stages of a ramp, as far as they were asked for: requests a second, milliseconds. */
export interface RampSettings {
  readonly from: number | undefined;
  readonly step: number | undefined;
  readonly stages: number;
  readonly confirmMs: number;
}

/** What would be sent, before anything is. */
export interface LoadPlan {
  readonly kind: LoadKind;
  readonly document: DocumentName;
  readonly origin: string;
  readonly connections: number;
  /** a second, whatever the answers do; undefined: as many as the target answers */
  readonly rate: number | undefined;
  /** of those, a second; undefined: nothing bounds them */
  readonly mostPerSecond: number | undefined;
  readonly durationMs: number;
  /** the stages of a ramp; then durationMs is the longest that all of it may take, and rate the highest */
  readonly ramp?: RampOrder;
  /** at most; Infinity where only the time bounds them */
  readonly requests: number;
  /** false: it ends before a limit is used up */
  readonly mayExhaust: boolean;
  /** what has to stand before it begins */
  readonly needs: LoadNeeds;
}

const USUAL = {
  saturate: { connections: 10, durationMs: 10_000, rate: undefined },
  soak: { connections: 10, durationMs: 600_000, rate: 50 },
  ramp: { connections: 50, durationMs: 5_000, rate: undefined },
} as const;

/** Fits what was asked for into the profile's budget; the embedded deployment has none to keep to. Throws RunError. */
export function planLoad(specs: Specs, profile: Profile, asked: LoadSettings, thresholds: readonly Threshold[]): LoadPlan {
  const { kind } = asked;
  const usual = USUAL[kind];
  if (profile.proxy !== undefined)
    throw new RunError(
      'load-through-proxy',
      `${profile.file}  proxy  expected none for a load, found ${profile.proxy.url}: its figures would be those of the proxy. Take the key out`,
    );
  const document = chosenDocument(specs, profile, asked.document);
  const spec = documentOf(specs, document);
  const recipes = recipesOf(spec);
  demandKnownOperations(thresholds, [...new Set(recipes.flatMap(({ step: { call } }) => (call === undefined ? [] : [call])))]);
  const { limits, permissions } = profile;
  const bound = profile.embedded ? FREE : limits;
  const ramp = asked.ramp === undefined ? undefined : rampOf(asked.ramp, asked.durationMs ?? usual.durationMs, bound.perSecond);
  const rate =
    ramp === undefined
      ? (asked.rate ?? (usual.rate === undefined ? undefined : Math.min(usual.rate, bound.perSecond)))
      : Math.max(...ramp.rates);
  const mostPerSecond = rate === undefined && Number.isFinite(bound.perSecond) ? bound.perSecond : undefined;
  const perSecond = rate ?? mostPerSecond ?? Infinity;
  const durationMs = ramp === undefined ? (asked.durationMs ?? Math.min(usual.durationMs, bound.durationMs)) : longestRamp(ramp);
  const plan: LoadPlan = {
    kind,
    document,
    origin: new URL(profile.services[document]?.baseUrl ?? '').origin,
    connections: asked.connections ?? Math.min(usual.connections, bound.concurrency),
    rate,
    mostPerSecond,
    durationMs,
    ...defined({ ramp }),
    requests: Math.min(bound.requests, Math.ceil((durationMs / 1000) * perSecond)),
    mayExhaust: permissions.exhaustRateLimit,
    needs: needsOf(spec, profile, recipes),
  };
  within(profile, '--connections', plan.connections, 'budget.concurrency', bound.concurrency);
  within(profile, ramp === undefined ? '--rate' : 'the highest stage', plan.rate ?? 0, 'budget.perSecond', bound.perSecond);
  within(
    profile,
    ramp === undefined ? '--duration' : 'the longest ramp',
    plan.durationMs / 1000,
    'budget.duration',
    bound.durationMs / 1000,
  );
  if (perSecond === Infinity && !plan.mayExhaust)
    throw new RunError(
      'limit-not-permitted',
      `${profile.file}  permissions.exhaustRateLimit  expected true, found false: without --rate and budget.perSecond the target gets as much as it takes, and its rate limit will be used up. Permit it, or give --rate`,
    );
  return plan;
}

/** Throws RunError for stages that are no rates. */
function rampOf({ from, step, stages, confirmMs }: RampSettings, stageMs: number, perSecond: number): RampOrder {
  const first = from ?? Math.min(USUAL_STEP, perSecond / stages);
  const rates = Array.from({ length: stages }, (_, index) => Number((first + index * (step ?? first)).toPrecision(6)));
  if (rates.some((rate) => rate <= 0))
    throw new RunError(
      'stages-below-zero',
      `--from ${first} --step ${step ?? first} --stages ${stages}: expected each stage above 0 requests a second, found ${rates.join(', ')}`,
    );
  return { rates, stageMs, confirmMs };
}

const USUAL_STEP = 50;

const FREE = { requests: Infinity, perSecond: Infinity, concurrency: 1000, durationMs: 86_400_000 };

/** Throws RunError where a threshold is of an operation that the load does not send. */
export function demandKnownOperations(thresholds: readonly Threshold[], operations: readonly string[]): void {
  try {
    demandOperations(thresholds, operations);
  } catch (error) {
    if (error instanceof ThresholdError) throw new RunError('threshold-unknown', error.message);
    throw error;
  }
}

function chosenDocument(specs: Specs, profile: Profile, asked: DocumentName | undefined): DocumentName {
  const known = Object.values(specs.documents).flatMap(({ name }) => (profile.services[name] === undefined ? [] : [name]));
  const chosen = asked === undefined ? known[0] : known.find((name) => name === asked);
  if (chosen !== undefined) return chosen;
  throw new RunError('service-unknown', `--document ${asked ?? ''}: the profile has no such service. Known: ${known.join(', ') || 'none'}`);
}

function within({ file }: Profile, flag: string, value: number, key: string, most: number): void {
  if (value <= most) return;
  throw new RunError('budget-exceeded', `${file}  ${key}  permits ${most}, and ${flag} asks for ${value}: ask for less, or permit more`);
}

/** What has to stand for a load, before anything is sent. */
interface LoadNeeds {
  /** provider states, each for so many requests of the mix; why it is missing, where no source has it */
  readonly states: readonly { readonly state: string; readonly requests: number; readonly missing?: string }[];
  /** what the sources of the profile are asked for: accounts among them */
  readonly sources: readonly SourceUse[];
  /** what callers show: held by the profile, or issued by an operation; the key that is missing, where it is */
  readonly credentials: readonly { readonly caller: string; readonly credential: string; readonly missing?: string }[];
}

function needsOf(spec: DocumentSpec, profile: Profile, recipes: readonly MixRecipe[]): LoadNeeds {
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
      return [
        [`${name} ${credential}`, { caller: name, credential, ...defined({ missing: missingCredential(spec, profile, caller) }) }] as const,
      ];
    }),
  );
  const cases = recipes.map(({ name, given }): Case => ({ id: name, document: spec.name, kind: 'load', title: name, given, steps: [] }));
  const sources = sourceUses([{ spec, cases, walks: [] }], profile).filter(({ uses }) => uses > 0);
  return { states: [...states.values()], sources, credentials: [...credentials.values()] };
}
