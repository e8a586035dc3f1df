import { expect, test } from 'vitest';
import type { Blame, Clause, Erratum, Report, RunPlan, Selection, TransitionRow } from '../model/types.ts';
import { judge } from '../judge/judgement.ts';
import { DOOR_TOUR, OPEN_DOOR, SHUT_DOOR } from '../judge/judge-fixtures.ts';
import { planDocument } from '../plan/plan.ts';
import { doorSpec, KNOCK_BINDING, sampleProfile, sampleSpecs, type SpecParts } from '../profile/profile-fixtures.ts';
import type { Profile } from '../profile/profile.ts';
import { metaValidator } from '../model/meta-schemas.ts';
import type { TraceEvent } from '../trace/events.ts';
import { sampleCase, sampleExchange, sampleIntent, withResponse } from '../trace/trace-fixtures.ts';
import { assembleReport, type RunResult } from './assemble-report.ts';
import { plannedBy } from './plans.ts';
import { DOOR_LOCK } from '../../test/support/stored-run.ts';

interface ReportParts extends Partial<Pick<RunResult, 'harnessErrors' | 'interrupted' | 'stopped'>> {
  /** what of the plan is another one */
  readonly plan?: Partial<RunPlan>;
  readonly selection?: Selection;
  readonly parts?: SpecParts;
  readonly profile?: Profile;
  readonly errata?: readonly Erratum[];
}

/** The report of a run against the door that left these events. */
function report(
  events: readonly TraceEvent[],
  {
    parts = {},
    profile = sampleProfile(),
    plan = {},
    selection = {},
    harnessErrors = [],
    interrupted = false,
    errata = [],
    ...more
  }: ReportParts = {},
): Report {
  const spec = doorSpec(parts);
  const specs = { ...sampleSpecs(spec), errata };
  const planned = planDocument(specs, spec, profile, selection);
  return assembleReport({
    plan: { ...DOOR_LOCK, selection, planned: plannedBy([planned]), ...plan },
    specs,
    profile,
    transitions: planned.transitions,
    durationMs: 7,
    events,
    judgement: judge(specs, profile, events, selection),
    harnessErrors,
    interrupted,
    ...more,
  });
}

const TOUR: Selection = { clauses: 'doors.transitions.*' };
const SHUT: Selection = { clauses: 'doors.transitions.shut' };
const TWO: Selection = { clauses: 'doors.transitions.shut**' };
const KNOCK: Selection = { clauses: 'doors.transitions.knock' };
const STOPPED: Report['stopped'] = [{ key: 'clock', message: 'doors.yaml:1:1  clock  is wrong', blame: 'config' }];

const shutWrong = withResponse(DOOR_TOUR, 3, () => ({ status: 200, headers: {}, body: OPEN_DOOR }));
/** A clause beside the one that the tour shows, which no row shows. */
const beside = (clause: Partial<Clause>): SpecParts => ({ clauses: [{ id: 'doors.transitions.shut.quietly', ...clause }] });
/** Something of the row that shuts a door could not be sent, for want of a key of the profile. */
const inTheWay = (blame: Blame, key: string): readonly TraceEvent[] =>
  sampleCase(
    { case: 'tour/door/2', rows: ['transition:shut'] },
    { type: 'blocked', case: '', place: { row: 'transition:shut', at: 'trigger/0' }, because: `${key} is in the way`, blame, key },
  );
const promising = sampleProfile({ bindings: { knock: KNOCK_BINDING }, declares: [{ name: 'knocking', status: [202] }] });
const knockedAt = (status: number): readonly TraceEvent[] =>
  sampleCase(
    { case: 'tour/door/1' },
    sampleIntent('door', 'knock@OPEN', 'OPEN'),
    sampleExchange({ row: 'transition:knock@OPEN', at: 'trigger/0', operation: 'knock', response: { status } }),
  );

