import { expect, test } from 'vitest';
import type { Step } from '../model/types.ts';
import { doorSpec, sampleProfile } from '../profile/profile-fixtures.ts';
import type { Limits, Profile } from '../profile/profile.ts';
import { NO_CONNECTION, virtualTimer } from './transport-fixtures.ts';
import { probeCase } from '../plan/cases.ts';
import { ControlPlaneError } from './providers.ts';
import type { TraceEvent, TransportFailure } from '../trace/events.ts';
import { DOOR_DATA, driveCase, probeOf, tourOf, type DriveParts } from './fixtures.ts';

const spec = doorSpec();
const OPEN = {
  id: 'd1',
  state: 'OPEN',
  token: 'token-of-the-door',
  _links: { shut: { href: 'https://doors.example.test/api/doors/d1/shut', hints: { allow: ['POST'] } } },
};
const SHUT = { ...OPEN, state: 'SHUT' };
const open = { id: 'opened', call: 'openDoor', with: { id: '$door.id', key: '$door.key' } } as const;

const types = (events: readonly TraceEvent[]): readonly string[] => events.map(({ type }) => type).filter((type) => type !== 'secret');
const blocks = (events: readonly TraceEvent[]): readonly unknown[] =>
  events.flatMap((event) => (event.type === 'blocked' ? [[event.place.at, event.because, event.blame]] : []));

test('a case is driven in order, and everything that happens is in the trace, secrets by their pseudonyms', async () => {
  const { driven, requests, events } = await driveCase(probeOf(spec, open, { call: 'getDoor', with: { id: '$opened.body.id' } }), {
    answer: ({ url }) => ({ body: url.endsWith('/open') ? OPEN : SHUT }),
  });
  expect(driven).toEqual({ sent: 2, blocked: undefined });
  expect(requests.map(({ method, url, body }) => [method, url, body])).toEqual([
    ['POST', 'https://doors.example.test/api/doors/d1/open', '{"key":"the-key-of-door-1"}'],
    ['GET', 'https://doors.example.test/api/doors/d1', undefined],
  ]);
  expect(types(events)).toEqual(['case', 'state', 'exchange', 'exchange']);
  expect(events[0]).toEqual({
    type: 'case',
    case: 'probe/look',
    document: 'authentication',
    kind: 'probe',
    title: 'looks',
    rows: ['probe:look'],
  });
  expect(events.find(({ type }) => type === 'state')).toEqual({
    type: 'state',
    case: 'probe/look',
    state: 'a shut door',
    alias: 'door',
    params: {},
    provided: true,
    by: 'test',
    data: { id: 'd1', key: '~doorKey-1~' },
  });
  expect(events.find(({ type }) => type === 'exchange')).toMatchObject({
    seq: 1,
    case: 'probe/look',
    place: { row: 'probe:look', at: 'steps/0' },
    step: 'opened',
    purpose: 'probe',
    operation: 'openDoor',
    request: { method: 'POST', body: { key: '~doorKey-1~' } },
    response: { status: 200, body: { state: 'OPEN', token: '~doorToken-1~' } },
  });
  expect(JSON.stringify(events)).not.toMatch(/the-key-of-door-1|token-of-the-door/);
});

test('a request says which run and which clause it is sent for', async () => {
  const { requests } = await driveCase(probeOf(spec, open));
  expect(requests[0]?.headers).toEqual({
    accept: 'application/json',
    'content-type': 'application/json',
    'user-agent': 'assay/1.2.3 (run r1; probe:look)',
  });
});

