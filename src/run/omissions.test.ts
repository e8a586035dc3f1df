import { expect, test } from 'vitest';
import { judge } from '../judge/judgement.ts';
import { planDocument } from '../plan/plan.ts';
import { doorSpec, sampleProfile, sampleSpecs } from '../profile/profile-fixtures.ts';
import { memoryTrace } from '../trace/writer.ts';
import { recordOmissions } from './drive-plans.ts';

const listen = {
  id: 'listen',
  about: 'listens',
  steps: [{ call: 'knock', expect: [{ clauses: ['doors.sound'] as [string], status: [200] }] }] as [object],
};
const spec = doorSpec({ probes: [listen] });
const specs = sampleSpecs(spec);
const trace = memoryTrace();
recordOmissions(trace, planDocument(specs, spec, sampleProfile(), { clauses: 'doors.sound' }));

test('what is left out is on record as a blocked case', () => {
  expect(trace.events).toEqual([
    {
      type: 'case',
      case: 'omitted/probe:listen',
      document: 'authentication',
      kind: 'probe',
      title: 'probe:listen',
      rows: ['probe:listen'],
    },
    {
      type: 'blocked',
      case: 'omitted/probe:listen',
      place: { row: 'probe:listen', at: 'given' },
      because: 'services.authentication.bindings.knock is missing',
      blame: 'config',
      key: 'services.authentication.bindings.knock',
    },
  ]);
});

test('so that its clauses are judged from the trace alone', () => {
  const { clauses } = judge(specs, sampleProfile(), trace.events, { clauses: 'doors.sound' });
  expect(clauses.map(({ verdict, blame, reason }) => [verdict, blame, reason])).toEqual([
    ['inconclusive', 'config', 'services.authentication.bindings.knock is missing'],
  ]);
});

// A probe that only serves laws expects nothing of its own steps, so its omission reaches no clause.
test('so is the clause that a left-out probe serves', () => {
  const serving = doorSpec({
    probes: [{ id: 'listen', about: 'listens', serves: ['doors.law'], steps: [{ call: 'knock' }] }],
    clauses: [{ id: 'doors.law' }],
  });
  const own = memoryTrace();
  recordOmissions(own, planDocument(sampleSpecs(serving), serving, sampleProfile(), { clauses: 'doors.law' }));
  const { clauses } = judge(sampleSpecs(serving), sampleProfile(), own.events, { clauses: 'doors.law' });
  expect(clauses.map(({ verdict, blame }) => [verdict, blame])).toEqual([['inconclusive', 'config']]);
});

test('all that a row lacks is on record in its one case', () => {
  const needing = doorSpec({ probes: [{ ...listen, needs: ['doorBell'] }] });
  const own = memoryTrace();
  recordOmissions(own, planDocument(sampleSpecs(needing), needing, sampleProfile(), { clauses: 'doors.sound' }));
  expect(own.events.map((event) => (event.type === 'blocked' ? event.key : event.type))).toEqual([
    'case',
    'services.authentication.bindings.doorBell',
    'services.authentication.bindings.knock',
  ]);
  const [clause] = judge(sampleSpecs(needing), sampleProfile(), own.events, { clauses: 'doors.sound' }).clauses;
  expect([clause?.reason, clause?.furtherReasons]).toEqual([
    'services.authentication.bindings.doorBell is missing',
    ['services.authentication.bindings.knock is missing'],
  ]);
});
