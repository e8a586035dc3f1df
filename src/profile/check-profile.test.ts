import { expect, test } from 'vitest';
import type { ServiceProfile } from '../model/types.ts';
import { SpecError } from '../model/errors.ts';
import { declarable } from '../model/declarable.ts';
import { checkProfile, valueBindings } from './check-profile.ts';
import { doorSpec, sampleSpecs } from './profile-fixtures.ts';

const spec = doorSpec({
  probes: [{ id: 'look', about: 'look', steps: [{ call: 'getDoor', observe: 'colour' }] }],
  clauses: [{ id: 'doors.code', filledBy: ['bindings/doorCode', 'declares/doorSound'], needs: ['doorFrame'] }],
});

const checked = (service: ServiceProfile) => (): void =>
  checkProfile({ name: 'doors', services: { authentication: service } }, 'doors.yaml', sampleSpecs(spec));

test('what the document leaves open may be bound and declared', () => {
  expect(
    checked({
      claims: ['authn.doors'],
      bindings: { knock: { method: 'POST', path: '/knock', response: { root: '/door' } }, doorCode: '/c', doorFrame: 'oak' },
      declares: [
        { name: 'knocking', to: 'OPEN' },
        { name: 'colour', values: ['red'] },
        { name: 'doorSound', values: ['creak'] },
      ],
    }),
  ).not.toThrow();
  expect([...declarable(spec)]).toEqual(['knocking', 'colour', 'doorSound']);
  expect(valueBindings(spec)).toEqual(expect.arrayContaining(['doorCode', 'doorFrame']));
});

test.each<[string, ServiceProfile, RegExp]>([
  [
    'a feature that is none',
    { claims: ['authn.door'] },
    /^doors\.yaml .*services\.authentication\.claims.*expected a feature of authentication \(authn\.doors\), found authn\.door\. Did you mean 'authn\.doors'\?$/s,
  ],
  ['a binding of nothing', { bindings: { shove: {} } }, /services\.authentication\.bindings\.shove .*found shove$/s],
  ['a binding that is no mapping', { bindings: { knock: '/x' } }, /services\.authentication\.bindings\.knock .*found '\/x'$/s],
  [
    'a method that the document says',
    { bindings: { getDoor: { method: 'POST' } } },
    /services\.authentication\.bindings\.getDoor\.method .*the document says GET: remove this key$/s,
  ],
  [
    'a path that the document says',
    { bindings: { getDoor: { path: '/x' } } },
    /services\.authentication\.bindings\.getDoor\.path .*the document says \/doors\/\{id\}: remove this key$/s,
  ],
  [
    'a promise of nothing',
    { declares: [{ name: 'colour' }] },
    /services\.authentication\.declares\.0 .*expected what 'colour' promises \(to, .*\), found nothing\. Add one of these, or remove the entry$/s,
  ],
  [
    'a reference in a body to what no call has',
    { bindings: { knock: { body: { deep: [{ who: '$namee' }] } } } },
    /services\.authentication\.bindings\.knock\.body\.deep\.0\.who .*expected an argument of knock \(.*\), found '\$namee'/s,
  ],
  [
    'a reference in a path to what no call has',
    { bindings: { knock: { path: '/doors/{idd}' } } },
    /services\.authentication\.bindings\.knock\.path .*expected an argument of knock \(.*\), found '\{idd\}'/s,
  ],
  [
    'a field of what no call has',
    { bindings: { knock: { path: '/doors/{idd.key}' } } },
    /services\.authentication\.bindings\.knock\.path .*expected an argument of knock \(.*\), found '\{idd\.key\}'/s,
  ],
  [
    'a field of a field',
    { bindings: { knock: { body: { who: '$id.key.kind' } } } },
    /services\.authentication\.bindings\.knock\.body\.who .*expected at most one field, as in \$name\.id, found '\$id\.key\.kind'/s,
  ],
  ['a declaration of nothing', { declares: [{ name: 'smell' }] }, /services\.authentication\.declares.* found smell$/s],
])('%s is told with its key and what was expected', (_what, service, message) => {
  expect(checked(service)).toThrow(SpecError);
  expect(checked(service)).toThrow(message);
});

test('all mistakes are told at once, a line each', () => {
  expect(() => checked({ claims: ['a.b', 'c.d'], bindings: { shove: {} } })()).toThrow(/found a\.b\n.*found c\.d\n.*found shove$/);
});
