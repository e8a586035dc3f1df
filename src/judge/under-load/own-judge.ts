import { mixCase, recipesOf, type MixRecipe } from '../../model/load-mix.ts';
import { pointerReader } from '../../model/pointer.ts';
import { swiftValidator } from '../../model/schema/validator.ts';
import type { Expectation } from '../../model/types.ts';
import { operationOf, type AnswerView } from '../../profile/answer.ts';
import { statusReader } from '../../profile/success.ts';
import { casesOf, exchangesIn, viewOf, type CaseEvidence } from '../evidence.ts';
import { meets, type Context } from '../expectation.ts';
import type { Finding, Judge, JudgeInput } from '../finding.ts';
import { contextOf, emptyContext } from '../step-context.ts';
import { toFinding } from '../step-judge.ts';
import { demandsOn, type OwnDemand } from './own-demands.ts';

/** Each success of a load against the request that it answers, by the checks of the steps that send the same. */
export const ownJudge: Judge = {
  topic: 'answers to a load',
  // They are those of the steps.
  checks: () => [],
  judge: (input) => ({
    findings: recipesUnderLoad(input).flatMap(([recipe, entry]) => {
      const loaded = exchangesIn(entry).filter(({ place }) => place.row === 'load' && place.at === recipe.name);
      const last = loaded.at(-1);
      if (last === undefined) return [];
      const { lookup } = contextOf(input, entry, last);
      const samples = loaded.slice(0, SAMPLES).flatMap((exchange) => viewOf(input.spec, input.profile, exchange) ?? []);
      const own = openOwnDemands(input, recipe, { lookup, samples });
      return loaded.flatMap((exchange): readonly Finding[] => {
        const view = viewOf(input.spec, input.profile, exchange);
        return view === undefined ? [] : own.judge(view).map(({ demand, outcome }) => toFinding(demand, [exchange.seq], entry, outcome));
      });
    }),
  }),
};

function recipesUnderLoad({ spec, evidence }: JudgeInput): readonly (readonly [MixRecipe, CaseEvidence])[] {
  const entries = casesOf(evidence, spec.name).filter(({ case: { kind } }) => kind === 'load');
  if (entries.length === 0) return [];
  const byCase = new Map(recipesOf(spec).map((recipe) => [mixCase(recipe.name), recipe]));
  return entries.flatMap((entry): readonly (readonly [MixRecipe, CaseEvidence])[] => {
    const recipe = byCase.get(entry.case.case);
    return recipe === undefined ? [] : [[recipe, entry]];
  });
}

/** A request is tried so often before it is sent in thousands. */
export const SAMPLES = 2;

/** What is known of a request before it is sent in thousands. */
export interface OwnGround {
  /** `alias.field` of a provider state, or `step.body.field` of what prepared it */
  readonly lookup: Context['lookup'];
  /** what it was answered when it was tried */
  readonly samples: readonly AnswerView[];
}

export interface OwnDemands {
  /** whether nothing is contradicted */
  holds(view: AnswerView): boolean;
  judge(view: AnswerView): readonly { readonly demand: OwnDemand; readonly outcome: { readonly ok: boolean } & OutcomeOfDemand }[];
}

type OutcomeOfDemand = Extract<ReturnType<typeof meets>, { readonly ok: boolean }>;

/** Every demand on what belongs to the request; of the others, those that it has met before: what is sent again may find another state. */
export function openOwnDemands(
  { spec, profile }: Pick<JudgeInput, 'spec' | 'profile'>,
  recipe: MixRecipe,
  { lookup, samples }: OwnGround,
): OwnDemands {
  const operation = operationOf(spec, recipe.step.call);
  const context: Context = { ...emptyContext({ spec, profile }), bodyShown: operation?.open?.includes('response') !== true, lookup };
  const outcome = ({ expectation }: OwnDemand, view: AnswerView): ReturnType<typeof meets> => meets(expectation, view, context);
  const isMet = (demand: OwnDemand, view: AnswerView): boolean => {
    const told = outcome(demand, view);
    return 'ok' in told && told.ok;
  };
  const mayBeMet = (demand: OwnDemand, view: AnswerView): boolean => {
    const told = outcome(demand, view);
    return !('ok' in told) || told.ok;
  };
  const demands = demandsOn(spec, recipe).filter((demand) => isOfOwner(demand.expectation) || samples.every((view) => isMet(demand, view)));
  const statusOf = statusReader(spec, profile, recipe.step.call);
  const tests = demands.map((demand) => {
    const isSurelyMet = quickTest(demand.expectation, context);
    return (view: AnswerView): boolean => isSurelyMet(view) || mayBeMet(demand, view);
  });
  return {
    holds: (view) => statusOf(view.status) !== 'success' || tests.every((test) => test(view)),
    judge: (view) => {
      if (statusOf(view.status) !== 'success') return [];
      return demands.flatMap((demand) => {
        const told = outcome(demand, view);
        return 'ok' in told ? [{ demand, outcome: told }] : [];
      });
    },
  };
}

/** True where nothing is demanded but relations to what the request names. */
function isOfOwner({
  clauses: _clauses,
  expected: _expected,
  same: _same,
  sameIfPresent: _other,
  contains: _contains,
  ...more
}: Expectation): boolean {
  return Object.keys(more).length === 0;
}

/** True only of an answer that meets an expectation, for answers in thousands; of one that may not, the judgement itself has the word. */
function quickTest(expectation: Expectation, { lookup }: Context): (view: AnswerView) => boolean {
  const { clauses: _clauses, expected: _expected, state, present = [], view: schema, same = {}, sameIfPresent = {}, ...more } = expectation;
  if (Object.keys(more).length > 0) return () => false;
  const fits = schema === undefined ? undefined : swiftValidator()(schema);
  const there = present.map((pointer) => pointerReader(pointer));
  const equal = [...relations(same, false), ...relations(sameIfPresent, true)].map(({ pointer, reference, mayLack }) => {
    const other = lookup(reference.slice(1).split('.'));
    return { read: pointerReader(pointer), mayLack, other: typeof other === 'object' ? undefined : other };
  });
  return (view) =>
    (state === undefined || (view.state !== undefined && view.status < 400 && state.includes(view.state))) &&
    fits?.(view) !== false &&
    there.every((read) => read(view.body) !== undefined) &&
    equal.every(({ read, mayLack, other }) => {
      const found = read(view);
      return found === undefined ? mayLack : found === other;
    });
}

function relations(
  pairs: Readonly<Record<string, string>>,
  mayLack: boolean,
): readonly { readonly pointer: string; readonly reference: string; readonly mayLack: boolean }[] {
  return Object.entries(pairs).map(([pointer, reference]) => ({ pointer, reference, mayLack }));
}
