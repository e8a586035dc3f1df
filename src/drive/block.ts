import type { Blame } from '../model/types.ts';
import { UnboundOperation } from '../plan/request.ts';
import { UnresolvedReference } from '../plan/scope.ts';
import type { UsedUp } from '../profile/budget.ts';
import { BudgetUsedUp } from './pacer.ts';
import { ControlPlaneError } from './providers.ts';
import type { CaseScope } from './case-scope.ts';
import { BrokenLink, ForeignOrigin, MissingLink, NotPermitted } from './blocked.ts';

/** What ended a case before its last step. */
export interface Block {
  readonly because: string;
  readonly blame: Blame;
  /** the profile's key that would let it through */
  readonly key?: string;
  /** nothing further can be sent, so that an optional step ends the case as well */
  readonly final?: boolean;
}

/** What keeps a step of a case from being done, whether it is answered or thrown. */
export async function blocking(scope: CaseScope, attempt: () => Promise<Block | undefined>): Promise<Block | undefined> {
  try {
    return await attempt();
  } catch (error) {
    const block = error instanceof UnresolvedReference ? lacking(scope, error) : blockOf(error);
    if (block === undefined) throw error;
    return block;
  }
}

/** What is left cannot be sent for want of budget. */
export function budgetBlock({ key, why }: UsedUp): Block {
  return { because: why, blame: 'config', key, final: true };
}

/** Errors that say why a step cannot be sent; anything else is a fault of the harness. */
function blockOf(error: unknown): Block | undefined {
  if (error instanceof BudgetUsedUp) return budgetBlock(error.usedUp);
  if (error instanceof ControlPlaneError) return { because: error.message, blame: 'provider-state' };
  if (error instanceof NotPermitted) return { because: error.message, blame: 'config', key: error.key };
  if (error instanceof ForeignOrigin) return { because: error.message, blame: 'config', key: 'permissions.origins' };
  if (error instanceof MissingLink || error instanceof BrokenLink) return { because: error.message, blame: 'target' };
  if (error instanceof UnboundOperation) return { because: error.message, blame: 'config' };
  return undefined;
}

/** A datum that a provider state did not come with is missing there; one of an earlier answer was the target's to give. */
function lacking(scope: CaseScope, { message, reference }: UnresolvedReference): Block {
  const [alias = '', ...path] = reference.slice(1).split('.');
  const state = scope.stateOf(alias);
  return state === undefined
    ? { because: `${message}: an earlier answer lacks it`, blame: 'target' }
    : { because: `the provider state '${state}' came without ${path.join('.')}`, blame: 'provider-state' };
}