test('steps refer to provider states, earlier answers, the last answer, acts, and fresh values', async () => {
  const steps = [
    open,
    { id: 'broken', act: 'break the door', with: { id: '$last.id' } },
    {
      call: 'openDoor',
      with: {
        id: '$opened.body.id',
        key: '$fresh.token',
        kept: '$broken.done',
        status: '$opened.status',
        state: '$last.state',
        again: '$fresh.token',
      },
      headers: { 'X-Door': 'door ${door.id}' },
    },
  ] as const;
  const asked: unknown[] = [];
  const { requests, events } = await driveCase(probeOf(spec, ...steps), {
    answer: () => ({ body: OPEN }),
    providers: { act: (name, params) => (asked.push([name, params]), Promise.resolve({ data: { done: 'yes' } })) },
  });
  const sent: Record<string, unknown> = JSON.parse(requests[1]?.body ?? '');
  expect(asked).toEqual([['break the door', { id: 'd1' }]]);
  expect(events.find(({ type }) => type === 'act')).toMatchObject({ step: 'broken', act: 'break the door', data: { done: 'yes' } });
  expect(sent).toEqual({ key: sent['again'], again: sent['key'], kept: 'yes', status: 200, state: 'OPEN' });
  expect([typeof sent['key'], requests[1]?.headers['x-door']]).toEqual(['string', 'door d1']);
});

test('the numbers of a size are at hand for provider states and steps', async () => {
  const { requests, events } = await driveCase({
    ...probeOf(spec, { call: 'openDoor', with: { id: '$door.id', count: '$size.count' } }),
    given: [{ state: 'a shut door', as: 'door', params: { doors: '$size.objects' } }],
    size: { objects: 12, count: 5 },
  });
  expect([requests[0]?.body, events.flatMap((event) => (event.type === 'state' ? [event.params] : []))]).toEqual([
    '{"count":5}',
    [{ doors: 12 }],
  ]);
});

test('the same seed sends the same requests', async () => {
  const planned = probeOf(spec, { call: 'openDoor', with: { id: '$door.id', key: '$fresh.password', name: '$fresh.text' } });
  const [one, two] = [await driveCase(planned), await driveCase(planned)];
  expect(one.requests).toEqual(two.requests);
});

test('a step is repeated as often as it says', async () => {
  const { driven, exchanges } = await driveCase(probeOf(spec, { ...open, times: 3 }));
  expect([driven.sent, exchanges.map(({ place }) => place.at)]).toEqual([3, ['steps/0', 'steps/0', 'steps/0']]);
});

test.each([
  [['SHUT'], 1],
  [['SHUT', 'OPEN'], 2],
])('a step that is meant for %j is passed over unless the answer was that', async (values, sent) => {
  const { requests, driven } = await driveCase(
    probeOf(spec, open, { call: 'getDoor', with: { id: '1' }, when: { '$opened.body.state': values } }),
    { answer: () => ({ body: OPEN }) },
  );
  expect([requests.length, driven.blocked]).toEqual([sent, undefined]);
});

test('an empty header takes one away', async () => {
  const { requests } = await driveCase(probeOf(spec, { ...open, headers: { Accept: '' } }));
  expect(requests[0]?.headers['accept']).toBeUndefined();
});

test('a secret of an answer is known by the name that a binding gives it, before anything of the answer is written', async () => {
  const bound = sampleProfile({ bindings: { openDoor: { response: { token: '/hand/over' } } } });
  const { events } = await driveCase(probeOf(spec, open), {
    spec,
    profile: bound,
    answer: () => ({ body: { hand: { over: 'canary-token' } } }),
  });
  expect(events.find(({ type }) => type === 'exchange')).toMatchObject({ response: { body: { hand: { over: '~doorToken-1~' } } } });
  expect(JSON.stringify(events)).not.toContain('canary-token');
});

test('a secret argument is known wherever a binding puts it', async () => {
  const bound = sampleProfile({ bindings: { openDoor: { headers: { 'X-Open': 'with={key}' }, body: { turn: '$key' } } } });
  const { events } = await driveCase(probeOf(spec, { ...open, with: { id: 'd1', key: 'canary-key' } }), { spec, profile: bound });
  expect(events.find(({ type }) => type === 'exchange')).toMatchObject({
    request: { headers: { 'x-open': 'with=~doorKey-2~' }, body: { turn: '~doorKey-2~' } },
  });
});

