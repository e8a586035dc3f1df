import { documentOf } from '../model/document-of.ts';
import { expect, test } from 'vitest';
import type { Report, Waiver, Selection } from '../model/types.ts';
import { judge } from '../judge/judgement.ts';
import { DOOR_TOUR, OPEN_DOOR } from '../judge/judge-fixtures.ts';
import { checksOf } from '../judge/judges.ts';
import { planDocument } from '../plan/plan.ts';
import { sampleProfile } from '../profile/profile-fixtures.ts';
import { metaValidator } from '../model/meta-schemas.ts';
import type { TraceEvent } from '../trace/events.ts';
import { sampleCase, withResponse } from '../trace/trace-fixtures.ts';
import { assembleReport, type RunResult } from './assemble-report.ts';
import { plannedBy } from './plans.ts';
import { DOOR_LOCK } from '../../test/support/stored-run.ts';
import { tourSpecs } from '../../test/support/certified-run.ts';

/** The door, of which a whole run of the tour judges every clause. */
const SPECS = tourSpecs();
const SPEC = documentOf(SPECS, 'authentication');
const BEGUN = '2030-06-15T12:00:00.000Z';
/** Shutting the door answers that it is open. */
const wrong = withResponse(DOOR_TOUR, 3, () => ({ status: 200, headers: {}, body: OPEN_DOOR }));

interface ReportParts extends Partial<Pick<RunResult, 'interrupted' | 'harnessErrors'>> {
  readonly events?: readonly TraceEvent[];
  readonly claims?: readonly string[];
  readonly selection?: Selection;
}

/** The report of a run against the door that was begun on 15 June 2030, with these waivers. */
function waived(waivers: readonly Partial<Waiver>[], told: ReportParts = {}): Report {
  const { events = wrong, claims, selection = {}, interrupted = false, harnessErrors = [] } = told;
  const profile = sampleProfile({ claims });
  const checks = new Map(checksOf(SPEC).map(({ id, clauses }) => [id, clauses]));
  const planned = planDocument(SPECS, SPEC, profile, selection);
  return assembleReport({
    plan: { ...DOOR_LOCK, selection, startedAt: BEGUN, planned: plannedBy([planned]) },
    specs: SPECS,
    profile,
    transitions: planned.transitions,
    durationMs: 7,
    events,
    judgement: judge(SPECS, profile, events, selection),
    harnessErrors,
    interrupted,
    waivers: waivers.map((waiver, index) => ({
      reason: 'known',
      owner: 'doors@acme.test',
      link: 'https://acme.test/1',
      expires: '2030-12-31',
      ...waiver,
      at: (key) => `waivers.yaml:${index + 2}${key === undefined ? '' : ` ${key}`}`,
      clauses: waiver.clause === undefined ? (checks.get(waiver.check ?? '') ?? []) : [waiver.clause],
    })),
  });
}

/** And so says who asks again: another check sees it. */
const twice = withResponse(wrong, 4, () => ({ status: 200, headers: {}, body: OPEN_DOOR }));

const SHUT = 'doors.transitions.shut';
const ONE: Selection = { clauses: SHUT };

/** What of it a reader looks at, line by line. */
function brief({ outcome, exitCode, failures, waived: known, badWaivers = [], clauses, summary }: Report): string {
  const shut = clauses.find(({ id }) => id === SHUT);
  return [
    `${outcome}, exit ${exitCode}; failed ${summary.clauses.failed}, waived ${summary.clauses.waived ?? 0}`,
    `${shut?.verdict}${shut?.waived === true ? ' (waived)' : ''}: ${shut?.reason}`,
    ...failures.map(({ clause, check }) => `counts: ${clause} ${check}`),
    ...known.map(({ clause, check, owner, expires }) => `waived: ${clause} ${check} ${owner} ${expires}`),
    ...badWaivers.map(({ at, problem, message }) => `bad: ${at} ${problem}: ${message}`),
  ].join('\n');
}

