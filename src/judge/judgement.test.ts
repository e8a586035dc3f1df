import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Clause, ProbeRow, Selection } from '../model/types.ts';
import { doorSpec, KNOCK_BINDING, sampleProfile, sampleSpecs, type SpecParts } from '../profile/profile-fixtures.ts';
import type { Profile, PublicProfile } from '../profile/profile.ts';
import type { TraceEvent } from '../trace/events.ts';
import { sampleCase, sampleExchange, sampleIntent, withResponse } from '../trace/trace-fixtures.ts';
import { DOOR_TOUR, SHUT_DOOR } from './judge-fixtures.ts';
import { judge, judgeDocuments, judgeEvents, weighFindings, type ClauseVerdict } from './judgement.ts';

const probe = (...steps: ProbeRow['steps']): ProbeRow => ({ id: 'look', about: 'looks', steps });
const LOOK: ProbeRow = probe({ call: 'getDoor', expect: [{ clauses: ['doors.look'], status: [200] }] });

interface Setup {
  readonly events?: readonly TraceEvent[];
  readonly clause?: Partial<Clause>;
  readonly profile?: PublicProfile;
  readonly selection?: Selection;
  readonly parts?: SpecParts;
}

/** What becomes of the clause doors.look, which one probe asks for. */
function verdict({
  events = [],
  clause = {},
  profile = sampleProfile(),
  selection = {},
  parts = {},
}: Setup): Omit<ClauseVerdict, 'clause' | 'findings'> | undefined {
  const specs = sampleSpecs(doorSpec({ probes: [LOOK], clauses: [{ id: 'doors.look', ...clause }], ...parts }));
  const found = judge(specs, profile, events, selection).clauses.find(({ clause: { id } }) => id === 'doors.look');
  if (found === undefined) return undefined;
  const { clause: _clause, findings: _findings, ...rest } = found;
  return rest;
}

const answered = (...statuses: readonly number[]): readonly TraceEvent[] =>
  statuses.flatMap((status, index) =>
    sampleCase({ case: `probe/look/${index}`, first: index + 1 }, sampleExchange({ operation: 'getDoor', response: { status } })),
  );
const blocked = (blame: 'network' | 'config' | 'provider-state'): readonly TraceEvent[] =>
  sampleCase(
    { rows: ['probe:look'] },
    { type: 'blocked', case: '', place: { row: 'probe:look', at: 'steps/0' }, because: 'in the way', blame },
  );
const without = (control: Partial<Profile['control']>): PublicProfile =>
  sampleProfile({}, { control: { acts: true, clock: true, events: true, ...control } });

