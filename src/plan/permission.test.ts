import { expect, test } from 'vitest';
import { doorSpec, KNOCK_BINDING, sampleProfile, sampleSpecs } from '../profile/profile-fixtures.ts';
import type { PublicProfile } from '../profile/profile.ts';
import type { Step } from '../model/types.ts';
import { forbidden, stepDenied } from './permission.ts';
import { planDocument } from './plan.ts';

const spec = doorSpec({
  operations: doorSpec().endpoints.operations.map((operation) =>
    operation.id === 'openDoor' ? { ...operation, signIn: true } : operation,
  ),
});
const permitted = (...names: readonly string[]): PublicProfile => {
  const isPermitted = (name: string): boolean => names.includes(name);
  const permissions = {
    mutate: isPermitted('mutate'),
    destroy: isPermitted('destroy'),
    exhaustRateLimit: isPermitted('exhaustRateLimit'),
    origins: [],
  };
  return sampleProfile({ bindings: { knock: KNOCK_BINDING } }, { permissions });
};
const call = (operation: string): Step => ({ call: operation });
const limited = (outcomes: object): Step => ({ call: 'getDoor', expect: [{ clauses: ['doors.limit'], ...outcomes }] });

test.each<[string, Step, readonly string[], string | undefined]>([
  ['reading needs none', call('getDoor'), [], undefined],
  ['signing in needs none', call('openDoor'), [], undefined],
  ['changing needs mutate', call('shutDoor'), ['destroy', 'exhaustRateLimit'], 'permissions.mutate does not permit shutDoor'],
  ['changing needs nothing else', call('shutDoor'), ['mutate'], undefined],
  ['deleting needs destroy', call('removeDoor'), ['mutate'], 'permissions.destroy does not permit removeDoor'],
  ['deleting needs mutate too', call('removeDoor'), ['destroy'], 'permissions.mutate does not permit removeDoor'],
  ['deleting needs nothing else', call('removeDoor'), ['mutate', 'destroy'], undefined],
  ['a link is what it leads to', { follow: 'shut' }, [], 'permissions.mutate does not permit shutDoor'],
  ['a link in an embedded object is too', { follow: '/_embedded/door/_links/shut' }, [], 'permissions.mutate does not permit shutDoor'],
  ['a link of no documented name is asked for when it comes', { follow: 'next' }, [], undefined],
  ['only a 429', limited({ status: [429] }), ['mutate'], 'permissions.exhaustRateLimit does not permit what ends in 429'],
  ['only an error of 429', limited({ error: ['too_many_knocks'] }), [], 'permissions.exhaustRateLimit does not permit what ends in 429'],
  ['a 429 or something else', limited({ status: [429], error: ['wrong_key'] }), [], undefined],
  ['only a 429, permitted', limited({ status: [429] }), ['exhaustRateLimit'], undefined],
  ['no request', { advance: 'PT1S' }, [], undefined],
])('%s', (_what, step, isPermitted, wanted) => {
  expect(stepDenied(spec, permitted(...isPermitted), step)?.why).toBe(wanted);
});

test('a denial names the key, for what a probe says it needs as well', () => {
  expect([forbidden(permitted('mutate'), ['mutate', 'destroy']), forbidden(permitted('mutate'), ['mutate'])]).toEqual([
    { why: 'permissions.destroy is not given', blame: 'config', key: 'permissions.destroy' },
    undefined,
  ]);
});

test('what is not permitted is left out of the plan for its key, read-backs too', () => {
  const { cases, omissions } = planDocument(sampleSpecs(spec), spec, permitted(), {});
  expect(cases.map(({ steps }) => steps.map(({ step }) => step.call))).toEqual([['openDoor', 'getDoor'], ['openDoor']]);
  expect(omissions.map(({ row, key }) => [row, key])).toEqual([
    ['transition:shut', 'permissions.mutate'],
    ['transition:knock@OPEN', 'permissions.mutate'],
    ['transition:knock@SHUT', 'permissions.mutate'],
    ['transition:remove', 'permissions.mutate'],
  ]);
});
