import { isDeepStrictEqual } from 'node:util';
import type { TestResult } from '../../model/types.ts';

/** Differences that are told of one certificate. */
const RESTATED = 10;

/** Where a certificate states something else than trace and lock show: a line for each place, by its path in the predicate. */
export function misstatements(stated: TestResult, shown: TestResult): readonly string[] {
  const { configuration: statedParts, ...statedRest } = stated;
  const { configuration: shownParts, ...shownRest } = shown;
  const names = (parts: TestResult['configuration']): readonly string[] => parts.map(({ name }) => name);
  // By name, so that a message names what it speaks of; names and their order are compared as they are.
  return [
    ...between(names(statedParts), names(shownParts), 'configuration'),
    ...shownParts.flatMap((part) => {
      const found = statedParts.find(({ name }) => name === part.name);
      return found === undefined ? [] : between(found, part, `configuration.${part.name}`);
    }),
    ...between(statedRest, shownRest, ''),
  ].slice(0, RESTATED);
}

/** The smallest places in which two values of JSON differ. */
function between(stated: unknown, shown: unknown, path: string): readonly string[] {
  if (isDeepStrictEqual(stated, plain(shown))) return [];
  if (!isRecord(stated) || !isRecord(shown)) return [`${path} is stated as ${excerpt(stated)}, trace and lock show ${excerpt(shown)}`];
  const keys = [...new Set([...Object.keys(shown), ...Object.keys(stated)])];
  return keys.flatMap((key) => between(own(stated, key), own(shown, key), path === '' ? key : `${path}.${key}`));
}

function own(record: object, key: string): unknown {
  return Object.hasOwn(record, key) ? Reflect.get(record, key) : undefined;
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** As JSON leaves it. */
function plain(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

function excerpt(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
