import { atPointer, valueAt } from '../../../model/pointer.ts';
import { strictAjv } from '../../../model/schema/validator.ts';
import type { JsonSchema } from '../../../model/schema/json-schema.ts';
import type { AnswerSelector } from '../../../model/wire-faults/wire-fault.ts';
import type { Places } from './places.ts';

/** An answer, and what the request may have asked for. */
interface Candidate {
  readonly operations: readonly string[];
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: unknown;
}

/** True where the answer is one of those that the selector means. */
export function isMeant({ operations, statuses, state, errors, view }: AnswerSelector, answer: Candidate, places: Places): boolean {
  const errorName = answer.status < 400 ? undefined : valueAt(answer.body, places.errorName);
  return (
    (operations === undefined || operations.some((id) => answer.operations.includes(id))) &&
    (statuses === undefined || statuses.some((entry) => entry === answer.status || entry === classOf(answer.status))) &&
    (errors === undefined || isIn(errors, errorName)) &&
    (state === undefined || (answer.status < 400 && isIn(state.values, stateIn(answer, state.pointer, places)))) &&
    (view === undefined || holds(view, answer, errorName))
  );
}

function classOf(status: number): string {
  return `${Math.floor(status / 100)}xx`;
}

function stateIn({ body, operations }: Candidate, pointer: string, places: Places): unknown {
  return valueAt(body, places.inBody(operations, pointer.split('/').slice(1)));
}

function isIn(values: readonly string[], value: unknown): boolean {
  return typeof value === 'string' && values.includes(value);
}

const compiled = new Map<JsonSchema, (value: unknown) => boolean>();

/** The view's conditions speak of status, headers, error and fields that stand in the body under their own names. */
function holds(view: JsonSchema, { status, headers, body }: Candidate, error: unknown): boolean {
  const validate = compiled.get(view) ?? strictAjv().compile(view);
  compiled.set(view, validate);
  const state = atPointer(body, '/status');
  return validate({
    status,
    headers,
    ...(body === undefined ? {} : { body }),
    ...(typeof error === 'string' ? { error } : {}),
    ...(typeof state === 'string' ? { state } : {}),
  });
}