test('text is sent raw where the step says so, cut off where it says so', async () => {
  const { requests } = await driveCase(
    probeOf(spec, { ...open, raw: { text: '{"id":"${door.id}"', contentType: 'text/plain', halfClose: true } }),
  );
  expect(requests.map(({ body, headers, halfClose }) => [body, headers['content-type'], halfClose])).toEqual([
    ['{"id":"d1"', 'text/plain', true],
  ]);
});

test.each<[string, DriveParts, readonly unknown[]]>([
  [
    'a provider state that is refused',
    { providers: { provide: () => Promise.resolve({ refused: 'no doors left' }) } },
    ["the provider state 'a shut door' is missing: no doors left", 'provider-state'],
  ],
  [
    'a provider that answers nonsense',
    { providers: { provide: () => Promise.reject(new ControlPlaneError('http://c.test: expected a JSON object, found <html>')) } },
    ['http://c.test: expected a JSON object, found <html>', 'provider-state'],
  ],
  [
    'a reference that the provider state lacks',
    { providers: { provide: () => Promise.resolve({ data: { id: '1' }, by: 'test' }) } },
    ["the provider state 'a shut door' came without key", 'provider-state'],
  ],
  ['a target that does not answer', { answer: () => NO_CONNECTION }, ['no response: connect ECONNREFUSED', 'network']],
  [
    'an operation that is not bound',
    { profile: sampleProfile({}, {}, 'governance') },
    ['services.authentication is not in the profile', 'config'],
  ],
])('%s blocks the case, and says whose doing it is', async (_what, parts, [because, blame]) => {
  const { driven, events } = await driveCase(probeOf(spec, open, { call: 'getDoor', with: { id: '1' } }), parts);
  expect([driven.blocked, blocks(events)]).toEqual([{ because, blame }, [['steps/0', because, blame]]]);
});

test('two states with the same secret block a case that uses the one in the place of the other, and are taken down', async () => {
  const key = { about: 'its key', schema: {}, secret: 'doorKey', distinct: true };
  const own = { ...spec, providerStates: { ...spec.providerStates, states: [{ name: 'a shut door', about: 'shut', data: { key } }] } };
  const probe = probeCase(own, {
    id: 'look',
    about: 'looks',
    given: [
      { state: 'a shut door', as: 'door' },
      { state: 'a shut door', as: 'other', apart: true },
    ],
    steps: [open],
  });
  const removed: unknown[] = [];
  const remove = (standing: unknown): Promise<{ data: { nr: number } }> => Promise.resolve({ data: { nr: removed.push(standing) } });
  const { driven, requests } = await driveCase(probe, { spec: own, providers: { remove } });
  expect([driven.blocked, requests.length, removed.length]).toEqual([
    { because: "the provider state 'a shut door' came twice with the same key: give each its own", blame: 'provider-state' },
    0,
    2,
  ]);
});

test.each([
  [
    'an act that is refused',
    { act: 'break the door' },
    { act: () => Promise.resolve({ refused: 'too strong' }) },
    "the act 'break the door' was not done: too strong",
    'provider-state',
  ],
  ['a clock that nobody can turn', { advance: 'PT1H' }, {}, "the target's clock cannot be turned (profile key clock)", 'config'],
  [
    'a clock that refuses',
    { advance: 'PT1H' },
    { advance: () => Promise.reject(new ControlPlaneError('clock.http: no')) },
    'clock.http: no',
    'provider-state',
  ],
  [
    'a reference that nothing answers',
    { provide: { state: 'a shut door', params: { of: '$nobody.id' } } },
    {},
    'no value for id of nobody: an earlier response lacks it',
    'target',
  ],
])('%s blocks what follows', async (_what, step, providers, because, blame) => {
  const { driven, requests } = await driveCase(probeOf(spec, open, step, open), { providers });
  expect([requests.length, driven.blocked]).toEqual([1, { because, blame }]);
});

