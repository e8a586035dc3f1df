import { describe, expect, test } from 'vitest';
import type { ProbeRow, RateLimitHeaderRow } from '../model/types.ts';
import { doorSpec, KNOCK_BINDING, sampleProfile } from '../profile/profile-fixtures.ts';
import type { PublicService } from '../profile/profile.ts';
import type { ExchangeEvent, TraceEvent } from '../trace/events.ts';
import { sampleCase, sampleExchange, sampleIntent, withResponse } from '../trace/trace-fixtures.ts';
import type { Judged } from './finding.ts';
import { benchOf, clausesWith, DOOR_TOUR, OPEN_DOOR, SHUT_DOOR, SHUT_STATE, verdictsOf } from './judge-fixtures.ts';
import { stepJudge } from './step-judge.ts';

function judged(events: readonly TraceEvent[], probes: readonly ProbeRow[] = [], service: Partial<PublicService> = {}): Judged {
  return stepJudge.judge(benchOf(doorSpec({ probes }), events, sampleProfile(service)));
}

const exchange = sampleExchange;

describe('a tour', () => {
  test('passes each transition, what else its row says, and each read-back', () => {
    const { findings, observations } = judged(DOOR_TOUR);
    expect(
      findings.map(({ check, clauses, verdict, basis, exchanges, case: own }) => [check, clauses, verdict, basis, exchanges, own]),
    ).toEqual([
      ['transition/open', ['doors.transitions.open'], 'pass', 'documented', [1], 'tour/door/1'],
      ['transition/open/trigger/0/0', ['doors.transitions.open-token'], 'pass', 'documented', [1], 'tour/door/1'],
      ['read-back/open', ['doors.transitions.open'], 'pass', 'documented', [2], 'tour/door/1'],
      ['transition/shut', ['doors.transitions.shut'], 'pass', 'documented', [3], 'tour/door/1'],
      ['read-back/shut', ['doors.transitions.shut'], 'pass', 'documented', [4], 'tour/door/1'],
    ]);
    expect(observations).toEqual([]);
  });

  test.each([
    ['another state', 3, { status: 200, headers: {}, body: OPEN_DOOR }, ['doors.transitions.shut'], 'state SHUT', 'status 200, OPEN'],
    [
      'a refusal',
      3,
      { status: 403, headers: {}, body: { code: 'wrong_key' } },
      ['doors.transitions.shut'],
      'state SHUT',
      'status 403, wrong_key',
    ],
    [
      'a state that is not kept',
      4,
      { status: 200, headers: {}, body: OPEN_DOOR },
      ['doors.transitions.shut'],
      'state SHUT',
      'status 200, OPEN',
    ],
    [
      'a field that is missing',
      1,
      { status: 200, headers: {}, body: { ...OPEN_DOOR, token: undefined } },
      ['doors.transitions.open-token'],
      '/token is present',
      'it is absent',
    ],
  ])('%s fails the clause that forbids it and no other', (_what, seq, response, clauses, expected, received) => {
    const found = judged(withResponse(DOOR_TOUR, seq, () => response));
    expect(clausesWith(found, 'fail')).toEqual(clauses);
    expect(found.findings.find(({ verdict }) => verdict === 'fail')).toMatchObject({
      expected,
      received,
      blame: 'target',
      exchanges: [seq],
      basis: 'documented',
    });
  });

  test('what follows a failed transition is not judged', () => {
    const found = judged(withResponse(DOOR_TOUR, 1, () => ({ status: 200, headers: {}, body: SHUT_DOOR })));
    expect(verdictsOf(found).slice(0, 2)).toEqual([
      ['transition/open', 'fail'],
      ['transition/open/trigger/0/0', 'inconclusive'],
    ]);
    expect(found.findings.find(({ check }) => check === 'transition/shut')).toMatchObject({
      verdict: 'inconclusive',
      reason: 'an earlier step of the case failed: transition/open',
      blame: 'target',
    });
    expect(clausesWith(found, 'fail')).toEqual(['doors.transitions.open']);
  });

  test.each([429, 503])('a read-back that is answered with %d tells nothing', (status) => {
    const found = judged(withResponse(DOOR_TOUR, 4, () => ({ status, headers: {} })));
    expect([clausesWith(found, 'fail'), clausesWith(found, 'inconclusive')]).toEqual([[], ['doors.transitions.shut']]);
  });

  test('an answer that came after a 429 was waited out is the one that counts', () => {
    const [start, ...rest] = sampleCase(
      {},
      sampleIntent('door', 'open', 'start'),
      exchange({ row: 'transition:open', at: 'trigger/0', operation: 'openDoor', response: { status: 429 } }),
      exchange({ row: 'transition:open', at: 'trigger/0', operation: 'openDoor', response: { body: OPEN_DOOR } }),
    );
    if (start === undefined) throw new Error('no case');
    const { findings } = judged([start, ...rest]);
    expect(findings.map(({ verdict, exchanges }) => [verdict, exchanges])).toEqual([
      ['pass', [1, 2]],
      ['pass', [1, 2]],
    ]);
  });
});

