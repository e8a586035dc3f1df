import { expect, test } from 'vitest';
import type { Finding } from '../judge/finding.ts';
import { heldAgainstTarget } from '../judge/judge-fixtures.ts';
import { doorSpec, sampleSpecs } from '../profile/profile-fixtures.ts';
import { familyResults, probeFamilies } from './results.ts';

const PLACED = { id: 'effect.one', about: 'a door', steps: [], family: { name: 'effects', place: 'one/knock' } };
const CHECK = 'probe/effect.one/steps/0/0';

test.each<[string, Partial<Finding>, number, number]>([
  ['that a response shows', { verdict: 'pass' }, 1, 1],
  ['that only an event shows', { verdict: 'pass', exchanges: [] }, 1, 1],
  ['that only a missing event contradicts', { exchanges: [] }, 1, 0],
  ['of which a response leaves open what it shows', { verdict: 'inconclusive' }, 1, 0],
  ['that was never asked about', { verdict: 'inconclusive', exchanges: [] }, 0, 0],
])('a place %s is counted', (_which, about, exercised, passed) => {
  const specs = sampleSpecs(doorSpec({ probes: [PLACED] }));
  const plan = { name: 'effects', places: 1, planned: 1, notExercisable: [] };
  expect(familyResults([plan], specs, [heldAgainstTarget(CHECK, about)])).toMatchObject([
    { name: 'effects', places: 1, planned: 1, exercised, passed },
  ]);
});

test('a place at which nothing was decided is told with why', () => {
  const specs = sampleSpecs(doorSpec({ probes: [PLACED] }));
  const plan = { name: 'effects', places: 1, planned: 1, notExercisable: [] };
  const open = heldAgainstTarget(CHECK, { verdict: 'inconclusive', reason: 'a preparing step was refused: status 409' });
  const [result] = familyResults([plan], specs, [open]);
  expect(result?.notExercisable).toEqual([{ place: 'authentication/one/knock', lacks: 'a preparing step was refused: status 409' }]);
});

test('a place that was planned and not asked about is told too, where all were planned', () => {
  const specs = sampleSpecs(doorSpec({ probes: [PLACED] }));
  const plan = { name: 'effects', places: 1, planned: 1, notExercisable: [] };
  const lackingOf = (planned: number): unknown => familyResults([{ ...plan, planned }], specs, [])[0]?.notExercisable;
  expect([lackingOf(1), lackingOf(0)]).toEqual([
    [{ place: 'authentication/one/knock', lacks: 'its precondition did not occur in this run' }],
    [],
  ]);
});

test('a place that one of its probes decides is not told as open, whatever keeps another one', () => {
  const second = { ...PLACED, id: 'effect.two' };
  const specs = sampleSpecs(doorSpec({ probes: [PLACED, second] }));
  const passed = heldAgainstTarget(CHECK, { verdict: 'pass' });
  const open = heldAgainstTarget('probe/effect.two/steps/0/0', {
    verdict: 'inconclusive',
    reason: 'a preparing step was refused: status 409',
  });
  const [result] = familyResults([{ name: 'effects', places: 1, planned: 1, notExercisable: [] }], specs, [passed, open]);
  expect(result).toMatchObject({ exercised: 1, passed: 1, notExercisable: [] });
});

test.each([
  ['authentication', CHECK, 'effects'],
  ['authentication', 'shape/effect.one', undefined],
  ['authentication', 'probe/other/steps/0/0', undefined],
  ['governance', CHECK, undefined],
])('in %s, the check %s is of the family %s', (document, check, family) => {
  expect(probeFamilies(sampleSpecs(doorSpec({ probes: [PLACED] })))(document, check)).toBe(family);
});