test.each([
  ['a success without it', 200, 'no value for id of the response first: an earlier response lacks it', 'target'],
  ['a refusal', 409, 'no value for id of the response first: openDoor was refused with status 409', 'provider-state'],
  ['a refusal for want of rights', 403, 'no value for id of the response first: openDoor was refused with status 403', 'config'],
])('what an earlier answer lacks is blamed by what it was: %s', async (_what, status, because, blame) => {
  const { driven } = await driveCase(probeOf(spec, { ...open, id: 'first' }, { ...open, with: { ...open.with, id: '$first.body.id' } }), {
    answer: () => ({ status, headers: {}, body: {} }),
  });
  expect(driven.blocked).toEqual({ because, blame });
});

test('a mistake of the harness itself is no finding', async () => {
  await expect(driveCase(probeOf(spec, { call: 'noSuchOperation' }))).rejects.toThrow(TypeError);
  await expect(
    driveCase(probeOf(spec, open), {
      answer: () => {
        throw new RangeError('ours');
      },
    }),
  ).rejects.toThrow('ours');
});

test('acts, clock and events are on record', async () => {
  const watched = (step: object): object => ({ ...step, expect: [{ clauses: ['doors.mail'], events: { 'e-mail': 1 } }] });
  const mails = [
    [{ seq: 1, kind: 'e-mail', at: 'before' }],
    [{ seq: 2, kind: 'e-mail', at: 'then', about: 'the-key-of-door-1' }],
    [],
    [{ seq: 3, kind: 'e-mail', at: 'later' }],
  ];
  const { events } = await driveCase(probeOf(spec, { ...watched({ act: 'break the door' }) }, { ...watched({ advance: 'PT1H' }) }), {
    providers: { emitted: () => Promise.resolve(mails.shift() ?? []), advance: () => Promise.resolve({ now: '2030-01-01T01:00:00.000Z' }) },
  });
  expect(events.filter(({ type }) => !['case', 'state', 'secret'].includes(type))).toEqual([
    { type: 'act', case: 'probe/look', act: 'break the door', params: {}, done: true, data: { done: 'yes' } },
    {
      type: 'emitted',
      case: 'probe/look',
      place: { row: 'probe:look', at: 'steps/0' },
      events: [{ seq: 2, kind: 'e-mail', at: 'then', about: '~doorKey-1~' }],
    },
    { type: 'clock', case: 'probe/look', advance: 'PT1H', now: '2030-01-01T01:00:00.000Z' },
    { type: 'emitted', case: 'probe/look', place: { row: 'probe:look', at: 'steps/1' }, events: [{ seq: 3, kind: 'e-mail', at: 'later' }] },
  ]);
});

test('what a request has started may be over before an act waits for it', async () => {
  let mails = [{ seq: 1, kind: 'e-mail', at: 'before' }];
  const waits: Step = { act: 'break the door', expect: [{ clauses: ['doors.mail'], events: { 'e-mail': 1 } }] };
  const { events } = await driveCase(probeOf(spec, open, waits), {
    answer: () => {
      mails = [{ seq: 2, kind: 'e-mail', at: 'at once' }];
      return { body: OPEN };
    },
    providers: { emitted: async () => mails.splice(0) },
  });
  expect(events.flatMap((event) => (event.type === 'emitted' ? event.events.map(({ seq }) => seq) : []))).toEqual([2]);
});

