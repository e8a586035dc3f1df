import type { DocumentName, DocumentSpec, ExampleRow, Given, OperationRow, ProbeRow, Step } from '../../model/types.ts';
import { resolveReferences, UnresolvedReference } from '../../plan/scope.ts';

/** One request that can be sent again and again, and what has to stand for it. */
export interface MixRecipe {
  readonly name: string;
  readonly given: readonly Given[];
  readonly prepare: readonly Step[];
  readonly step: Step;
}

/** What neither examples nor probes show: reading a live transaction, a page of a list. */
const BESIDE: Readonly<Partial<Record<DocumentName, readonly MixRecipe[]>>> = {
  'privileged-access': [
    {
      name: 'listGroups/page',
      given: [{ state: 'a team with groups', params: { count: 3 }, as: 'team' }],
      prepare: [],
      step: { call: 'listGroups', with: { team_name: '$team.team_name', count: 2 } },
    },
    {
      name: 'getGroup/existing',
      given: [{ state: 'a team with groups', params: { count: 3 }, as: 'team' }],
      prepare: [],
      step: { call: 'getGroup', with: { team_name: '$team.team_name', group_name: '$team.group_names.0' } },
    },
  ],
  authentication: [
    {
      name: 'getState/transaction',
      given: [{ state: 'a user who must verify a factor', as: 'user' }],
      prepare: [{ id: 'begun', call: 'authenticate', with: { username: '$user.login', password: '$user.password' } }],
      step: { call: 'getState', with: { stateToken: '$begun.body.stateToken' } },
    },
  ],
};

/**
 * What a document can be loaded with: every example of an operation that only reads or signs in; where an operation has none, the first
 * probe that calls it with nothing but provider states.
 */
export function recipesOf(spec: DocumentSpec): readonly MixRecipe[] {
  const operations = spec.endpoints.operations.filter(({ safe, signIn }) => safe === true || signIn === true);
  const shown = operations.flatMap((operation) => {
    const { examples = [] } = operation;
    return examples.length > 0 ? examples.map((example) => ofExample(operation, example)) : ofProbes(spec, operation);
  });
  return [...shown, ...(BESIDE[spec.name] ?? [])];
}

function ofExample({ id }: OperationRow, { id: example, given = [], prepare = [], caller, with: args }: ExampleRow): MixRecipe {
  return {
    name: `${id}/${example}`,
    given,
    prepare,
    step: { call: id, with: args, ...(caller === undefined ? {} : { caller }) },
  };
}

function ofProbes({ probes }: DocumentSpec, { id }: OperationRow): readonly MixRecipe[] {
  const calls = probes.probes.flatMap((probe) => probe.steps.map((step) => ({ probe, step })));
  const found = calls.find(({ probe, step }) => step.call === id && needsOnlyStates(probe, step));
  return found === undefined
    ? []
    : [{ name: `${id}/${found.probe.id}`, given: found.probe.given ?? [], prepare: [], step: { call: id, with: found.step.with ?? {} } }];
}

/** An ordinary call with arguments of provider states alone, at a size that is not drawn. */
function needsOnlyStates(
  { given = [], sizes, permissions = [] }: ProbeRow,
  { with: args = {}, caller, headers, raw, query }: Step,
): boolean {
  if (sizes !== undefined || permissions.length > 0) return false;
  if (caller !== undefined || headers !== undefined || raw !== undefined || query !== undefined) return false;
  const aliases = given.map((one) => one.as);
  try {
    resolveReferences(args, ([alias]) => (aliases.includes(alias) ? '' : undefined));
    return true;
  } catch (error) {
    if (error instanceof UnresolvedReference) return false;
    throw error;
  }
}
