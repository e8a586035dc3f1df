import { documentOf } from './document-of.ts';
import { expect, test } from 'vitest';
import { loadSpecs } from './load.ts';
import { recipesOf } from './load-mix.ts';

const specs = loadSpecs();
const documents = Object.values(specs.documents);

test('each document can be loaded with several of its operations', () => {
  const operations = documents.map((spec) => [spec.name, new Set(recipesOf(spec).map(({ step }) => step.call)).size]);
  expect(Object.fromEntries(operations)).toEqual({ 'privileged-access': 3, authentication: 4, governance: 11 });
});

test('what is sent in thousands only reads or signs in', () => {
  const sent = documents.flatMap((spec) =>
    recipesOf(spec).flatMap(({ step }) => spec.endpoints.operations.filter(({ id }) => id === step.call)),
  );
  expect(sent.filter(({ safe, signIn }) => safe !== true && signIn !== true)).toEqual([]);
});

test('an operation without an example is sent as the first probe calls it that needs nothing but provider states', () => {
  const recipe = recipesOf(documentOf(specs, 'governance')).find(({ step }) => step.call === 'readEntitlementBundle');
  expect(recipe).toEqual({
    name: 'readEntitlementBundle/entitlement.bundle',
    given: [{ state: 'a resource that principals can be granted', as: 'subject' }],
    prepare: [],
    step: { call: 'readEntitlementBundle', with: { bundleId: '$subject.bundleId' } },
  });
});
