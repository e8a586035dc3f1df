import { expect, test } from 'vitest';
import { doorSpec } from '../profile/profile-fixtures.ts';
import { onlyAdds, openWithout } from './only-adds.ts';
import type { ProbeRow } from './types.ts';

test.each<[string, ProbeRow['adds'], boolean, readonly string[]]>([
  ['a probe stands for what it names', undefined, false, ['doors.about', 'doors.transitions.knock']],
  ['one that adds to all of it stands for nothing', true, true, []],
  ['one that adds to some of it stands for the rest', ['doors.about'], false, ['doors.transitions.knock']],
])('%s', (_what, adds, isOnly, open) => {
  const probe: ProbeRow = { id: 'look', about: 'looks', steps: [{ call: 'getDoor' }], ...(adds === undefined ? {} : { adds }) };
  const spec = { ...doorSpec(), probes: { probes: [probe] } };
  const clauses = ['doors.about', 'doors.transitions.knock'];
  expect(['probe:look', 'probe:look@ten'].map((row) => [onlyAdds(spec, row), openWithout(spec, row, clauses)])).toEqual([
    [isOnly, open],
    [isOnly, open],
  ]);
});

test('a place of a family leaves no clause open that a rule judges on each response; a probe of its own does', () => {
  const open = (more: Partial<ProbeRow>): readonly string[] => {
    const probe: ProbeRow = { id: 'look', about: 'looks', steps: [{ call: 'getDoor' }], ...more };
    const { resources } = doorSpec();
    const rule = { id: 'doors.rule', clauses: ['doors.about'], when: {}, schema: {}, expected: 'a door' };
    const spec = { ...doorSpec(), probes: { probes: [probe] }, resources: { ...resources, rules: [rule] } };
    return openWithout(spec, 'probe:look', ['doors.about', 'doors.a']);
  };
  expect([open({}), open({ family: { name: 'isolation', place: 'door' } })]).toEqual([['doors.about', 'doors.a'], ['doors.a']]);
});
