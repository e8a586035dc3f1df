import { blameForRefusal } from '../model/refusal-blame.ts';
import type { Expectation, OperationRow } from '../model/types.ts';
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

/** True where a refusal is among what is expected. */
export function permitsRefusal({ error, status = [] }: Expectation): boolean {
  return error !== undefined || status.some((one) => (typeof one === 'number' ? one >= 400 : /^[45]/.test(one)));
}
