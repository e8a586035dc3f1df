import { expect, test } from 'vitest';
import { doorSpec, sampleProfile } from '../profile/profile-fixtures.ts';
import { loadSpecs } from '../model/load.ts';
import type { Step } from '../model/types.ts';
import { clauseServed } from './row-clauses.ts';
import { planDocument } from './plan.ts';
import { transitionsOf } from './transition-system.ts';

const asked: Step = { call: 'getDoor', expect: [{ clauses: ['doors.asked'], status: [200] }] };
const spec = doorSpec({
  probes: [
    { id: 'look', about: 'looks', steps: [{ call: 'openDoor' }, asked] },
    { id: 'law', about: 'shows a law', serves: ['doors.law'], steps: [{ call: 'getDoor' }] },
    { id: 'watch', about: 'watches', steps: [{ call: 'getDoor', observe: 'colour' }] },
  ],
});
const [open] = transitionsOf(spec, undefined);

test.each([
  ['the transition that it takes', 'transition:open', asked, open, 'doors.transitions.open'],
  ['what its own answer is judged by', 'probe:look', asked, undefined, 'doors.asked'],
  ['what its probe comes to judge', 'probe:look', { call: 'openDoor' }, undefined, 'doors.asked'],
  ['the law that its probe serves', 'probe:law', { call: 'getDoor' }, undefined, 'doors.law'],
  ['the transition that it reads back', 'transition:knock@OPEN', { call: 'getDoor' }, undefined, 'doors.transitions.knock'],
  ['the operation that it tries out', 'negative:getDoor', { call: 'getDoor' }, undefined, 'doors.endpoints.get'],
  ['nothing where its row only watches', 'probe:watch', { call: 'getDoor', observe: 'colour' }, undefined, undefined],
] as const)('a step is sent for %s', (_what, row, step, takes, wanted) => {
  const at = { place: { row, at: 'steps/0' }, step, purpose: 'probe' as const, ...(takes === undefined ? {} : { takes }) };
  expect(clauseServed(spec, at)).toBe(wanted);
});

test('nearly every step of the documents is sent for a clause of its document', () => {
  const specs = loadSpecs();
  for (const document of Object.values(specs.documents)) {
    const { cases } = planDocument(specs, document, sampleProfile({}, {}, document.name), {});
    const served = cases.flatMap(({ steps }) => steps.map((step) => clauseServed(document, step)));
    const unknown = served.filter((clause) => clause !== undefined && specs.clauses.get(clause)?.document !== document.name);
    expect(unknown).toEqual([]);
  }
});
