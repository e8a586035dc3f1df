import type { Blame } from '../spec/types.ts';
import { UnboundOperation } from '../plan/request.ts';
import { UnresolvedReference } from '../plan/scope.ts';
import { ControlPlaneError } from '../target/control-client.ts';
import { BrokenLink, ForeignOrigin, MissingLink } from './plan-step.ts';

/** What ended a case before its last step. */
export interface Block {
  readonly because: string;
  readonly blame: Blame;
  /** nothing further can be sent, so that an optional step ends the case as well */
  readonly final?: boolean;
}

/** What keeps a step from being done, whether it is answered or thrown. */
export async function blocking(attempt: () => Promise<Block | undefined>): Promise<Block | undefined> {
  try {
    return await attempt();
  } catch (error) {
    const block = blockOf(error);
    if (block === undefined) throw error;
    return block;
  }
}

/** Errors that say why a step cannot be sent; anything else is a fault of the harness. */
function blockOf(error: unknown): Block | undefined {
  if (error instanceof UnresolvedReference)
    return { because: `${error.message}: an earlier answer or provider state lacks it`, blame: 'target' };
  if (error instanceof ControlPlaneError) return { because: error.message, blame: 'provider-state' };
  if (error instanceof ForeignOrigin) return { because: error.message, blame: 'config' };
  if (error instanceof MissingLink || error instanceof BrokenLink) return { because: error.message, blame: 'target' };
  if (error instanceof UnboundOperation) return { because: error.message, blame: 'config' };
  return undefined;
}