test('a report is what its schema says', () => {
  const validate = metaValidator<Report>('report');
  const reports = [
    report(DOOR_TOUR),
    report([]),
    report(
      withResponse(DOOR_TOUR, 3, () => ({ status: 500, headers: {} })),
      { selection: TOUR, harnessErrors: ['broken'] },
    ),
  ];
  expect(reports.flatMap((one) => (validate(JSON.parse(JSON.stringify(one))) ? [] : (validate.errors ?? [])))).toEqual([]);
});

test('clauses, transitions and requests are counted', () => {
  const { summary, requests, tool, specs, target, seed } = report(DOOR_TOUR);
  expect({ tool, specs, target, seed, requests, transitions: summary.transitions }).toEqual({
    tool: { name: 'assay', version: '1.2.3' },
    specs: { digest: '0123456789abcdef', clauses: specs.clauses },
    target: { name: 'doors', claims: ['authn.doors'] },
    seed: 42,
    requests: {
      sent: 4,
      tour: 2,
      readBack: 2,
      walks: 0,
      probes: 0,
      pagination: 0,
      followUp: 0,
      cleanUp: 0,
      preflight: 0,
      planned: requests.planned,
      lowerBound: 5,
    },
    transitions: { documented: 4, exercised: 2, passed: 2 },
  });
  const { testable, referenceOnly, passed, failed, inconclusive, skipped, error } = summary.clauses;
  expect(passed + failed + inconclusive + skipped + error).toBe(testable + referenceOnly);
});

test('every exchange is counted once, under what it was sent for', () => {
  const purposes = ['preflight', 'tour', 'read-back', 'probe', 'probe', 'pagination', 'walk', 'clean-up', 'follow-up'] as const;
  const { requests } = report(sampleCase({}, ...purposes.map((purpose) => sampleExchange({ purpose }))));
  const { sent, planned: _planned, lowerBound: _lowerBound, ...kinds } = requests;
  expect([sent, kinds]).toEqual([9, { tour: 1, readBack: 1, walks: 1, probes: 2, pagination: 1, preflight: 1, followUp: 1, cleanUp: 1 }]);
});

test('each documented transition has its own result', () => {
  const wrong = withResponse(DOOR_TOUR, 4, () => ({ status: 200, headers: {}, body: OPEN_DOOR }));
  expect(report(wrong).transitions.map(({ id, from, to, times, readBack, verdict }) => [id, from, to, times, readBack, verdict])).toEqual([
    ['open', 'start', 'OPEN', 1, 1, 'pass'],
    ['refused', 'start', 'refused: wrong_key', 0, 0, 'skipped'],
    ['shut', 'OPEN', 'SHUT', 1, 1, 'fail'],
    ['remove', 'SHUT', 'gone: 404', 0, 0, 'skipped'],
  ]);
});

test('what a step of a transition shows fails it where it speaks of its clause, and not otherwise', () => {
  const judgedBy = (clause: string): Report['transitions'] => {
    const withTour = (row: TransitionRow): TransitionRow =>
      row.id === 'open' ? { ...row, trigger: [{ call: 'openDoor', expect: [{ clauses: [clause], present: ['/hinges'] }] }] } : row;
    const machines = doorSpec().states.machines.map((machine) => ({ ...machine, transitions: machine.transitions.map(withTour) }));
    return report(DOOR_TOUR, { parts: { machines } }).transitions;
  };
  const verdicts = ['doors.transitions.open', 'doors.transitions.open-token'].map(
    (clause) => judgedBy(clause).find(({ id }) => id === 'open')?.verdict,
  );
  expect(verdicts).toEqual(['fail', 'pass']);
});

test('what a replay needs beside its token is told: the target, the faults and the choices', () => {
  const whole = { walks: 50, faults: [] };
  const told = [
    whole,
    { ...whole, target: "ann's.yaml" },
    { ...whole, target: 'acme.yaml', faults: ['door-creaks', 'door-sticks'] },
    { ...whole, preset: 'permissive', choices: ['governance.jobs=on-demand'] },
  ];
  expect(told.map((ordered) => report(DOOR_TOUR, { plan: ordered }).replayFlags)).toEqual([
    undefined,
    String.raw`--target 'ann'\''s.yaml'`,
    "--target 'acme.yaml' --fault 'door-creaks' --fault 'door-sticks'",
    "--preset 'permissive' --choice 'governance.jobs=on-demand'",
  ]);
});