describe('a documented refusal', () => {
  const refused = (response: object): readonly TraceEvent[] =>
    sampleCase(
      { kind: 'tour' },
      SHUT_STATE,
      sampleIntent('door', 'refused', 'start'),
      exchange({ row: 'transition:refused', at: 'trigger/0', operation: 'openDoor', response }),
    );

  test('passes under its name and status, and fails otherwise', () => {
    const verdicts = [
      { status: 403, body: { code: 'wrong_key' } },
      { status: 401, body: { code: 'wrong_key' } },
      { status: 403, body: { code: 'no' } },
      { status: 200, body: OPEN_DOOR },
    ].map((response) => verdictsOf(judged(refused(response))));
    expect(verdicts).toEqual(['pass', 'fail', 'fail', 'fail'].map((verdict) => [['transition/refused', verdict]]));
  });
});

describe('something that is gone', () => {
  const removed = (status: number): readonly TraceEvent[] =>
    sampleCase(
      { kind: 'tour' },
      exchange({ row: 'transition:remove', at: 'trigger/0', operation: 'removeDoor', response: { status: 204 } }),
      sampleIntent('door', 'remove', 'SHUT'),
      exchange({
        row: 'transition:remove',
        at: 'trigger/1',
        operation: 'getDoor',
        response: { status, ...(status === 200 ? { body: SHUT_DOOR } : {}) },
      }),
    );

  test.each([
    [404, 'pass'],
    [200, 'fail'],
    [410, 'fail'],
  ])('is answered with %d: %s', (status, verdict) => {
    expect(verdictsOf(judged(removed(status)))).toEqual([['transition/remove', verdict]]);
  });

  test('a request that prepares it and is refused makes the rest inconclusive', () => {
    const found = judged(withResponse(removed(200), 1, () => ({ status: 403, headers: {} })));
    expect(found.findings).toMatchObject([{ verdict: 'inconclusive', reason: 'the preparing removeDoor was refused: status 403' }]);
  });
});

describe('a blocked case', () => {
  const block: TraceEvent = {
    type: 'blocked',
    case: '',
    place: { row: 'transition:shut', at: 'trigger/0' },
    because: 'the door is stuck',
    blame: 'provider-state',
  };

  test('leaves every question inconclusive that it was to answer, with the blame', () => {
    const events = sampleCase(
      { case: 'tour/door/1', kind: 'tour', rows: ['transition:open', 'transition:shut'] },
      sampleIntent('door', 'open', 'start'),
      exchange({ row: 'transition:open', at: 'trigger/0', operation: 'openDoor', response: { body: OPEN_DOOR } }),
      block,
    );
    const { findings } = judged(events);
    expect(findings.map(({ check, verdict, blame, reason }) => [check, verdict, blame, reason])).toEqual([
      ['transition/open', 'pass', undefined, undefined],
      ['transition/open/trigger/0/0', 'pass', undefined, undefined],
      ['transition/shut', 'inconclusive', 'provider-state', 'the door is stuck'],
    ]);
  });

  test('a row that was left out from the start is inconclusive as a whole', () => {
    const place = { row: 'transition:open', at: 'given' };
    const events = sampleCase({ rows: ['transition:open'] }, { ...block, place, because: 'bindings.x is missing', blame: 'config' });
    expect(judged(events).findings.map(({ clauses, verdict, blame }) => [clauses, verdict, blame])).toEqual([
      [['doors.transitions.open'], 'inconclusive', 'config'],
      [['doors.transitions.open-token'], 'inconclusive', 'config'],
    ]);
  });

  test.each([
    ['fixed', 'provider-state', ['inconclusive', 'inconclusive']],
    ['drawn', 'provider-state', []],
    ['drawn', 'config', []],
    ['drawn', 'target', ['inconclusive', 'inconclusive']],
  ] as const)('a size that is %s and blamed on the %s leaves open: %j', (size, blame, wanted) => {
    const sized = doorSpec({
      probes: [
        {
          id: 'doors',
          about: 'doors',
          sizes: [
            { id: 'fixed', objects: 7 },
            { id: 'drawn', objects: { from: 8, to: 9 } },
          ],
          serves: ['doors.law'],
          steps: [{ call: 'getDoor', expect: [{ clauses: ['doors.look'], status: [200] }] }],
        },
      ],
    });
    const row = `probe:doors@${size}`;
    const { findings } = stepJudge.judge(
      benchOf(sized, sampleCase({ rows: [row] }, { ...block, place: { row, at: 'steps/0' }, because: 'no such house', blame })),
    );
    expect(findings.map(({ verdict }) => verdict)).toEqual(wanted);
  });

  test('an exchange without answer is told by its block alone', () => {
    const place = { row: 'transition:refused', at: 'trigger/0' };
    const events = sampleCase(
      {},
      sampleIntent('door', 'refused', 'start'),
      exchange({ ...place, response: undefined, failure: { kind: 'reset', detail: 'hung up' } }),
      { ...block, place, because: 'no response: hung up', blame: 'network' },
    );
    expect(judged(events).findings).toMatchObject([
      { check: 'transition/refused', verdict: 'inconclusive', blame: 'network', exchanges: [] },
    ]);
  });
});

