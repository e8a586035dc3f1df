import { isSchema } from '../schema/json-schema.ts';
import type { JsonSchema } from '../schema/json-schema.ts';
import type { AnswerSelector } from './wire-fault.ts';

/** The answers of a selector for which a condition over the view holds as well; one on refusals or successes is told as statuses. */
export function narrowed(where: AnswerSelector, condition: JsonSchema | undefined): AnswerSelector {
  if (condition === undefined) return where;
  const statuses = where.statuses === undefined ? statusesOf(condition) : undefined;
  if (statuses !== undefined) return { ...where, statuses };
  const { view, ...others } = where;
  return { ...others, view: view === undefined ? condition : { allOf: [view, condition] } };
}

const REFUSED = 400;

function statusesOf({ properties, ...others }: JsonSchema): readonly string[] | undefined {
  const keys = Object.keys(others).filter((key) => key !== 'type');
  if (keys.length > 0 || !isSchema(properties) || Object.keys(properties).join() !== 'status') return undefined;
  const { status } = properties;
  if (!isSchema(status)) return undefined;
  if (status['minimum'] === REFUSED && status['maximum'] === undefined) return ['4xx', '5xx'];
  return status['minimum'] === undefined && (status['maximum'] === REFUSED - 1 || status['maximum'] === 299) ? ['2xx'] : undefined;
}
