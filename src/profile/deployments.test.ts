import { expect, test } from 'vitest';
import type { ProfileFile } from '../model/types.ts';
import { countDeployments, environmentOf } from './deployments.ts';

const FILE = 'doors.yaml';
const source: ProfileFile = {
  name: 'doors',
  services: { authentication: { baseUrl: '${ID}' }, governance: { baseUrl: '${GOV}' } },
  faults: { http: '${CONTROL}/faults' },
};
const FIRST = { ID: 'https://id.test', GOV: 'https://gov.test', CONTROL: 'https://control.test', KEY: 'one' };
const SECOND = { ID_2: 'https://id2.test', GOV_2: 'https://gov2.test', CONTROL_2: 'https://control2.test' };

test('the second deployment has NAME_2 in the place of NAME, and the rest as the first', () => {
  expect(environmentOf({ ...FIRST, ...SECOND, KEY_3: 'three' }, 2)).toMatchObject({
    ID: 'https://id2.test',
    GOV: 'https://gov2.test',
    CONTROL: 'https://control2.test',
    KEY: 'one',
  });
});

test.each<[string, ProfileFile, Readonly<Record<string, string>>, number]>([
  ['one set of addresses is one deployment', source, FIRST, 1],
  ['a second set of addresses is a second', source, { ...FIRST, ...SECOND }, 2],
  [
    'addresses that no variable fills are one deployment',
    { ...source, faults: { module: './faults.mjs' }, services: { authentication: { baseUrl: 'https://id.test' } } },
    {},
    1,
  ],
  ['an embedded deployment is started as often as it is wanted', { name: 'mock', embedded: {} }, {}, 8],
])('%s', (_what, profile, env, count) => {
  expect(countDeployments(profile, FILE, env, 8)).toBe(count);
});

test.each<[string, ProfileFile, Readonly<Record<string, string>>, string]>([
  [
    'a second deployment with a service of the first is refused',
    source,
    { ...FIRST, ID_2: 'https://id2.test', CONTROL_2: 'https://control2.test' },
    'services.governance.baseUrl  expected an address of its own for deployment 2, found that of deployment 1. Write it as ${NAME} and set NAME_2',
  ],
  [
    'a second deployment with the switch of the first is refused',
    source,
    { ...FIRST, ID_2: 'https://id2.test', GOV_2: 'https://gov2.test' },
    'faults.http  expected an address of its own for deployment 2, found that of deployment 1. Write it as ${NAME} and set NAME_2',
  ],
  [
    'a profile without a switch is refused',
    { name: 'doors', services: {} },
    FIRST,
    "faults  expected where the target's defects are switched, found nothing. Add faults: { http: https://… }",
  ],
])('%s', (_what, profile, env, message) => {
  expect(() => countDeployments(profile, FILE, env, 2)).toThrow(message);
});