test('how often a state was asked for again is counted for each transition', () => {
  const once = DOOR_TOUR.filter((event) => event.type !== 'exchange' || event.seq !== 2);
  expect(report(once).transitions.map(({ id, readBack }) => [id, readBack])).toEqual([
    ['open', 0],
    ['refused', 0],
    ['shut', 1],
    ['remove', 0],
  ]);
});

test('a transition whose request was not answered was not exercised', () => {
  const silent = DOOR_TOUR.map((event): TraceEvent => {
    if (event.type !== 'exchange' || event.seq !== 3) return event;
    const { response: _response, ...rest } = event;
    return { ...rest, failure: { kind: 'reset', detail: 'hung up' } };
  });
  expect(report(silent).transitions.find(({ id }) => id === 'shut')).toMatchObject({ times: 0, verdict: 'skipped' });
});

test.each<[string, readonly TraceEvent[], ReportParts, Report['outcome'], number]>([
  ['everything asked for passed', DOOR_TOUR, { selection: SHUT }, 'conformant', 0],
  [
    'something is violated',
    withResponse(DOOR_TOUR, 3, () => ({ status: 200, headers: {}, body: OPEN_DOOR })),
    { selection: SHUT },
    'violations',
    1,
  ],
  ['something could not be judged', DOOR_TOUR, { selection: TOUR }, 'inconclusive', 3],
  ['nothing was judged', [], { selection: { clauses: 'doors.none' } }, 'inconclusive', 3],
  ['nothing is claimed', DOOR_TOUR, { selection: SHUT, profile: sampleProfile({ claims: [] }) }, 'inconclusive', 3],
  ['it was interrupted', DOOR_TOUR, { selection: SHUT, interrupted: true }, 'partial', 3],
  [
    'it was interrupted after a violation',
    withResponse(DOOR_TOUR, 3, () => ({ status: 500, headers: {} })),
    { selection: SHUT, interrupted: true },
    'violations',
    1,
  ],
  ['the harness broke', DOOR_TOUR, { selection: SHUT, harnessErrors: ['broken'] }, 'error', 4],
  [
    'the harness broke after a violation',
    withResponse(DOOR_TOUR, 3, () => ({ status: 500, headers: {} })),
    { selection: SHUT, harnessErrors: ['broken'] },
    'error',
    4,
  ],
  ['the preflight stopped it', DOOR_TOUR, { selection: SHUT, stopped: STOPPED }, 'usage', 2],
  ['the harness broke, and the preflight had stopped it', DOOR_TOUR, { stopped: STOPPED, harnessErrors: ['broken'] }, 'error', 4],
  ['something is violated and something could not be judged', shutWrong, { selection: TOUR }, 'violations', 1],
  ['a declaration is broken', knockedAt(500), { selection: KNOCK, profile: promising }, 'violations', 1],
  ['a declaration is kept, and nothing documented was judged', knockedAt(202), { selection: KNOCK, profile: promising }, 'inconclusive', 3],
  ['a permission is missing', [...DOOR_TOUR, ...inTheWay('config', 'permissions.mutate')], { selection: SHUT }, 'inconclusive', 3],
  ['a provider state is missing', [...DOOR_TOUR, ...inTheWay('provider-state', 'providerStates')], { selection: SHUT }, 'inconclusive', 3],
  [
    'a binding is missing',
    DOOR_TOUR,
    { selection: SHUT, parts: { clauses: [{ id: 'doors.transitions.shut', needs: ['hinge'] }] } },
    'inconclusive',
    3,
  ],
  [
    'what is missing is not claimed',
    DOOR_TOUR,
    { selection: TWO, profile: sampleProfile({ claims: ['authn.doors'] }), parts: beside({ feature: 'authn.other' }) },
    'conformant',
    0,
  ],
  ['what is missing can only be seen in passing', DOOR_TOUR, { selection: TWO, parts: beside({ inPassing: true }) }, 'conformant', 0],
  [
    'what is missing needs control that is not there',
    DOOR_TOUR,
    {
      selection: TWO,
      profile: sampleProfile({}, { control: { acts: true, clock: false, events: true } }),
      parts: beside({ status: 'reference-only', reason: 'a clock' }),
    },
    'conformant',
    0,
  ],
  [
    'what is missing needs control that is there',
    DOOR_TOUR,
    { selection: TWO, parts: beside({ status: 'reference-only', reason: 'a clock' }) },
    'inconclusive',
    3,
  ],
  [
    'what is missing is informative',
    DOOR_TOUR,
    { selection: TWO, parts: beside({ status: 'informative', reason: 'says what a door is' }) },
    'conformant',
    0,
  ],
])('where %s', (_what, events, told, outcome, exitCode) => {
  const { outcome: found, exitCode: code } = report(events, told);
  expect([found, code]).toEqual([outcome, exitCode]);
});