describe('where the document does not say what comes', () => {
  const knocked = (response: object): readonly TraceEvent[] =>
    sampleCase(
      { kind: 'tour' },
      sampleIntent('door', 'knock@OPEN', 'OPEN'),
      exchange({ row: 'transition:knock@OPEN', at: 'trigger/0', operation: 'knock', response }),
    );
  const declaring = (promise: object): Partial<PublicService> => ({
    bindings: { knock: KNOCK_BINDING },
    declares: [{ name: 'knocking', ...promise }],
  });

  test('what was seen is recorded and never judged', () => {
    const found = judged(knocked({ status: 500 }));
    expect(found).toEqual({ findings: [], observations: [{ about: 'knocking', clause: 'doors.transitions.knock', value: 'status 500' }] });
  });

  test.each<[string, object, object, string]>([
    ['the state', { to: 'OPEN' }, { body: OPEN_DOOR }, 'pass'],
    ['one of several states', { to: ['SHUT', 'OPEN'] }, { body: OPEN_DOOR }, 'pass'],
    ['another state', { to: 'SHUT' }, { body: OPEN_DOOR }, 'fail'],
    ['the refusal', { refused: 'wrong_key' }, { status: 403, body: { code: 'wrong_key' } }, 'pass'],
    ['no refusal', { refused: 'wrong_key' }, { body: OPEN_DOOR }, 'fail'],
    ['the status', { status: [202] }, { status: 202 }, 'pass'],
    ['another status', { status: [202] }, { status: 200 }, 'fail'],
    ['the form', { view: { properties: { body: { required: ['id'] } } } }, { body: OPEN_DOOR }, 'pass'],
    ['another form', { view: { properties: { body: { required: ['sound'] } } } }, { body: OPEN_DOOR }, 'fail'],
  ])('%s that the profile declares is judged as declared', (_what, promise, response, verdict) => {
    const { findings, observations } = judged(knocked(response), [], declaring(promise));
    expect(findings.map(({ check, clauses, verdict: said, basis }) => [check, clauses, said, basis])).toEqual([
      ['declared/knocking', ['doors.transitions.knock'], verdict, 'declared'],
    ]);
    expect(observations).toHaveLength(1);
  });
});

