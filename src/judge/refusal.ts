import type { Blame, Expectation } from '../model/types.ts';
import type { AnswerView } from '../profile/answer.ts';
import { describeAnswer } from './outcome.ts';
import type { Outcome } from './outcome.ts';

/**
 * A refusal says nothing about what was not returned; whether it was due is for whoever promises a success.
 *
 * @param unfound who has to act where nothing stands at an address
 */
export function nothingReturned(refused: string, view: AnswerView, unfound: Blame): Extract<Outcome, { readonly unreadable: string }> {
  return {
    unreadable: `${refused} was refused (${describeAnswer(view)}): nothing can be told of what was not returned`,
    blame: lacksRights(view.status) ? 'config' : view.status === 404 || view.status === 410 ? unfound : 'target',
  };
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
