import { parseSpan } from './clock.ts';
import { isObject } from './json.ts';
import type { JsonObject } from './service.ts';

/** The members of a JSON object, read by name and kind. */
export type Members<Refused extends undefined = never> = ReturnType<typeof membersOf<Refused>>;

type Fits<Value> = (value: unknown) => value is Value;

/**
 * Reads members by name and kind; what is not needed is undefined where it is absent. `refuse` is told of what does not fit: it throws, or answers
 * undefined where refusals are collected.
 */
export function membersOf<Refused extends undefined>(object: JsonObject, refuse: (name: string, expected: string) => Refused) {
  const needed = <Value>(name: string, expected: string, fits: Fits<Value>): Value | Refused => {
    const value = object[name];
    return fits(value) ? value : refuse(name, expected);
  };
  const optional = <Value>(name: string, expected: string, fits: Fits<Value>): Value | Refused | undefined =>
    object[name] === undefined ? undefined : needed(name, expected, fits);
  return {
    text: (name: string, expected = 'a string') => optional(name, expected, isText),
    neededText: (name: string, expected = 'a string') => needed(name, expected, isText),
    filledText: (name: string) => needed(name, 'a string that is not empty', isFilledText),
    flag: (name: string) => optional(name, 'true or false', isFlag),
    integer: (name: string, least = -Infinity, most = Infinity) =>
      optional(
        name,
        wholeNumber(least, most),
        (value): value is number => Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most,
      ),
    /** an ISO 8601 duration; no more than so many days that every moment that follows from it has a date */
    span: (name: string) => optional(name, 'an ISO 8601 duration of weeks, days and time, of ten thousand days at most', isSpan),
    texts: (name: string) => optional(name, 'an array of strings', isTexts),
    neededTexts: (name: string, expected: string) => needed(name, expected, isTexts),
    neededList: (name: string, expected: string) => needed(name, expected, isList),
    object: (name: string) => optional(name, 'an object', isObject),
    neededObject: (name: string) => needed(name, 'an object', isObject),
    /** as it was sent, for kinds that the others do not read */
    value: (name: string) => object[name],
    oneOf: <Value extends string>(name: string, values: readonly Value[]) => optional(name, `one of ${values.join(', ')}`, isOneOf(values)),
    neededOneOf: <Value extends string>(name: string, values: readonly Value[]) =>
      needed(name, `one of ${values.join(', ')}`, isOneOf(values)),
  };
}

function wholeNumber(least: number, most: number): string {
  if (least === -Infinity) return 'a whole number';
  return most === Infinity ? `a whole number of at least ${least}` : `a whole number from ${least} to ${most}`;
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isFilledText = (value: unknown): value is string => isText(value) && value !== '';
const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';
const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
const isSpan = (value: unknown): value is string => isText(value) && parseSpan(value) !== undefined;
const isTexts = (value: unknown): value is readonly string[] => isList(value) && value.every(isText);
const isOneOf =
  <Value extends string>(values: readonly Value[]) =>
  (value: unknown): value is Value =>
    values.some((one) => one === value);