describe('a probe', () => {
  const probe = (...steps: ProbeRow['steps']): readonly ProbeRow[] => [{ id: 'look', about: 'looks', steps }];

  test('judges each step by all that it expects, and by what came before', () => {
    const probes = probe(
      {
        id: 'first',
        call: 'getDoor',
        expect: [
          { clauses: ['doors.a'], same: { '/body/id': '$door.id' } },
          { clauses: ['doors.b'], status: [404] },
        ],
      },
      { call: 'getDoor', expect: [{ clauses: ['doors.c'], same: { '/body/id': '$first.body.id' } }] },
    );
    const events = sampleCase(
      {},
      SHUT_STATE,
      exchange({ step: 'first', operation: 'getDoor', response: { body: SHUT_DOOR } }),
      exchange({ at: 'steps/1', operation: 'getDoor', response: { body: SHUT_DOOR } }),
    );
    expect(verdictsOf(judged(events, probes))).toEqual([
      ['probe/look/steps/0/0', 'pass'],
      ['probe/look/steps/0/1', 'fail'],
      ['probe/look/steps/1/0', 'inconclusive'],
    ]);
    const [right, wrong] = [SHUT_DOOR, { ...SHUT_DOOR, id: 'd2' }].map((body) =>
      judged(
        withResponse(
          withResponse(events, 1, () => ({ status: 404, headers: {}, body: SHUT_DOOR })),
          2,
          () => ({ status: 200, headers: {}, body }),
        ),
        probes,
      ),
    );
    expect([right, wrong].map((found) => found?.findings.at(-1)?.verdict)).toEqual(['pass', 'fail']);
  });

  test('a refused step that expects nothing is a preparation that did not work', () => {
    const probes = probe({ call: 'openDoor' }, { call: 'getDoor', expect: [{ clauses: ['doors.c'], status: [200] }] });
    const events = sampleCase(
      {},
      exchange({ operation: 'openDoor', response: { status: 500 } }),
      exchange({ at: 'steps/1', operation: 'getDoor', response: { status: 404 } }),
    );
    expect(judged(events, probes).findings).toMatchObject([
      { verdict: 'inconclusive', reason: 'the preparing openDoor was refused: status 500' },
    ]);
  });

  test('a refusal that a later step is there for is none', () => {
    const events = sampleCase(
      {},
      exchange({ step: 'asked', operation: 'openDoor', response: { status: 403 } }),
      exchange({ at: 'steps/1', operation: 'getDoor', response: { status: 404 } }),
    );
    const verdictsWhen = (status: number): unknown => {
      const read = { call: 'getDoor', when: { '$asked.status': [status] }, expect: [{ clauses: ['doors.c'], status: [200] }] };
      return verdictsOf(judged(events, probe({ id: 'asked', call: 'openDoor' }, read)));
    };
    expect([403, 200].map(verdictsWhen)).toEqual([[['probe/look/steps/1/0', 'fail']], [['probe/look/steps/1/0', 'inconclusive']]]);
  });

  test.each([
    [403, 'config'],
    [404, 'provider-state'],
    [503, 'target'],
  ])('a refusal with %d says nothing about the content, only that no success came', (status, blame) => {
    const probes = probe({
      call: 'getDoor',
      expect: [
        { clauses: ['doors.a'], present: ['/id'] },
        { clauses: ['doors.b'], view: { type: 'object', required: ['body'], properties: { body: { type: 'object' } } } },
        { clauses: ['doors.c'], status: [200] },
        { clauses: ['doors.d'], view: { properties: { status: { const: 200 } } } },
      ],
    });
    const { findings } = judged(sampleCase({}, exchange({ operation: 'getDoor', response: { status } })), probes);
    expect(findings.map(({ verdict, blame: who }) => [verdict, who])).toEqual([
      ['inconclusive', blame],
      ['inconclusive', blame],
      ['fail', 'target'],
      // The step before it contradicts the document: what follows is left open.
      ['inconclusive', 'target'],
    ]);
  });

  test('content is judged in a refusal where a refusal is due', () => {
    const probes = probe({
      call: 'getDoor',
      expect: [
        { clauses: ['doors.a'], status: [404] },
        { clauses: ['doors.b'], present: ['/code'] },
      ],
    });
    const { findings } = judged(sampleCase({}, exchange({ operation: 'getDoor', response: { status: 404, body: {} } })), probes);
    expect(findings.map(({ verdict }) => verdict)).toEqual(['pass', 'fail']);
  });

  test.each<[string, Readonly<Record<string, unknown>>, readonly string[]]>([
    ['an object that the answer does not embed is not compared', SHUT_DOOR, []],
    ['another value in it', { ...SHUT_DOOR, lock: { id: 'l2' } }, ['pass']],
    ['the same value in it', { ...SHUT_DOOR, lock: { id: 'd1' } }, ['fail']],
    ['a value that it has lost', { ...SHUT_DOOR, lock: {} }, ['fail']],
  ])('what must differ: %s', (_what, body, verdicts) => {
    const probes = probe({ call: 'getDoor', expect: [{ clauses: ['doors.a'], differs: { '/body/lock/id': '$door.id' } }] });
    const events = sampleCase({}, SHUT_STATE, exchange({ operation: 'getDoor', response: { body } }));
    expect(judged(events, probes).findings.map(({ verdict }) => verdict)).toEqual(verdicts);
  });

  test.each<[string, Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>, readonly string[]]>([
    ['nothing is compared where neither reading shows it', {}, {}, []],
    ['what both show is compared', { paint: 'red' }, { paint: 'red' }, ['pass', 'pass']],
    ['what has become another', { paint: 'red' }, { paint: 'blue' }, ['fail', 'fail']],
    ['what is lost is lost, and nothing else can be said of it', { paint: 'red' }, {}, ['fail']],
  ])('what must stay, if it is shown: %s', (_what, before, now, verdicts) => {
    const probes = probe(
      { id: 'first', call: 'getDoor' },
      {
        call: 'getDoor',
        expect: [
          { clauses: ['doors.a'], keeps: { '/body/paint': '$first.body.paint' } },
          { clauses: ['doors.a'], sameIfPresent: { '/body/paint': '$first.body.paint' } },
        ],
      },
    );
    const events = sampleCase(
      {},
      SHUT_STATE,
      exchange({ step: 'first', operation: 'getDoor', response: { body: { ...SHUT_DOOR, ...before } } }),
      exchange({ at: 'steps/1', operation: 'getDoor', response: { body: { ...SHUT_DOOR, ...now } } }),
    );
    expect(judged(events, probes).findings.map(({ verdict }) => verdict)).toEqual(verdicts);
  });

  test.each<[string, number, object, readonly string[]]>([
    ['shows it', 200, { paint: 'red' }, ['pass']],
    ['shows another', 200, { paint: 'blue' }, ['fail']],
    ['shows nothing there', 200, {}, []],
  ])('what is asked only where it is shown, of a success that %s', (_what, status, body, verdicts) => {
    const view = { properties: { body: { properties: { paint: { const: 'red' } } } } };
    const probes = probe({ call: 'getDoor', expect: [{ clauses: ['doors.a'], ifShown: '/body/paint', view }] });
    const events = sampleCase({}, exchange({ operation: 'getDoor', response: { status, body: { ...SHUT_DOOR, ...body } } }));
    expect(judged(events, probes).findings.map(({ verdict }) => verdict)).toEqual(verdicts);
  });

  test('of steps that are under way at once one may be refused because of the other', () => {
    const probes = probe(
      { id: 'one', call: 'openDoor' },
      { id: 'other', call: 'openDoor', meanwhile: true },
      { call: 'getDoor', expect: [{ clauses: ['doors.c'], among: { steps: ['$one', '$other'], status: ['2xx'], atMost: 1 } }] },
    );
    const events = (...statuses: readonly [number, number]): readonly TraceEvent[] =>
      sampleCase(
        {},
        exchange({ step: 'one', operation: 'openDoor', response: { status: statuses[0] } }),
        exchange({ step: 'other', at: 'steps/1', operation: 'openDoor', response: { status: statuses[1] } }),
        exchange({ at: 'steps/2', operation: 'getDoor', response: { status: 200 } }),
      );
    const both: readonly (readonly [number, number])[] = [
      [409, 200],
      [200, 409],
      [200, 200],
    ];
    expect(both.map((statuses) => verdictsOf(judged(events(...statuses), probes)))).toEqual([
      [['probe/look/steps/2/0', 'pass']],
      [['probe/look/steps/2/0', 'pass']],
      [['probe/look/steps/2/0', 'fail']],
    ]);
  });

  test('what was sent again after a 429 counts, also where others were answered in between', () => {
    const ask = { call: 'getDoor', expect: [{ clauses: ['doors.c'], status: [200] }] };
    const probes = probe(ask, { ...ask, meanwhile: true });
    const answers: readonly (readonly [string, number])[] = [
      ['steps/0', 429],
      ['steps/1', 200],
      ['steps/0', 200],
    ];
    const events = sampleCase({}, ...answers.map(([at, status]) => exchange({ at, operation: 'getDoor', response: { status } })));
    expect(judged(events, probes).findings).toMatchObject([
      { check: 'probe/look/steps/0/0', verdict: 'pass', exchanges: [1, 3] },
      { check: 'probe/look/steps/1/0', verdict: 'pass', exchanges: [2] },
    ]);
  });

  test.each([
    ['by its own words leaves something each time', ['2', '1'], 'fail'],
    ['has once left nothing', ['0', '1'], 'inconclusive'],
    ['was not sent again', ['2'], 'inconclusive'],
  ])('a limit that %s: %j remaining, %s', (_what, remaining, verdict) => {
    const probes = probe({ call: 'getDoor', expect: [{ clauses: ['doors.c'], error: ['wrong_key'] }] });
    const rateLimitHeaders: readonly RateLimitHeaderRow[] = [
      { name: 'X-Left', role: 'remaining', on: 'every-response', clauses: ['doors.c'] },
    ];
    const answers = remaining.map((left) => exchange({ operation: 'getDoor', response: { status: 429, headers: { 'x-left': left } } }));
    const { findings } = stepJudge.judge(benchOf(doorSpec({ probes, rateLimitHeaders }), sampleCase({}, ...answers), sampleProfile({})));
    expect(findings.map((one) => one.verdict)).toEqual([verdict]);
  });

  test('a step that says that it prepares leaves the later ones open until one is answered as if it had been done', () => {
    const gone = { call: 'getDoor', expect: [{ clauses: ['doors.c'], status: [404] }] };
    const probes = probe({ call: 'openDoor', prepares: true, expect: [{ clauses: ['doors.b'], notStatus: [404, 501] }] }, gone, gone, gone);
    const verdicts = (...statuses: readonly number[]) =>
      judged(
        sampleCase(
          {},
          ...statuses.map((status, index) =>
            exchange({ at: `steps/${index}`, operation: index === 0 ? 'openDoor' : 'getDoor', response: { status } }),
          ),
        ),
        probes,
      ).findings.map(({ verdict, reason }) => reason ?? verdict);
    expect([verdicts(500, 200, 200, 200), verdicts(500, 404, 404, 200), verdicts(204, 200, 200, 200)]).toEqual([
      ['pass', ...[1, 2, 3].map(() => 'the preparing openDoor was refused: status 500')],
      ['pass', 'pass', 'pass', 'fail'],
      ['pass', 'fail', ...[2, 3].map(() => 'an earlier step of the case failed: probe/look/steps/1/0')],
    ]);
  });

  test('a refused step that only looks prepares nothing', () => {
    const probes = probe({ call: 'openDoor', observe: 'colour' }, { call: 'getDoor', expect: [{ clauses: ['doors.c'], status: [404] }] });
    const events = sampleCase(
      {},
      exchange({ operation: 'openDoor', response: { status: 500 } }),
      exchange({ at: 'steps/1', operation: 'getDoor', response: { status: 404 } }),
    );
    expect(verdictsOf(judged(events, probes))).toEqual([['probe/look/steps/1/0', 'pass']]);
  });

  test('of repeated requests the last is judged, and all are its evidence', () => {
    const probes = probe({ call: 'getDoor', times: 3, expect: [{ clauses: ['doors.c'], status: [429] }] });
    const events = sampleCase({}, ...[200, 200, 429].map((status) => exchange({ operation: 'getDoor', response: { status } })));
    expect(judged(events, probes).findings).toMatchObject([{ verdict: 'pass', exchanges: [1, 2, 3] }]);
  });

  test('events are counted by the step that caused them, an act too', () => {
    const one = [{ clauses: ['doors.mail'] as [string], events: { 'e-mail': 1 } }];
    const emitted = (at: string, count: number): TraceEvent => ({
      type: 'emitted',
      case: '',
      place: { row: 'probe:look', at },
      events: Array.from({ length: count }, () => ({ kind: 'e-mail' })),
    });
    const probes = probe({ act: 'break the door', expect: one }, { call: 'openDoor', expect: one });
    const events = (byAct: number, byCall: number): readonly TraceEvent[] =>
      sampleCase(
        {},
        emitted('steps/0', byAct),
        exchange({ at: 'steps/1', operation: 'openDoor', response: { body: OPEN_DOOR } }),
        emitted('steps/1', byCall),
      );
    const verdicts = (found: Judged): unknown => Object.fromEntries(verdictsOf(found));
    expect([verdicts(judged(events(1, 1), probes)), verdicts(judged(events(0, 2), probes))]).toEqual([
      { 'probe/look/steps/0/0': 'pass', 'probe/look/steps/1/0': 'pass' },
      { 'probe/look/steps/0/0': 'fail', 'probe/look/steps/1/0': 'fail' },
    ]);
  });

  test('an event of an act is about what an earlier request has made, or has named', () => {
    const about = [{ clauses: ['doors.mail'] as [string], events: { 'e-mail': 1 }, about: '$made' }];
    const probes = probe({ call: 'openDoor' }, { id: 'made', call: 'openDoor' }, { act: 'break the door', expect: about });
    const opened = (at: string, id: string): ExchangeEvent => {
      const request = { url: `https://doors.example.test/api/doors/${id}` };
      return exchange({ at, operation: 'openDoor', request, response: { body: { ...OPEN_DOOR, id: `opened ${id}` } } });
    };
    const verdict = (name: object): unknown => {
      const events = [{ kind: 'e-mail', ...name }];
      const emitted: TraceEvent = { type: 'emitted', case: '', place: { row: 'probe:look', at: 'steps/2' }, events };
      const trace = sampleCase({}, opened('steps/0', 'one'), { ...opened('steps/1', 'two'), step: 'made' }, emitted);
      return Object.fromEntries(verdictsOf(judged(trace, probes)))['probe/look/steps/2/0'];
    };
    const verdicts = [{ about: 'opened two' }, { about: 'two' }, {}, { about: 'opened one' }, { about: 'one' }].map(verdict);
    expect(verdicts).toEqual(['pass', 'pass', 'pass', 'fail', 'fail']);
  });

  test('what is judged in a state only is judged in no other, and not beside a refusal', () => {
    const probes = probe({ call: 'openDoor', expect: [{ clauses: ['doors.c'], inState: ['OPEN'], present: ['/lock'] }] });
    const answers = [{ body: OPEN_DOOR }, { body: SHUT_DOOR }, { status: 403, body: { code: 'wrong_key' } }];
    expect(
      answers.map((response) => verdictsOf(judged(sampleCase({}, exchange({ operation: 'openDoor', response })), probes))[0]?.[1]),
    ).toEqual(['fail', 'pass', 'pass']);
  });

  test('outcomes that several readings permit never fail', () => {
    const probes = probe({ call: 'openDoor', expect: [{ clauses: ['doors.c'], state: ['OPEN', 'SHUT'], error: ['wrong_key'] }] });
    const answers = [
      { body: OPEN_DOOR },
      { body: SHUT_DOOR },
      { status: 403, body: { code: 'wrong_key' } },
      { status: 403, body: { code: 'other' } },
    ];
    expect(
      answers.map((response) => verdictsOf(judged(sampleCase({}, exchange({ operation: 'openDoor', response })), probes))[0]?.[1]),
    ).toEqual(['pass', 'pass', 'pass', 'fail']);
  });

  test('a reference is to what stood under the alias when the step was taken', () => {
    const probes = probe(
      { call: 'getDoor', expect: [{ clauses: ['doors.a'], same: { '/body/id': '$door.id' } }] },
      { provide: { state: 'a shut door', as: 'door' } },
    );
    const later: TraceEvent = { ...SHUT_STATE, data: { id: 'd2' } };
    expect(
      verdictsOf(judged(sampleCase({}, SHUT_STATE, exchange({ operation: 'getDoor', response: { body: SHUT_DOOR } }), later), probes)),
    ).toEqual([['probe/look/steps/0/0', 'pass']]);
  });

  test('what a provider state did not come with is missing there, what an answer lacks is missing from the target', () => {
    const probes = probe(
      { id: 'seen', call: 'getDoor', expect: [{ clauses: ['doors.a'], lacks: ['$door.owner'] }] },
      { call: 'getDoor', expect: [{ clauses: ['doors.b'], same: { '/body/id': '$seen.body.number' } }] },
    );
    const events = ['steps/0', 'steps/1'].map((at) =>
      exchange({ at, operation: 'getDoor', response: { body: SHUT_DOOR }, ...(at === 'steps/0' ? { step: 'seen' } : {}) }),
    );
    expect(judged(sampleCase({}, SHUT_STATE, ...events), probes).findings).toMatchObject([
      { verdict: 'inconclusive', blame: 'provider-state', reason: "the provider state 'a shut door' came without owner" },
      { verdict: 'inconclusive', blame: 'target', reason: 'no value for number of the response seen' },
    ]);
  });

  test('a reference may be to what an act answered', () => {
    const probes = probe(
      { id: 'broken', act: 'break the door' },
      { call: 'getDoor', expect: [{ clauses: ['doors.a'], same: { '/body/id': '$broken.id' } }] },
    );
    const act: TraceEvent = { type: 'act', case: '', step: 'broken', act: 'break the door', params: {}, done: true, data: { id: 'd1' } };
    expect(
      verdictsOf(judged(sampleCase({}, act, exchange({ at: 'steps/1', operation: 'getDoor', response: { body: SHUT_DOOR } })), probes)),
    ).toEqual([['probe/look/steps/1/0', 'pass']]);
  });
});