test('a waived clause still fails, and does not count', () => {
  expect(brief(waived([{ clause: SHUT }]))).toMatchInlineSnapshot(`
    "conformant, exit 0; failed 1, waived 1
    fail (waived): waived until 2030-12-31 (doors@acme.test): known; expected state SHUT; received status 200, OPEN
    waived: doors.transitions.shut transition/shut doors@acme.test 2030-12-31"
  `);
});

test('the report with waivers is what its schema says', () => {
  const validate = metaValidator<Report>('report');
  const reports = [waived([{ clause: SHUT }]), waived([{ clause: SHUT, expires: '2030-01-01' }])];
  expect(reports.map((report) => [validate(JSON.parse(JSON.stringify(report))), validate.errors])).toEqual([
    [true, null],
    [true, null],
  ]);
});

test('a waiver of a check covers what that check fails for, and nothing else', () => {
  expect([brief(waived([{ check: 'transition/shut' }])), brief(waived([{ check: 'transition/open' }]))]).toMatchInlineSnapshot(`
    [
      "conformant, exit 0; failed 1, waived 1
    fail (waived): waived until 2030-12-31 (doors@acme.test): known; expected state SHUT; received status 200, OPEN
    waived: doors.transitions.shut transition/shut doors@acme.test 2030-12-31",
      "usage, exit 2; failed 1, waived 0
    fail: expected state SHUT; received status 200, OPEN
    counts: doors.transitions.shut transition/shut
    bad: waivers.yaml:2 stale: the waiver of transition/open is stale: nothing fails any more. Take it out, or say intermittent: true where it comes and goes",
    ]
  `);
});

test('more failures than a waiver may cover all count', () => {
  expect([1, 2].map((max) => brief(waived([{ clause: SHUT, max }], { events: twice })))).toMatchInlineSnapshot(`
    [
      "violations, exit 1; failed 1, waived 0
    fail: expected state SHUT; received status 200, OPEN
    counts: doors.transitions.shut transition/shut
    counts: doors.transitions.shut read-back/shut
    bad: waivers.yaml:2 max exceeded: the waiver of doors.transitions.shut covers at most 1 failures, found 2: none of them is waived",
      "conformant, exit 0; failed 1, waived 1
    fail (waived): waived until 2030-12-31 (doors@acme.test): known; expected state SHUT; received status 200, OPEN
    waived: doors.transitions.shut transition/shut doors@acme.test 2030-12-31
    waived: doors.transitions.shut read-back/shut doors@acme.test 2030-12-31",
    ]
  `);
});

test('a waiver holds on its last day; after it the failure counts, and the run is one of bad waivers', () => {
  expect([
    waived([{ clause: SHUT, expires: '2030-06-15' }], { selection: ONE }).exitCode,
    brief(waived([{ clause: SHUT, expires: '2030-06-14' }], { selection: ONE })),
  ]).toMatchInlineSnapshot(`
    [
      0,
      "usage, exit 2; failed 1, waived 0
    fail: expected state SHUT; received status 200, OPEN
    counts: doors.transitions.shut transition/shut
    bad: waivers.yaml:2 expires expired: the waiver of doors.transitions.shut expired on 2030-06-14: have the target put right, or agree on a new date with doors@acme.test",
    ]
  `);
});

test('a load sees only some of what is said of a clause: no waiver is stale by it', () => {
  const underLoad = (events: readonly TraceEvent[]): readonly TraceEvent[] =>
    events.map((event) => (event.type === 'case' ? { ...event, kind: 'load' } : event));
  const { badWaivers } = waived([{ clause: SHUT }], { events: underLoad(DOOR_TOUR), selection: ONE });
  const { waived: known } = waived([{ clause: SHUT }], { events: underLoad(wrong), selection: ONE });
  expect([badWaivers, known.map(({ clause }) => clause)]).toEqual([undefined, [SHUT]]);
});