test('what is skipped is listed with its reason, and adds up with the rest', () => {
  const { clauses, summary } = report(DOOR_TOUR, { selection: TWO, parts: beside({ inPassing: true }) });
  expect(clauses.map(({ id, verdict, reason }) => [id, verdict, reason])).toEqual([
    ['doors.transitions.shut', 'pass', undefined],
    ['doors.transitions.shut.quietly', 'skipped', 'not seen'],
  ]);
  expect(summary.clauses).toEqual({ testable: 2, referenceOnly: 0, passed: 1, failed: 0, inconclusive: 0, skipped: 1, error: 0 });
});

test('a run says what keeps it from being certified', () => {
  const whole = { walks: 50, faults: [] };
  const told = [
    report(DOOR_TOUR, { plan: whole }),
    report(DOOR_TOUR, { plan: { ...whole, walks: 0 }, selection: SHUT }),
    report(DOOR_TOUR, { plan: { ...whole, only: { case: 'tour/door/1' }, faults: ['door-creaks'] } }),
  ].map(({ notCertifiable }) => notCertifiable);
  expect(told).toEqual([
    undefined,
    ['narrowed to clauses doors.transitions.shut', 'no random walks'],
    ['a replay of tour/door/1', 'the fault door-creaks of the mock was on'],
  ]);
});

test('a replay has what became of its failure, and the exit code goes by that', () => {
  const [failed] = report(shutWrong).failures;
  const only = { case: 'tour/door/1', clause: failed?.clause ?? '', check: failed?.check ?? '' };
  const told = [
    report(DOOR_TOUR, { plan: { only } }),
    report(shutWrong, { plan: { only } }),
    report(DOOR_TOUR, { plan: { only: { ...only, check: 'probe/none/steps/0/0' } } }),
    report(DOOR_TOUR, { plan: { only }, harnessErrors: ['broken'] }),
  ].map(({ replayed, exitCode }) => [replayed?.what, exitCode]);
  expect(told).toEqual([
    ['fixed', 0],
    ['same', 1],
    ['inconclusive', 3],
    [undefined, 4],
  ]);
});

test('a violation outside the selection, or of a feature that is not claimed, does not count', () => {
  const wrong = withResponse(DOOR_TOUR, 3, () => ({ status: 200, headers: {}, body: OPEN_DOOR }));
  const others = [
    report(wrong, { selection: { clauses: 'doors.transitions.open' } }),
    report(wrong, { profile: sampleProfile({ claims: [] }) }),
  ];
  expect(others.map(({ failures, summary }) => [failures, summary.clauses.failed])).toEqual([
    [[], 0],
    [[], 0],
  ]);
});

