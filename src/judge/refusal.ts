import type { Blame, Expectation, OperationRow } from '../model/types.ts';
import type { AnswerView } from '../profile/answer.ts';
import { describeAnswer, type Outcome } from './outcome.ts';

/** A refusal says nothing about what was not returned; whether it was due is for whoever promises a success. */
export function nothingReturned(
  refused: string,
  view: AnswerView,
  operation: OperationRow | undefined,
): Extract<Outcome, { readonly unreadable: string }> {
  return {
    unreadable: `${refused} was refused (${describeAnswer(view)}): nothing can be told of what was not returned`,
    blame: blameForRefusal(view.status, operation),
  };
}

/**
 * Who can change a refusal that contradicts nothing: the profile its credentials and the requests that it binds; the provider what an
 * address leads to and the state that it is in; the target the rest.
 */
export function blameForRefusal(status: number, operation: OperationRow | undefined): Blame {
  if (lacksRights(status)) return 'config';
  if (status === 404 || status === 409 || status === 410) return 'provider-state';
  return isLookedAt(status) && operation?.open?.includes('request') === true ? 'config' : 'target';
}

export function lacksRights(status: number): boolean {
  return status === 401 || status === 403;
}

/** True of a refusal that comes after the target has looked at the request. */
export function isLookedAt(status: number): boolean {
  return status < 500 && status !== 429;
}

/** True where a refusal is among what is expected. */
export function permitsRefusal({ error, status = [] }: Expectation): boolean {
  return error !== undefined || status.some((one) => (typeof one === 'number' ? one >= 400 : /^[45]/.test(one)));
}
