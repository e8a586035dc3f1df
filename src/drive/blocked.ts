import { blameForRefusal } from '../model/refusal-blame.ts';
import type { Blame, OperationRow } from '../model/types.ts';
import type { Denial } from '../plan/permission.ts';
import { UnaddressableValue, UnboundOperation } from '../plan/request.ts';
import { NO_RESPONSE } from '../plan/why.ts';
import type { UnresolvedReference } from '../plan/scope.ts';
import type { UsedUp } from '../profile/budget.ts';
import type { TransportFailure } from '../trace/events.ts';
import type { Exchanged } from './exchanger.ts';
import { BudgetUsedUp } from './pacer.ts';
import { ControlPlaneError } from './providers.ts';

/** What ended a case before its last step. */
export interface Block {
  readonly because: string;
  readonly blame: Blame;
  /** the profile's key that would let it through */
  readonly key?: string;
  /** nothing further can be sent, so that an optional step ends the case as well */
  readonly final?: boolean;
}

/** The previous answer has no such link. */
export class MissingLink extends Error {
  override readonly name = 'MissingLink';
}

/** The previous answer's link cannot be followed: no URL, or no method of HTTP. */
export class BrokenLink extends Error {
  override readonly name = 'BrokenLink';
}

/** The profile does not permit what a request would do. */
export class NotPermitted extends Error {
  override readonly name = 'NotPermitted';
  readonly key: string;
  constructor({ why, key }: Denial) {
    super(why);
    this.key = key;
  }
}

/** A link leads away from the target's declared origins: it is reported and never followed with a credential. */
export class ForeignOrigin extends Error {
  override readonly name = 'ForeignOrigin';
}

export const INTERRUPTED: Block = { because: 'the run was interrupted', blame: 'harness' };

/** What is left cannot be sent for want of budget. */
export function budgetBlock({ key, why }: UsedUp): Block {
  return { because: why, blame: 'config', key, final: true };
}

/** Errors that say why a step cannot be sent; anything else is a fault of the harness. */
export function blockOf(error: unknown): Block | undefined {
  if (error instanceof BudgetUsedUp) return budgetBlock(error.usedUp);
  if (error instanceof ControlPlaneError) return { because: error.message, blame: 'provider-state' };
  if (error instanceof NotPermitted) return { because: error.message, blame: 'config', key: error.key };
  if (error instanceof ForeignOrigin) return { because: error.message, blame: 'config', key: 'permissions.origins' };
  if (error instanceof MissingLink || error instanceof BrokenLink) return { because: error.message, blame: 'target' };
  // Where it was not the profile that named it: it was given out.
  if (error instanceof UnaddressableValue) return { because: error.message, blame: 'target' };
  if (error instanceof UnknownField) return { because: error.message, blame: error.blame };
  if (error instanceof UnboundOperation) return { because: error.message, blame: 'config' };
  return undefined;
}

/** What a reference may have meant. */
export interface Referred {
  stateOf(alias: string): string | undefined;
  /** undefined where no answer is called so */
  answerOf(alias: string): { readonly status: number; readonly operation: OperationRow | undefined } | undefined;
}

/** A datum that a provider state did not come with is missing there; one of an earlier answer was the target's to give, unless it was refused. */
export function missingBlock({ message, reference }: UnresolvedReference, referred: Referred): Block {
  const [alias = '', ...path] = reference.slice(1).split('.');
  const state = referred.stateOf(alias);
  if (state !== undefined) return { because: `the provider state '${state}' came without ${path.join('.')}`, blame: 'provider-state' };
  if (alias === 'credentials') return { because: `${message}: the profile does not have it`, blame: 'config' };
  const { status = 0, operation } = referred.answerOf(alias) ?? {};
  return status < 400
    ? { because: `${message}: an earlier response lacks it`, blame: 'target' }
    : {
        because: `${message}: ${operation?.id ?? 'an earlier request'} was refused with status ${status}`,
        blame: blameForRefusal(status, operation),
      };
}

/** Whose a credential is cannot be told where another one's is the same. */
export function sharedBlock(state: string, { name, other }: { readonly name: string; readonly other: string }): Block {
  const both = state === other ? `'${state}' came twice with the same ${name}` : `'${state}' came with the same ${name} as '${other}'`;
  return { because: `the provider state ${both}: give each its own`, blame: 'provider-state' };
}

/** A binding names a field that the object does not have: of what the run created by the response, of a provider state by its objects. */
export class UnknownField extends Error {
  override readonly name = 'UnknownField';
  readonly blame: Blame;
  constructor(message: string, blame: Blame) {
    super(message);
    this.blame = blame;
  }
}

/** What will not be another way with the next request; a connection may break because of the one that was sent. */
const OUT_OF_REACH: readonly TransportFailure['kind'][] = ['refused', 'unreachable', 'tls', 'timeout', 'interrupted'];

export function noAnswer(exchanged: Exchanged | undefined): Block {
  const kind = exchanged?.failure?.kind;
  return {
    because: `${NO_RESPONSE}: ${exchanged?.failure?.detail ?? 'nothing was sent'}`,
    blame: blameFor(exchanged?.failure),
    final: kind !== undefined && OUT_OF_REACH.includes(kind),
  };
}

/** A connection may fail by anybody's doing. That too much came, or unreadable, or what no header can hold, is the target's. */
const OF_THE_TARGET: ReadonlySet<TransportFailure['kind']> = new Set(['too-large', 'undecodable', 'not-sendable']);

export function blameFor(failure: TransportFailure | undefined): Blame {
  return failure !== undefined && OF_THE_TARGET.has(failure.kind) ? 'target' : 'network';
}
