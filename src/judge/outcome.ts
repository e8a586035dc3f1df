import type { Blame, DocumentSpec, ErrorRow } from '../model/types.ts';
import type { AnswerView } from '../profile/answer.ts';

/** 'as permitted', or what was expected and what came; `unreadable` where the profile does not say where to look. */
export type Outcome =
  | { readonly ok: true }
  | { readonly ok: false; readonly expected: string; readonly received: string }
  | {
      readonly unreadable: string;
      readonly blame: Blame;
      /** what a rule of the target's own refused had been sent to prepare it */
      readonly unprepared?: true;
    };

export const PERMITTED: Outcome = { ok: true };

export function violation(expected: string, received: string): Outcome {
  return { ok: false, expected, received };
}

/** The answer in a few words: status, and state or error where there is one. */
export function describeAnswer({ status, state, error, errorText }: AnswerView): string {
  const detail = state ?? [error, errorText].filter((part) => part !== undefined).join(' ');
  return detail === '' ? `status ${status}` : `status ${status}, ${detail}`;
}

export function expectState(view: AnswerView, permitted: readonly string[]): Outcome {
  if (view.status < 400 && view.state !== undefined && permitted.includes(view.state)) return PERMITTED;
  return violation(`state ${permitted.join(' or ')}`, describeAnswer(view));
}

/** One of several documented errors: its name with its own status. */
export function expectError(spec: DocumentSpec, view: AnswerView, names: readonly string[], readable: boolean): Outcome {
  const rows = spec.errors.errors.filter(({ name }) => names.includes(name));
  if (rows.some((row) => view.status === row.status && (row.named === false || view.error === row.name))) return PERMITTED;
  const statusFits = rows.some(({ status }) => status === view.status);
  if (!readable && statusFits)
    return { unreadable: 'errorName is not bound: the profile does not say where an error body holds its name', blame: 'config' };
  return violation(rows.map(describeError).join(' or '), describeAnswer(view));
}

function describeError({ name, status, named }: ErrorRow): string {
  return named === false ? `status ${status}` : `status ${status}, ${name}`;
}
