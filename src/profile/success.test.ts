import { documentOf } from '../model/document-of.ts';
import { expect, test } from 'vitest';
import { loadSpecs } from '../model/load.ts';
import { sampleProfile } from './profile-fixtures.ts';
import { statusReader } from './success.ts';

const { documents } = loadSpecs();
const BOUND = { bindings: { openApp: { success: 302 } } };

test.each([
  ['authentication', 'authenticate', ['success', 'neither', 'neither', 'neither', 'limited']],
  ['authentication', 'openApp', ['neither', 'neither', 'success', 'neither', 'limited']],
  ['privileged-access', 'listGroups', ['success', 'success', 'neither', 'neither', 'limited']],
  ['privileged-access', 'getDeprecatedResource', ['neither', 'neither', 'neither', 'success', 'limited']],
  ['governance', 'readCollection', ['success', 'success', 'neither', 'neither', 'neither']],
] as const)('statuses 200, 204, 302, 404 and 429 of %s %s are %j', (document, operation, told) => {
  const read = statusReader(documentOf({ documents }, document), sampleProfile(BOUND, {}, document), operation);
  expect([200, 204, 302, 404, 429].map(read)).toEqual(told);
});
