import { expect, test } from 'vitest';
import { documentOf } from '../../model/document-of.ts';
import { recipesOf } from '../../model/load-mix.ts';
import { loadSpecs } from '../../model/load.ts';
import type { DocumentName } from '../../model/types.ts';
import { demandsOn, type OwnDemand } from './own-demands.ts';

const specs = loadSpecs();

function demandsOf(document: DocumentName, name: string): readonly OwnDemand[] {
  const spec = documentOf(specs, document);
  return recipesOf(spec)
    .filter((recipe) => recipe.name === name)
    .flatMap((recipe) => demandsOn(spec, recipe));
}

const clausesOf = (demands: readonly OwnDemand[]): readonly string[] => demands.flatMap(({ clauses }) => clauses);

test('a sign-in is held to what a transition and a probe expect of the same sign-in', () => {
  const demands = demandsOf('authentication', 'authenticate/password');
  expect(clausesOf(demands)).toEqual(
    expect.arrayContaining(['authn.transitions.success', 'authn.resources.user.is-the-one', 'authn.resources.user.login-value']),
  );
  expect(demands.every(({ expectation }) => expectation.status === undefined && expectation.error === undefined)).toBe(true);
});

test('a sign-in of another kind of user is held to whose it is alone', () => {
  const keys = demandsOf('authentication', 'authenticate/trusted').flatMap(({ expectation }) => Object.keys(expectation));
  expect([...new Set(keys)].toSorted()).toEqual(['clauses', 'sameIfPresent']);
});

test('names are those of the request, whatever the step calls them', () => {
  const [demand] = demandsOf('governance', 'readEntitlement/entitlement.of-resource');
  expect([demand?.id, demand?.expectation.same]).toEqual([
    'probe/entitlement.of-resource/steps/1/0',
    { '/body/resource/resourceId': '$subject.resourceId' },
  ]);
});

test('every document holds requests of its mix to demands of its own', () => {
  const held = Object.values(specs.documents).map((spec) => recipesOf(spec).filter((recipe) => demandsOn(spec, recipe).length > 0).length);
  expect(held.every((count) => count > 0)).toBe(true);
});