const BIND = 'bind it under services.authentication.bindings.knock.response';
const CORRECT = 'no answer has it where services.authentication.bindings.knock.response says: correct that, or say certain: true beside it';

test.each<[string, Record<string, unknown>, string | undefined]>([
  ['no profile places it', {}, BIND],
  ['a response has shown it there', { response: { heard: '/loud' } }, undefined],
  ['no response has shown it there', { response: { heard: '/low' } }, CORRECT],
  ['the profile is certain', { response: { heard: '/low' }, certain: true }, undefined],
])('a field that a response of an open form lacks, where %s', (_what, more, remedy) => {
  const probe: ProbeRow = {
    id: 'look',
    about: 'a knock',
    steps: [
      { id: 'first', call: 'knock' },
      { call: 'knock', expect: [{ clauses: ['doors.heard'], same: { '/body/heard': '$first.body.said' } }] },
    ],
  };
  const knocked = (at: string, body: Readonly<Record<string, boolean>>): ExchangeEvent =>
    sampleExchange({ row: 'probe:look', step: 'first', at, operation: 'knock', response: { status: 200, body } });
  const events = sampleCase({ kind: 'probe' }, knocked('steps/0', { said: true, loud: true }), knocked('steps/1', {}));
  const bindings = { knock: { ...KNOCK_BINDING, ...more } };
  const { findings } = stepJudge.judge(benchOf(doorSpec({ probes: [probe] }), events, sampleProfile({ bindings })));
  const reason = `/body/heard is not in the answer, whose form is open: ${remedy ?? ''}`;
  expect(findings).toMatchObject([remedy === undefined ? { verdict: 'fail' } : { verdict: 'inconclusive', blame: 'config', reason }]);
});

