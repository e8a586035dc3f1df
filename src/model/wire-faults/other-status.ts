import type { JsonSchema } from '../schema/json-schema.ts';
import { classOf, isStatusOf } from '../status-class.ts';

/** Statuses to choose from: each of another class, and neighbours of those that the documents name. */
const CANDIDATES: readonly number[] = [200, 409, 202, 410, 302, 500];

/** A status that none of these permits: statuses, and classes such as 2xx. A refusal is told as one, and a success too. */
export function statusBeside(permitted: readonly (number | string)[]): number {
  const refusals = permitted.every((entry) => classOf(entry) === '4' || classOf(entry) === '5');
  const preferred = refusals ? [200, 410, 500, 302] : [409, 500, 200];
  return preferred.find((status) => !isStatusOf(permitted, status)) ?? 501;
}

/** Another status of the same kind: of the same class where the class is not all that counts. */
export function neighbourOf(status: number): number {
  return status + (status === 400 || status === 429 ? 2 : 1);
}

/** A status that a schema for it does not permit; undefined where it names none that it does not permit. */
export function otherStatus(schema: JsonSchema): number | undefined {
  const { const: only } = schema;
  if (typeof only === 'number') return neighbourOf(only);
  return CANDIDATES.find((status) => !fits(schema, status));
}

function fits({ enum: some, minimum, maximum }: JsonSchema, status: number): boolean {
  return (
    (!Array.isArray(some) || some.includes(status)) &&
    (typeof minimum !== 'number' || status >= minimum) &&
    (typeof maximum !== 'number' || status <= maximum)
  );
}
