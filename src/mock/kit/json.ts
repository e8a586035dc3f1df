import type { JsonObject, WireResponse } from './service.ts';

/** Whether a value is a JSON object (neither null nor an array). */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The JSON value of a text; undefined where it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The JSON object that a body holds; undefined where it is no JSON, or JSON of another kind. */
export function parseObject(body: string): JsonObject | undefined {
  const value = parseJson(body);
  return isObject(value) ? value : undefined;
}

/** A response with a JSON body. */
export function json(status: number, body: unknown, headers: WireResponse['headers'] = {}): WireResponse {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
}

/** The object without the members that are null, where null is as good as absent. */
export function withoutNulls(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null));
}

/** An object with these members. */
export function recordOf<Name extends string, Value>(names: readonly Name[], valueOf: (name: Name) => Value): Readonly<Record<Name, Value>>;
export function recordOf(names: readonly string[], valueOf: (name: string) => unknown): object {
  return Object.fromEntries(names.map((name) => [name, valueOf(name)]));
}

/** The response of what removes something, or has nothing to say. */
export const noContent: WireResponse = { status: 204, headers: {}, body: '' };
