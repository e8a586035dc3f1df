import { expect, test } from 'vitest';
import { readProfile, resolveProfile } from '../profile/load-profile.ts';
import { loadSpecs } from '../model/load.ts';
import { planDocument } from './plan.ts';

const FILE = 'specs/profiles/example-vendor.yaml';
const ENVIRONMENT = {
  VENDOR_PAM_URL: 'https://pam.example.test',
  VENDOR_ID_URL: 'https://id.example.test',
  VENDOR_STATES_URL: 'https://states.example.test',
  VENDOR_STATES_AUTHORIZATION: 'Bearer x',
  VENDOR_API_TOKEN: 'token',
  VENDOR_TOKEN_WITHOUT_GOVERNANCE: 'other-token',
};

const specs = loadSpecs();
const profile = resolveProfile(readProfile(FILE, specs), FILE, ENVIRONMENT);

test('the example is a profile for all three services, and fills its addresses from the environment', () => {
  expect(Object.entries(profile.services).map(([name, { baseUrl }]) => [name, baseUrl])).toEqual([
    ['privileged-access', 'https://pam.example.test'],
    ['authentication', 'https://id.example.test'],
    ['governance', 'https://id.example.test'],
  ]);
});

test.each(Object.values(specs.documents))(
  'nothing that the example claims of $name is left out for want of a binding, a credential or a declaration',
  (spec) => {
    const { omissions, cases } = planDocument(specs, spec, profile, {});
    const judgeable = (id: string): boolean => specs.clauses.get(id)?.status === 'testable';
    const unfilled = omissions
      .filter(({ clauses }) => clauses.some(judgeable))
      .filter(({ key = '', why }) => /bindings|credentials/.test(key) || why.includes('declared'));
    expect({ driven: cases.length > 10, unfilled: [...new Set(unfilled.map(({ why }) => why))] }).toEqual({ driven: true, unfilled: [] });
  },
);
