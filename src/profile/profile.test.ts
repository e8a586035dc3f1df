import { expect, test } from 'vitest';
import { sampleProfile, sampleSpec, sampleSpecs } from './profile-fixtures.ts';
import { claims, declaration, operationBinding, publicPart, valueBinding } from './profile.ts';

const clause = sampleSpecs(sampleSpec({ clauses: [{ id: 'doors.a' }] })).clauses.get('doors.a');

test.each([
  ['everything is claimed where claims are omitted', sampleProfile(), true],
  ['a claimed feature is', sampleProfile({ claims: ['authn.other', 'authn.doors'] }), true],
  ['another feature is not', sampleProfile({ claims: ['authn.other'] }), false],
  ['nothing is, of a service that the profile does not have', sampleProfile({}, {}, 'governance'), false],
])('%s', (_what, profile, wanted) => {
  expect(clause !== undefined && claims(profile, clause)).toBe(wanted);
});

test('a binding is an operation’s or a plain value, each found by its own question', () => {
  const profile = sampleProfile({
    bindings: { knock: { method: 'POST' }, errorName: '/code' },
    declares: [{ name: 'knocking', to: 'OPEN' }],
  });
  const names = ['knock', 'errorName', 'other'];
  expect(names.map((name) => operationBinding(profile, 'authentication', name))).toEqual([{ method: 'POST' }, undefined, undefined]);
  expect(names.map((name) => valueBinding(profile, 'authentication', name))).toEqual([undefined, '/code', undefined]);
  expect([declaration(profile, 'authentication', 'knocking'), declaration(profile, 'authentication', 'other')]).toEqual([
    { name: 'knocking', to: 'OPEN' },
    undefined,
  ]);
});

test('credentials and the headers that carry them are not part of what goes into the trace', () => {
  const profile = sampleProfile(
    {},
    { credentials: { authentication: { apiToken: 'canary-1' } }, headers: { authentication: { 'X-Key': 'canary-2' } } },
  );
  expect(Object.keys(publicPart(profile))).toEqual(['name', 'embedded', 'services', 'permissions', 'sources', 'control']);
  expect(JSON.stringify(publicPart(profile))).not.toContain('canary');
});
