import { expect, test } from 'vitest';
import { doorSpec, sampleProfile } from './profile-fixtures.ts';
import type { DocumentSpec } from '../model/types.ts';
import { missingNeeds, needKey } from './needs.ts';
import type { PublicProfile } from './profile.ts';

const spec = doorSpec({
  callers: [
    { name: 'guest', credential: 'pass', clauses: [] },
    { name: 'owner', credential: 'knock', clauses: [] },
  ],
});

const missingNeed = (of: DocumentSpec, profile: PublicProfile, needs: readonly string[]): string | undefined =>
  missingNeeds(of, profile, needs)[0];

test('a need is filled by a credential where a caller shows one of that name, else by a binding', () => {
  const filled = sampleProfile({ bindings: { knock: {}, doorCode: '/c' }, credentials: ['pass'] });
  expect([
    missingNeed(spec, filled, ['knock', 'doorCode', 'pass']),
    missingNeed(spec, filled, []),
    missingNeed(spec, filled, ['knock', 'doorFrame']),
    missingNeed(spec, sampleProfile({ bindings: { pass: 'x' } }), ['pass']),
    missingNeed(spec, sampleProfile({ credentials: ['knock'] }), ['knock']),
    missingNeed(spec, { ...filled, services: {} }, ['pass']),
  ]).toEqual([
    undefined,
    undefined,
    'services.authentication.bindings.doorFrame',
    'services.authentication.credentials.pass',
    'services.authentication.bindings.knock',
    'services.authentication.credentials.pass',
  ]);
  expect([needKey(spec, 'pass'), needKey(spec, 'knock')]).toEqual(['credentials.pass', 'bindings.knock']);
});

test('all needs that are unfilled are named, in their order', () => {
  expect(missingNeeds(spec, sampleProfile({ bindings: { knock: {} } }), ['doorFrame', 'knock', 'pass'])).toEqual([
    'services.authentication.bindings.doorFrame',
    'services.authentication.credentials.pass',
  ]);
});

test('an argument has a place unless the document leaves the request open and the binding shows one without it', () => {
  const open = doorSpec({ operations: [{ id: 'knock', clauses: [], responses: [], open: ['request'] }] });
  const needed = (binding: object): string | undefined =>
    missingNeed(open, sampleProfile({ bindings: { knock: { method: 'POST', path: '/doors', ...binding } } }), ['knock.times']);
  expect([
    needed({}),
    needed({ body: { count: '$times' } }),
    needed({ query: { count: '$times' } }),
    needed({ path: '/doors/{times}', body: {} }),
    needed({ body: { times: 3 } }),
  ]).toEqual([undefined, undefined, undefined, undefined, 'services.authentication.bindings.knock.body.times']);
  expect(missingNeed(doorSpec(), sampleProfile(), ['knock.times'])).toBeUndefined();
  const times = { name: 'times', in: 'path' as const, schema: {}, clauses: [] };
  const inPath = doorSpec({ operations: [{ id: 'knock', clauses: [], responses: [], open: ['path'], parameters: [times] }] });
  const bound = (path: string): string | undefined =>
    missingNeed(inPath, sampleProfile({ bindings: { knock: { path } } }), ['knock.times']);
  expect([bound('/doors/{times}'), bound('/doors')]).toEqual([undefined, 'services.authentication.bindings.knock.body.times']);
});