test('what stands at no place of the specs is asked nothing', () => {
  expect(judged(sampleCase({}, exchange({ row: 'probe:unknown' }), exchange({ row: 'transition:open', at: 'credential' })))).toEqual({
    findings: [],
    observations: [],
  });
});

test('a finding is of a check that there is, for clauses that the check has', () => {
  const checks = new Map(stepJudge.checks(doorSpec()).map(({ id, clauses }) => [id, clauses]));
  expect(judged(DOOR_TOUR).findings.filter(({ check, clauses }) => JSON.stringify(checks.get(check)) !== JSON.stringify(clauses))).toEqual(
    [],
  );
});

test.each<[string, string, number, unknown]>([
  ['at the origin of the service', 'https://doors.example.test/api/doors/2', 401, ['fail', 'target', false]],
  ['at another origin, where no credential goes', 'https://other.example.test/doors/2', 401, ['inconclusive', 'config', true]],
  ['at another origin, for another reason', 'https://other.example.test/doors/2', 404, ['fail', 'target', false]],
])('a link that is refused %s', (_where, url, status, wanted) => {
  const probe: ProbeRow = {
    id: 'next',
    about: 'the next page',
    steps: [{ follow: 'next', expect: [{ clauses: ['doors.next'], status: [200] }] }],
  };
  const exchange = sampleExchange({
    row: 'probe:next',
    at: 'steps/0',
    operation: 'getDoor',
    request: { method: 'GET', url },
    response: { status },
  });
  const [finding] = stepJudge.judge(benchOf(doorSpec({ probes: [probe] }), sampleCase({ kind: 'probe' }, exchange))).findings;
  const { verdict, blame, reason = '' } = finding ?? {};
  expect([verdict, blame, reason.includes('https://other.example.test')]).toEqual(wanted);
});

test('a request that follows no link is the target to answer, wherever its address was when it was judged', () => {
  const probe: ProbeRow = {
    id: 'look',
    about: 'a look',
    steps: [{ call: 'getDoor', expect: [{ clauses: ['doors.look'], status: [200] }] }],
  };
  const request = { method: 'GET', url: 'https://former.example.test/api/doors/1' };
  const exchange = sampleExchange({ row: 'probe:look', at: 'steps/0', operation: 'getDoor', request, response: { status: 401 } });
  const { findings } = stepJudge.judge(benchOf(doorSpec({ probes: [probe] }), sampleCase({ kind: 'probe' }, exchange)));
  expect(findings.map(({ verdict, blame }) => [verdict, blame])).toEqual([['fail', 'target']]);
});
