import { parametersIn } from '../model/links.ts';
import type { Binding, OperationRow } from '../model/types.ts';

/** A request as it was sent. */
interface SentRequest {
  readonly url: string;
  readonly body?: unknown;
}

/** What reads a parameter of an operation from a request that was sent; undefined where neither document nor profile shows its place. */
export function argumentReader(operation: OperationRow, binding: Binding | undefined, name: string): (request: SentRequest) => unknown {
  const template = binding?.path ?? operation.path ?? '';
  if (template.includes(`{${name}}`)) return ({ url }) => parametersIn(url, template)[name];
  const row = operation.parameters?.find((parameter) => parameter.name === name);
  const [field] = Object.entries(binding?.query ?? {}).find(([, value]) => value === `$${name}`) ?? [];
  if (field !== undefined || (row?.in === 'query' && binding?.query === undefined))
    return ({ url }) => new URL(url).searchParams.get(field ?? name) ?? undefined;
  const place = binding?.body === undefined ? (row?.in === 'body' ? [name] : undefined) : placeOf(binding.body, `$${name}`);
  return ({ body }) => (place === undefined ? undefined : place.reduce<unknown>(memberOf, body));
}

/** The way through a template to where it places a value as a whole. */
function placeOf(template: unknown, wanted: string): readonly string[] | undefined {
  if (template === wanted) return [];
  if (typeof template !== 'object' || template === null) return undefined;
  for (const [key, value] of Object.entries(template)) {
    const rest = placeOf(value, wanted);
    if (rest !== undefined) return [key, ...rest];
  }
  return undefined;
}

function memberOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
}