test('what steps at once make the target emit is on record once all of them are done, for each that watches', async () => {
  const watched = (id: string): Step => ({
    call: 'getDoor',
    with: { id },
    expect: [{ clauses: ['doors.mail'], events: { 'e-mail': 2 } }],
  });
  const both = [2, 3].map((seq) => ({ seq, kind: 'e-mail', at: 'then' }));
  const mails = [[{ seq: 1, kind: 'e-mail', at: 'before' }], both];
  const never: Step = { ...watched('3'), meanwhile: true, when: { '$door.id': ['nobody'] } };
  const { events } = await driveCase(probeOf(spec, watched('1'), { ...watched('2'), meanwhile: true }, never), {
    answer: () => ({ body: OPEN }),
    providers: { emitted: () => Promise.resolve(mails.shift() ?? []) },
  });
  expect(events.filter(({ type }) => type === 'exchange' || type === 'emitted').slice(-2)).toEqual(
    [0, 1].map((step) => ({ type: 'emitted', case: 'probe/look', place: { row: 'probe:look', at: `steps/${step}` }, events: both })),
  );
});

test('steps at once wait for the events about each of their subjects', async () => {
  const watched = (about: string): Step => ({
    call: 'getDoor',
    with: { id: '1' },
    expect: [{ clauses: ['doors.mail'], events: { 'e-mail': 1 }, about }],
  });
  const wanted: unknown[] = [];
  await driveCase(probeOf(spec, watched('$door'), { ...watched('$other'), meanwhile: true }), {
    answer: () => ({ body: OPEN }),
    providers: {
      emitted: async (some) => {
        wanted.push(some);
        return [];
      },
    },
  });
  expect(wanted).toEqual([undefined, { 'e-mail': 2 }]);
});

test('a tour says before each trigger which transition it means to take, and reads the state back', async () => {
  const { events, exchanges, driven } = await driveCase(tourOf(spec, 'open', 'shut'), {
    answer: ({ url }, ordinal) => ({ body: url.endsWith('/open') || ordinal === 2 ? OPEN : SHUT }),
  });
  expect(driven).toEqual({ sent: 4, blocked: undefined });
  expect(events.flatMap((event) => (event.type === 'intent' ? [event] : []))).toEqual([
    { type: 'intent', case: 'tour/door/1', machine: 'door', transition: 'open', from: 'start', exchange: 1 },
    { type: 'intent', case: 'tour/door/1', machine: 'door', transition: 'shut', from: 'OPEN', exchange: 3 },
  ]);
  expect(exchanges.map(({ purpose, operation }) => [purpose, operation])).toEqual([
    ['tour', 'openDoor'],
    ['read-back', 'getDoor'],
    ['tour', 'shutDoor'],
    ['read-back', 'getDoor'],
  ]);
});

test('a read-back leaves no trace in what later steps refer to', async () => {
  const { requests } = await driveCase(tourOf(spec, 'open', 'shut'), {
    answer: (_request, ordinal) => ({ body: ordinal === 2 ? { id: 'other', state: 'OPEN' } : ordinal < 3 ? OPEN : SHUT }),
  });
  expect(requests[2]?.url).toBe('https://doors.example.test/api/doors/d1/shut');
});

test('a tour ends where a transition was not taken', async () => {
  const { driven, requests } = await driveCase(tourOf(spec, 'open', 'shut'), { answer: () => ({ body: SHUT }) });
  expect([driven.blocked, requests.length]).toEqual([
    { because: 'the transition open before it was not taken: received SHUT', blame: 'target' },
    1,
  ]);
  const refused = await driveCase(tourOf(spec, 'open', 'shut'), { answer: () => ({ status: 403, body: { code: 'wrong_key' } }) });
  expect(refused.driven.blocked?.because).toBe('the transition open before it was not taken: received status 403');
});

test('a read-back that cannot be sent ends nothing', async () => {
  const { driven, exchanges, events } = await driveCase(tourOf(spec, 'open', 'shut'), {
    answer: ({ url }) => ({ body: { ...(url.endsWith('/open') ? OPEN : SHUT), id: undefined } }),
  });
  expect(exchanges.map(({ operation }) => operation)).toEqual(['openDoor', 'shutDoor']);
  expect([driven.blocked, blocks(events)]).toEqual([
    undefined,
    ['open', 'shut'].map(() => ['readBack/0', 'no value for id of last: an earlier response lacks it', 'target']),
  ]);
});

