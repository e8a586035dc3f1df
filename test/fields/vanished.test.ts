import { expect, test } from 'vitest';
import { documentNames } from '../../src/mock/kit/documents.ts';
import type { DocumentName } from '../../src/mock/kit/documents.ts';
import { draw } from '../support/draw.ts';
import { alteredRun } from './altered-run.ts';
import type { DocumentedField } from './altered-run.ts';

/** Fields that a conforming response may lack, or whose absence keeps the run from going on before anything can be judged. */
const MAY_VANISH: Readonly<Record<DocumentName, readonly string[]>> = {
  'privileged-access': [],
  authentication: [
    // The document calls them 'seen', and shows no response in which they stand.
    ...['credentialId', 'phoneNumber', 'deviceType', 'name', 'platform', 'version', 'keys'].map(profileField),
    ...['keys[].kty', 'keys[].use', 'keys[].kid', 'keys[].x5c'].map(profileField),
    // Which factors have an entry is not said.
    'Transaction._embedded.policy.factorsPolicyInfo{}',
    // Optional, says the document.
    'Transaction._links.next|cancel|skip.name',
  ],
  governance: [
    // Names of relations that the document tells in words, or does not speak of.
    'Entitlement.values',
    'Entitlement.values[].entitlementId',
    ...['resource.resourceId', 'groupId', 'entitlementBundleId', 'entitlementValueId', 'parentId'].map(
      (path) => `CatalogEntries.items[].${path}`,
    ),
    'EntitlementBundle.id',
    'CollectionAssignment.principal.type',
    'PrincipalEntitlements.items[].targetPrincipal.type',
    'Reviews.items[].id',
    'Review.reviewer.id',
    'RequestV1.actions',
    // The document shows no such field; without it the object cannot be read again.
    ...['Collection', 'CollectionAssignment', 'Campaign', 'Review', 'RequestCondition'].map((resource) => `${resource}.id`),
    ...['CatalogEntry', 'Request', 'RequestType', 'RequestV1'].map((resource) => `${resource}.id`),
  ],
};

function profileField(name: string): string {
  return `Transaction._embedded.factor|factors[].profile.${name}`;
}

function nameOf({ resource, path }: DocumentedField): string {
  return `${resource}.${path}`;
}

test.each(draw(1, documentNames))('%s: a documented field that vanishes from every response fails the run', async (document) => {
  const { fields, failing } = await alteredRun(document);
  const drawn = draw(Math.ceil(fields.length / 40), fields);
  const missed = drawn.filter((field) => failing(field, () => ({ do: 'remove', path: [] }))?.length === 0);
  const names = drawn.map(nameOf);
  expect(missed.map(nameOf).toSorted()).toEqual(MAY_VANISH[document].filter((name) => names.includes(name)).toSorted());
  expect(MAY_VANISH[document].filter((name) => !fields.map(nameOf).includes(name))).toEqual([]);
});