describe('the verdict on a clause', () => {
  test.each<[string, Setup, object]>([
    ['passes where every finding does', { events: answered(200, 200) }, { basis: 'documented', verdict: 'pass' }],
    [
      'fails where one finding does',
      { events: answered(200, 500, 200) },
      { basis: 'documented', verdict: 'fail', blame: 'target', reason: 'expected status 200; received status 500' },
    ],
    [
      'fails where one is violated and another could not be judged',
      { events: [...answered(500), ...blocked('network')] },
      { basis: 'documented', verdict: 'fail', blame: 'target', reason: 'expected status 200; received status 500' },
    ],
    [
      'is open where one finding is',
      { events: [...answered(200), ...blocked('network')] },
      { basis: 'documented', verdict: 'inconclusive', blame: 'network', reason: 'in the way' },
    ],
    [
      'is open where nothing showed it',
      {},
      { basis: 'documented', verdict: 'inconclusive', blame: 'harness', reason: 'nothing in this run showed it' },
    ],
    [
      'is skipped where its feature is not claimed, whatever was seen',
      { events: answered(500), profile: sampleProfile({ claims: [] }) },
      { basis: 'documented', verdict: 'skipped', blame: 'config', reason: 'feature authn.doors is not claimed' },
    ],
    [
      'is open where its binding is missing, whatever was seen',
      { events: answered(500), clause: { needs: ['doorColour'] } },
      { basis: 'documented', verdict: 'inconclusive', blame: 'config', reason: 'services.authentication.bindings.doorColour is missing' },
    ],
    [
      'names all that it lacks',
      { clause: { needs: ['doorColour', 'doorBell'] } },
      {
        basis: 'documented',
        verdict: 'inconclusive',
        blame: 'config',
        reason: 'services.authentication.bindings.doorColour is missing',
        furtherReasons: ['services.authentication.bindings.doorBell is missing'],
      },
    ],
    [
      'passes where its binding is there',
      { events: answered(200), clause: { needs: ['doorColour'] }, profile: sampleProfile({ bindings: { doorColour: 'red' } }) },
      { basis: 'documented', verdict: 'pass' },
    ],
    [
      'is none for a clause that nothing could contradict',
      { events: answered(500), clause: { status: 'informative', reason: 'says what a door is' } },
      { basis: 'documented', verdict: null, reason: 'says what a door is' },
    ],
    [
      'is none where the document is silent and nothing is declared',
      { events: answered(500), clause: { status: 'unspecified' } },
      { basis: 'observed', verdict: null },
    ],
  ])('%s', (_what, verdictsOf, wanted) => {
    expect(verdict(verdictsOf)).toEqual(wanted);
  });

  const cut: TraceEvent = {
    type: 'blocked',
    case: 'probe/other',
    place: { row: 'probe:other', at: 'steps/0' },
    because: 'budget.requests (7) is used up',
    blame: 'config',
    key: 'budget.requests',
  };

  test.each<[string, Setup, object]>([
    ['passes where it was judged before', { events: answered(200) }, { verdict: 'pass' }],
    ['fails where it was violated before', { events: answered(500) }, { verdict: 'fail' }],
    [
      'is open, for the budget, where it was not judged',
      {},
      { verdict: 'inconclusive', blame: 'config', reason: 'budget.requests (7) is used up' },
    ],
    ['is as ever where it can only be seen in passing', { clause: { inPassing: true } }, { verdict: 'skipped', reason: 'not seen' }],
    [
      'is as ever where it can only be shown with control that is not there',
      { clause: { status: 'reference-only', reason: 'a clock' }, profile: without({ clock: false }) },
      { verdict: 'skipped', reason: 'needs control' },
    ],
  ])('of a run that was cut short by its budget %s', (_what, { events = [], ...verdictsOf }, wanted) => {
    expect(verdict({ ...verdictsOf, events: [...events, cut] })).toMatchObject(wanted);
  });

  test.each<[string, Setup, object]>([
    ['passes after one observation', { events: answered(200) }, { verdict: 'pass' }],
    ['is skipped where it was not seen', {}, { verdict: 'skipped', reason: 'not seen' }],
    ['fails where it was violated', { events: answered(500) }, { verdict: 'fail' }],
  ])('that can only be seen in passing %s', (_what, verdictsOf, wanted) => {
    expect(verdict({ ...verdictsOf, clause: { inPassing: true } })).toMatchObject(wanted);
  });

  test('that is only compared where it is shown is not passed where nothing showed it', () => {
    const step = { call: 'getDoor', expect: [{ clauses: ['doors.look'], sameIfPresent: { '/body/paint': '$door.paint' } }] };
    const parts = { probes: [{ id: 'look', about: 'looks', steps: [step] }] };
    expect(verdict({ events: answered(200), parts })).toMatchObject({ verdict: 'skipped', blame: 'target', reason: 'not seen' });
  });

  test.each<[string, Setup, object]>([
    ['passes with control', { events: answered(200) }, { verdict: 'pass' }],
    [
      'is skipped without a clock',
      { profile: without({ clock: false }) },
      { verdict: 'skipped', blame: 'config', reason: 'needs control' },
    ],
    [
      'is skipped where the missing clock was in the way',
      { events: blocked('config'), profile: without({ clock: false }) },
      { verdict: 'skipped', reason: 'needs control' },
    ],
    [
      'fails without control where it was seen and violated',
      { events: answered(500), profile: without({ clock: false }) },
      { verdict: 'fail' },
    ],
    [
      'is open where control was there and something else in the way',
      { events: blocked('network') },
      { verdict: 'inconclusive', blame: 'network' },
    ],
  ])('that can only be shown with control %s', (_what, verdictsOf, wanted) => {
    expect(verdict({ ...verdictsOf, clause: { status: 'reference-only', reason: 'a clock' } })).toMatchObject(wanted);
  });

  test('that can only be shown with control is skipped without acts', () => {
    expect(
      verdict({
        events: blocked('provider-state'),
        profile: without({ acts: false }),
        clause: { status: 'reference-only', reason: 'an act' },
      }),
    ).toMatchObject({ verdict: 'skipped', reason: 'needs control' });
  });

  test.each<[string, Selection, boolean]>([
    ['its document', { documents: ['authentication'] }, true],
    ['another document', { documents: ['governance'] }, false],
    ['its feature', { features: ['authn.doors'] }, true],
    ['its name', { clauses: 'doors.*' }, true],
    ['another name', { clauses: 'doors.door.*' }, false],
  ])('is told in a run of %s: %j → %s', (_what, selection, there) => {
    expect(verdict({ selection }) !== undefined).toBe(there);
  });
});