test('a waiver of what holds is stale, and one that can match nothing says so', () => {
  const bad = (waivers: readonly Partial<Waiver>[], told: ReportParts = {}): unknown => {
    const { exitCode, badWaivers = [] } = waived(waivers, { events: DOOR_TOUR, ...told });
    return [exitCode, ...badWaivers.map(({ at, problem, message }) => `${at} ${problem}: ${message}`)];
  };
  expect([
    bad([{ clause: SHUT }], { selection: ONE }),
    bad([{ check: 'transition/shut' }], { selection: ONE }),
    bad([{ clause: SHUT }], { claims: [] }),
    bad([{ check: 'transition/shut' }], { claims: [] }),
  ]).toMatchInlineSnapshot(`
    [
      [
        2,
        "waivers.yaml:2 stale: the waiver of doors.transitions.shut is stale: nothing fails any more. Take it out, or say intermittent: true where it comes and goes",
      ],
      [
        2,
        "waivers.yaml:2 stale: the waiver of transition/shut is stale: nothing fails any more. Take it out, or say intermittent: true where it comes and goes",
      ],
      [
        2,
        "waivers.yaml:2 unmatched: the waiver of doors.transitions.shut can match nothing: this target is not judged by it. Take it out",
      ],
      [
        2,
        "waivers.yaml:2 unmatched: the waiver of transition/shut can match nothing: this target is not judged by it. Take it out",
      ],
    ]
  `);
  // Whether it is stale cannot be told, or is not asked.
  expect([
    bad([{ clause: SHUT, intermittent: true }], { selection: ONE }),
    bad([{ clause: SHUT }], { selection: { clauses: 'doors.transitions.open' } }),
    bad([{ clause: SHUT }], { selection: ONE, interrupted: true }),
    bad([{ clause: SHUT }], { selection: ONE, harnessErrors: ['broken'] }),
  ]).toEqual([[0], [0], [3], [4]]);
});

test('what is flaky is covered where the waiver says so, and a violation that comes and goes by any waiver', () => {
  const again = [1, 2].flatMap((time) =>
    sampleCase(
      { case: `tour/door/1/again-${time}`, kind: 'tour', first: time * 4 + 1, again: { of: 'tour/door/1', to: 'repeat' } },
      ...DOOR_TOUR.filter((event) => event.type !== 'case'),
    ),
  );
  // A wait for the rate limit can explain what is not seen again.
  const wait: TraceEvent = { type: 'clock', case: 'tour/door/1', advance: 'PT1H', now: BEGUN, waits: true };
  const flaky = [...wrong.slice(0, 1), wait, ...wrong.slice(1), ...again];
  const violation = brief(waived([{ clause: SHUT }], { events: [...wrong, ...again] }));
  expect([violation, brief(waived([], { events: [...wrong, ...again] }))]).toMatchInlineSnapshot(`
    [
      "conformant, exit 0; failed 1, waived 1
    fail (waived): waived until 2030-12-31 (doors@acme.test): known; expected state SHUT; received status 200, OPEN
    waived: doors.transitions.shut transition/shut doors@acme.test 2030-12-31",
      "violations, exit 1; failed 1, waived 0
    fail: expected state SHUT; received status 200, OPEN
    counts: doors.transitions.shut transition/shut",
    ]
  `);
  expect([[], [{ clause: SHUT }], [{ clause: SHUT, intermittent: true }]].map((waivers) => brief(waived(waivers, { events: flaky }))))
    .toMatchInlineSnapshot(`
      [
        "inconclusive, exit 3; failed 0, waived 0
      inconclusive: it failed in 1 of 3 runs from fresh provider states, and timing can explain it: expected state SHUT; received status 200, OPEN",
        "inconclusive, exit 3; failed 0, waived 0
      inconclusive: it failed in 1 of 3 runs from fresh provider states, and timing can explain it: expected state SHUT; received status 200, OPEN",
        "conformant, exit 0; failed 0, waived 1
      inconclusive (waived): waived until 2030-12-31 (doors@acme.test): known; it failed in 1 of 3 runs from fresh provider states, and timing can explain it: expected state SHUT; received status 200, OPEN
      waived: doors.transitions.shut transition/shut doors@acme.test 2030-12-31",
      ]
    `);
});