test('the selection is told where there is one', () => {
  expect([report(DOOR_TOUR, { selection: SHUT }).selection, 'selection' in report(DOOR_TOUR)]).toEqual([SHUT, false]);
});

test('a clause names its checks, the first few exchanges that show it, and how many more there are', () => {
  const many = sampleCase({}, ...Array.from({ length: 20 }, () => sampleExchange({ operation: 'getDoor', response: { body: SHUT_DOOR } })));
  expect(report(many).clauses.find(({ id }) => id === 'doors.door.id')).toEqual({
    id: 'doors.door.id',
    document: 'authentication',
    section: 'Doors',
    feature: 'authn.doors',
    says: 'doors.door.id',
    status: 'testable',
    basis: 'documented',
    verdict: 'pass',
    checks: ['shape/doors.door.id'],
    exchanges: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    furtherExchanges: 10,
    allExchanges: '1-20',
  });
});

test('the exchange that decided the verdict of a clause stands before those beside it', () => {
  const looks = Array.from({ length: 20 }, (_, index) =>
    sampleExchange({ operation: 'getDoor', response: { body: index === 14 ? { ...SHUT_DOOR, id: 7 } : SHUT_DOOR } }),
  );
  const { verdict, exchanges } = report(sampleCase({}, ...looks)).clauses.find(({ id }) => id === 'doors.door.id') ?? {};
  expect([verdict, exchanges]).toEqual(['fail', [15, 1, 2, 3, 4, 5, 6, 7, 8, 9]]);
});

test('what a provider could not take down is left over', () => {
  const left: TraceEvent = { type: 'leftover', case: '', what: 'a shut door', detail: 'no' };
  expect(report(sampleCase({}, left)).leftovers).toEqual([{ what: 'a shut door', detail: 'no', case: 'probe/look' }]);
});

// A failing finding counts as a violation although the clause itself is open for want of its binding.
test('as many clauses have failures as have failed', () => {
  const wrong = withResponse(DOOR_TOUR, 3, () => ({ status: 200, headers: {}, body: OPEN_DOOR }));
  const { failures, summary } = report(wrong, {
    parts: { clauses: [{ id: 'doors.transitions.shut', needs: ['hinge'] }] },
    selection: SHUT,
  });
  expect(new Set(failures.map(({ clause }) => clause)).size).toBe(summary.clauses.failed);
});

test('neither what is provisional nor what is known to be wrong decides the outcome', () => {
  const { token: _none, ...bare } = OPEN_DOOR;
  const tokenless = withResponse(DOOR_TOUR, 1, () => ({ status: 200, headers: {}, body: bare }));
  const id = 'doors.transitions.open-token';
  const checks = report(tokenless, { selection: TOUR }).failures.map(({ check }) => check);
  // Beside the clause only what passes.
  const aside = report(tokenless, { selection: TOUR }).clauses.filter((clause) => clause.id !== id && clause.verdict !== 'pass');
  const others = aside.map((clause) => ({ id: clause.id, status: 'informative' as const }));
  const outcome = ({ parts, ...told }: ReportParts): unknown => {
    const own = parts?.clauses ?? [];
    const { outcome: found, failures, clauses } = report(tokenless, { selection: TOUR, parts: { clauses: [...others, ...own] }, ...told });
    return [found, failures.map(({ clause }) => clause), clauses.find((clause) => clause.id === id)?.verdict];
  };
  expect([
    outcome({}),
    outcome({ parts: { clauses: [{ id, provisional: true }] } }),
    outcome({ errata: [{ clause: id, since: '1.2.3', reason: 'read wrongly' }] }),
    outcome({ errata: checks.map((check) => ({ check, since: '1.2.3', reason: 'too narrow' })) }),
  ]).toEqual([
    ['violations', [id], 'fail'],
    ['conformant', [], 'skipped'],
    ['conformant', [], 'inconclusive'],
    ['conformant', [], 'inconclusive'],
  ]);
});