describe('where the document is silent', () => {
  const knocked = (status: number): readonly TraceEvent[] =>
    sampleCase(
      {},
      sampleIntent('door', 'knock@OPEN', 'OPEN'),
      sampleExchange({ row: 'transition:knock@OPEN', at: 'trigger/0', operation: 'knock', response: { status } }),
    );
  const declared = sampleProfile({ bindings: { knock: KNOCK_BINDING }, declares: [{ name: 'knocking', status: [202] }] });
  const judged = (status: number, profile: PublicProfile): unknown => {
    const { clauses, observations } = judge(sampleSpecs(doorSpec()), profile, knocked(status));
    return [
      clauses.filter(({ clause }) => clause.id === 'doors.transitions.knock').map(({ basis, verdict: said }) => [basis, said]),
      observations.map(({ about, value }) => [about, value]),
    ];
  };

  test('what is declared is judged as such, what is not is recorded', () => {
    expect([judged(202, declared), judged(500, declared), judged(500, sampleProfile())]).toEqual([
      [[['declared', 'pass']], [['knocking', 'status 202']]],
      [[['declared', 'fail']], [['knocking', 'status 500']]],
      [[['observed', null]], [['knocking', 'status 500']]],
    ]);
  });
});

describe('a judgement', () => {
  const specs = sampleSpecs(doorSpec({ probes: [LOOK] }));
  const passed = (events: readonly TraceEvent[]): readonly string[] =>
    judge(specs, sampleProfile(), events).clauses.flatMap(({ clause, verdict: said }) => (said === 'pass' ? [clause.id] : []));
  const failed = (events: readonly TraceEvent[]): readonly string[] =>
    judge(specs, sampleProfile(), events).clauses.flatMap(({ clause, verdict: said }) => (said === 'fail' ? [clause.id] : []));

  /** Traces of a tour and some probes in which any answer may be anything. */
  const trace = fc
    .tuple(
      fc.array(fc.constantFrom(200, 403, 404, 429, 500), { maxLength: 3 }),
      fc.array(
        fc.tuple(
          fc.integer({ min: 1, max: 4 }),
          fc.constantFrom<object>({ status: 500 }, { body: SHUT_DOOR }, { body: { code: 'wrong_key' }, status: 403 }, { body: null }),
        ),
        { maxLength: 2 },
      ),
    )
    .map(([statuses, changes]) => [
      ...changes.reduce((events, [seq, change]) => withResponse(events, seq, (response) => ({ ...response, ...change })), DOOR_TOUR),
      ...answered(...statuses).map((event) => (event.type === 'exchange' ? { ...event, seq: event.seq + 4 } : event)),
    ]);

  test('is the same again, and leaves the trace as it was', () => {
    fc.assert(
      fc.property(trace, (events) => {
        const before = JSON.stringify(events);
        expect(judge(specs, sampleProfile(), events)).toEqual(judge(specs, sampleProfile(), JSON.parse(before)));
        expect(JSON.stringify(events)).toBe(before);
      }),
      { numRuns: 40 },
    );
  });

  test('of a trace without exchanges passes nothing and fails nothing', () => {
    fc.assert(
      fc.property(trace, (events) => {
        const silent = events.filter(({ type }) => type !== 'exchange');
        expect([passed(silent), failed(silent), passed([]), failed([])]).toEqual([[], [], [], []]);
      }),
      { numRuns: 40 },
    );
  });

  test('fails no less for a longer trace', () => {
    fc.assert(
      fc.property(trace, fc.array(fc.constantFrom(200, 500), { maxLength: 3 }), (events, statuses) => {
        const longer = [
          ...events,
          ...answered(...statuses).map((event) =>
            event.type === 'exchange'
              ? { ...event, seq: event.seq + 50, case: `more/${event.case}` }
              : 'case' in event
                ? { ...event, case: `more/${event.case}` }
                : event,
          ),
        ];
        expect(failed(longer)).toEqual(expect.arrayContaining([...failed(events)]));
      }),
      { numRuns: 40 },
    );
  });

  test('is of the documents that the profile has', () => {
    const { clauses, findings } = judge(specs, sampleProfile({}, {}, 'governance'), DOOR_TOUR);
    expect([findings, new Set(clauses.map(({ verdict: said }) => said))]).toEqual([[], new Set([null, 'skipped'])]);
  });

  test('tells for each clause the findings that it rests on', () => {
    const { clauses } = judge(specs, sampleProfile(), DOOR_TOUR);
    expect(clauses.find(({ clause }) => clause.id === 'doors.transitions.open')?.findings.map(({ check }) => check)).toEqual([
      'transition/open',
      'read-back/open',
    ]);
  });
});

