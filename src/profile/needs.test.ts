import { expect, test } from 'vitest';
import { doorSpec, sampleProfile } from './profile-fixtures.ts';
import { missingNeed, needKey } from './needs.ts';

const spec = doorSpec({
  callers: [
    { name: 'guest', credential: 'pass', clauses: [] },
    { name: 'owner', credential: 'knock', clauses: [] },
  ],
});

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