test.each<[string, TransportFailure['kind'], number]>([
  ['goes on after a connection that broke', 'reset', 3],
  ['ends where nothing answers any more', 'timeout', 2],
])('a case whose steps are optional %s', async (_what, kind, sent) => {
  const { steps, ...planned } = probeOf(spec, open, open, open);
  const { requests } = await driveCase(
    { ...planned, steps: steps.map((step) => ({ ...step, optional: true })) },
    { answer: (_request, ordinal) => (ordinal === 2 ? { failure: { kind, detail: kind } } : { body: OPEN }) },
  );
  expect(requests).toHaveLength(sent);
});

test('an interrupted run blocks what was not sent yet', async () => {
  const stopper = new AbortController();
  const { driven, requests } = await driveCase(probeOf(spec, open, open, open), {
    signal: stopper.signal,
    answer: (_request, ordinal) => (ordinal === 2 ? stopper.abort() : undefined, { body: OPEN }),
  });
  expect([driven.blocked, requests.length]).toEqual([{ because: 'the run was interrupted', blame: 'harness' }, 2]);
});

const limited = (limits: Partial<Limits>): Profile => sampleProfile({}, { limits: { ...sampleProfile().limits, ...limits } });

test('what the budget does not permit is blocked with its key, and the rest of the case with it', async () => {
  const { driven, requests, events } = await driveCase(probeOf(spec, open, open, open), {
    profile: limited({ requests: 2 }),
    answer: () => ({ body: OPEN }),
  });
  expect([driven, requests.length]).toEqual([{ sent: 2, blocked: { because: 'budget.requests (2) is used up', blame: 'config' } }, 2]);
  expect(events.at(-1)).toEqual({
    type: 'blocked',
    case: 'probe/look',
    place: { row: 'probe:look', at: 'steps/2' },
    because: 'budget.requests (2) is used up',
    blame: 'config',
    key: 'budget.requests',
  });
});

test('a case that the budget does not permit sets no provider state up', async () => {
  const { events } = await driveCase(probeOf(spec, open), { profile: limited({ durationMs: 0 }) });
  expect([types(events), blocks(events)]).toEqual([['case', 'blocked'], [['steps/0', 'budget.duration (0 s) is over', 'config']]]);
});

test('requests are paced, and the pace counts against the duration', async () => {
  const timer = virtualTimer();
  const { driven, requests } = await driveCase(probeOf(spec, open, open, open, open), {
    profile: limited({ perSecond: 2, durationMs: 1_200 }),
    answer: () => ({ body: OPEN }),
    timer,
  });
  expect([requests.length, timer.slept, driven.blocked?.because]).toEqual([3, [500, 500], 'budget.duration (1.2 s) is over']);
});

test('provider states are taken down in reverse, whatever came of the case', async () => {
  const removed: unknown[] = [];
  let count = 0;
  await driveCase(probeOf(spec, { provide: { state: 'another door', as: 'other' } }, open), {
    answer: () => NO_CONNECTION,
    providers: {
      provide: () => Promise.resolve({ data: { ...DOOR_DATA, id: `d${++count}` }, by: `source ${count}` }),
      remove: ({ state, data, by }) => (removed.push([state, data['id'], by]), Promise.resolve({ data: {} })),
    },
  });
  expect(removed).toEqual([
    ['another door', 'd2', 'source 2'],
    ['a shut door', 'd1', 'source 1'],
  ]);
});

test('a provider that answers nonsense when a state is taken down does not spoil the case', async () => {
  const { driven } = await driveCase(probeOf(spec, open), {
    providers: { remove: () => Promise.reject(new ControlPlaneError('expected a JSON object')) },
  });
  expect(driven.blocked).toBeUndefined();
});