test('what cases show that were judged by themselves is weighed against the whole trace as the judgement of the whole trace is', () => {
  const knock = probe({ call: 'knock', expect: [{ clauses: ['doors.look'], status: [200] }] });
  const specs = sampleSpecs(doorSpec({ probes: [knock], errorName: undefined }));
  const document = 'authentication';
  const profile = sampleProfile({ bindings: { knock: KNOCK_BINDING } });
  const knocked = (status: number, first: number): readonly TraceEvent[] =>
    sampleCase({ case: `probe/look/${first}`, first }, sampleExchange({ operation: 'knock', response: { status, body: {} } }));
  const weighedAs = (...statuses: readonly number[]): readonly string[] => {
    const cases = statuses.map((status, index) => knocked(status, index + 1));
    const alone = cases.flatMap((events) => judgeEvents(specs, profile, events, [document]).findings);
    const weighed = weighFindings(specs, profile, cases.flat(), document, alone);
    expect(weighed).toEqual(judgeDocuments(specs, profile, cases.flat(), [document]));
    return weighed.filter(({ clauses }) => clauses.includes('doors.look')).map(({ verdict, blame }) => `${verdict} ${blame ?? ''}`.trim());
  };
  expect(weighedAs(404)).toEqual(['inconclusive config']);
  expect(weighedAs(404, 200)).toEqual(['fail target', 'pass']);
});

test('each reason why a clause is open is told, and each once', () => {
  const locked = sampleCase(
    { case: 'probe/look/9', rows: ['probe:look'] },
    { type: 'blocked', case: '', place: { row: 'probe:look', at: 'steps/0' }, because: 'locked', blame: 'config' },
  );
  expect(verdict({ events: [...blocked('provider-state'), ...locked, ...blocked('provider-state')] })).toMatchObject({
    verdict: 'inconclusive',
    blame: 'provider-state',
    reason: 'in the way',
    furtherReasons: ['locked'],
  });
});

describe('a place that could not be prepared, since a rule of the target refused what prepares it', () => {
  const expected = [{ clauses: ['doors.look'], status: [200] }];
  const place = (adds: boolean): ProbeRow => ({
    id: 'place',
    about: 'looks again',
    ...(adds ? { adds: true } : {}),
    steps: [{ call: 'removeDoor' }, { call: 'getDoor', expect: expected }],
  });
  const unprepared = (status: number): readonly TraceEvent[] =>
    sampleCase(
      { case: 'probe/place', first: 5 },
      sampleExchange({ row: 'probe:place', at: 'steps/0', operation: 'removeDoor', response: { status } }),
      sampleExchange({ row: 'probe:place', at: 'steps/1', operation: 'getDoor', response: { status: 200 } }),
    );
  const verdictOf = (events: readonly TraceEvent[], adds = true): string | null | undefined =>
    verdict({ events, parts: { probes: [LOOK, place(adds)] } })?.verdict;

  test('leaves the clause to the other places', () => {
    expect(verdictOf([...answered(200), ...unprepared(409)])).toBe('pass');
  });

  test.each<[string, readonly TraceEvent[], boolean]>([
    ['no other place judges it', unprepared(409), true],
    ['the clause stands on it', [...answered(200), ...unprepared(409)], false],
    ['it was refused for who asked', [...answered(200), ...unprepared(403)], true],
    ['it failed', [...answered(200), ...unprepared(500)], true],
  ])('leaves the clause open where %s', (_where, events, adds) => {
    expect(verdictOf(events, adds)).toBe('inconclusive');
  });
});
