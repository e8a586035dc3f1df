import { expect, test } from 'vitest';
import { isObject } from './is-object.ts';
import { loadSpecs } from './load.ts';

/** Every view in a part of the specs that an expectation holds an answer against. */
function viewsIn(value: unknown): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  // Where a state is told from the body, one without a body is not meant.
  const isExpectation = isObject(value) && 'view' in value && 'clauses' in value && !('inState' in value);
  const own = isExpectation ? [value['view']] : [];
  return [...own, ...Object.values(value).flatMap(viewsIn)];
}

function requires(schema: unknown, name?: string): boolean {
  if (!isObject(schema) || !Array.isArray(schema['required'])) return false;
  return name === undefined || schema['required'].includes(name);
}

test('a view that requires members of the body requires the body, or an answer without one would pass', () => {
  const views = Object.values(loadSpecs().documents).flatMap(viewsIn);
  const ofBody = views.filter((view) => isObject(view) && isObject(view['properties']) && requires(view['properties']['body']));
  expect(ofBody.length).toBeGreaterThan(0);
  expect(ofBody.filter((view) => !requires(view, 'body'))).toEqual([]);
});
