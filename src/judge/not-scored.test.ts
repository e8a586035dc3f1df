import { expect, test } from 'vitest';
import type { Clause, Erratum, Specs } from '../model/types.ts';
import { doorSpec, sampleProfile, sampleSpecs } from '../profile/profile-fixtures.ts';
import type { TraceEvent } from '../trace/events.ts';
import { withResponse } from '../trace/trace-fixtures.ts';
import { DOOR_TOUR, OPEN_DOOR } from './judge-fixtures.ts';
import { judge } from './judgement.ts';

const OPEN = 'doors.transitions.open';
/** The door stays shut where it is to open. */
const STUCK = withResponse(DOOR_TOUR, 1, () => ({ status: 200, headers: {}, body: { ...OPEN_DOOR, state: 'SHUT' } }));

function specs({
  errata = [],
  clauses = [],
}: { readonly errata?: readonly Erratum[]; readonly clauses?: readonly (Partial<Clause> & { readonly id: string })[] } = {}): Specs {
  return { ...sampleSpecs(doorSpec({ clauses })), errata };
}

/** What is said of the opening of the door. */
function verdictsUnder(events: readonly TraceEvent[], given: Specs): unknown {
  const { clauses, findings } = judge(given, sampleProfile(), events);
  const { verdict, blame, reason, erratum } = clauses.find(({ clause }) => clause.id === OPEN) ?? {};
  const failing = new Set(
    findings.filter((finding) => finding.verdict === 'fail' && finding.clauses.includes(OPEN)).map(({ check }) => check),
  );
  return { verdict, blame, reason: reason?.replace(/expected .*/s, 'expected …'), erratum, failing: [...failing] };
}

test('a clause that is known to be wrong is inconclusive, whatever was seen', () => {
  const errata = [{ clause: OPEN, since: '1.2.3', reason: 'read wrongly' }];
  const wrong = { verdict: 'inconclusive', blame: 'harness', reason: 'erratum since 1.2.3: read wrongly', erratum: true };
  expect([verdictsUnder(DOOR_TOUR, specs({ errata })), verdictsUnder(STUCK, specs({ errata }))]).toEqual([
    { ...wrong, failing: [] },
    { ...wrong, failing: ['transition/open'] },
  ]);
});

test('a check that is known to be wrong fails nothing and passes nothing', () => {
  const errata = [{ check: 'transition/open', since: '1.2.3', reason: 'too narrow' }];
  const wrong = { verdict: 'inconclusive', blame: 'harness', reason: 'erratum since 1.2.3: too narrow', erratum: true, failing: [] };
  expect([verdictsUnder(STUCK, specs()), verdictsUnder(STUCK, specs({ errata })), verdictsUnder(DOOR_TOUR, specs({ errata }))]).toEqual([
    { verdict: 'fail', blame: 'target', reason: 'expected …', erratum: undefined, failing: ['transition/open'] },
    wrong,
    wrong,
  ]);
});

test('a provisional clause is judged and shown, and not scored', () => {
  const clauses = [{ id: OPEN, provisional: true as const }];
  const unscored = { verdict: 'skipped', blame: undefined, erratum: undefined };
  expect([verdictsUnder(DOOR_TOUR, specs({ clauses })), verdictsUnder(STUCK, specs({ clauses }))]).toEqual([
    { ...unscored, reason: 'provisional, not scored: pass', failing: [] },
    { ...unscored, reason: 'provisional, not scored: fail (expected …', failing: ['transition/open'] },
  ]);
});
