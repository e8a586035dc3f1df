import { describe, expect, test } from 'vitest';
import { doorSpec, KNOCK_BINDING, sampleProfile } from '../profile/profile-fixtures.ts';
import type { PublicService } from '../profile/profile.ts';
import type { Binding, ProbeRow } from '../model/types.ts';
import { sampleCase, sampleExchange, type SampleExchange } from '../trace/trace-fixtures.ts';
import type { Finding } from './finding.ts';
import { benchOf } from './judge-fixtures.ts';
import { withoutUnverifiedBindings } from './unverified-bindings.ts';

const FAILED: Finding = {
  check: 'probe/look/steps/0/0',
  clauses: ['doors.look'],
  verdict: 'fail',
  basis: 'documented',
  exchanges: [1],
  case: 'probe/look',
  expected: 'status 200',
  received: 'status 404',
  blame: 'target',
};
const OPEN: Finding = {
  check: 'probe/look/steps/1/0',
  clauses: ['doors.look'],
  verdict: 'inconclusive',
  basis: 'documented',
  exchanges: [],
  case: 'probe/look',
  reason: 'no value for id of the response knocked',
  blame: 'target',
};

/** What becomes of findings about one case's exchanges. */
function doubted(
  service: Partial<PublicService>,
  findings: readonly Finding[],
  ...exchanges: readonly SampleExchange[]
): readonly Finding[] {
  const spec = doorSpec({ errorName: undefined });
  const [door] = spec.resources.resources;
  door?.fields.push({ path: 'panes[].id', schema: { type: 'string' }, clauses: ['doors.door.panes'] });
  const events = sampleCase({}, ...exchanges.map((one) => sampleExchange(one)));
  return withoutUnverifiedBindings(benchOf(spec, events, sampleProfile(service)), findings);
}

const knocked = (status: number, body: object | undefined = { code: 'no_such_door' }, more: SampleExchange = {}): SampleExchange => ({
  operation: 'knock',
  response: { status, ...(body === undefined ? {} : { body: { ...body } }) },
  ...more,
});
const bound = (binding: Partial<Binding> = {}): Partial<PublicService> => ({ bindings: { knock: { ...KNOCK_BINDING, ...binding } } });
const withReason = ({ expected: _expected, received: _received, ...finding }: Finding, reason: string): Finding => ({
  ...finding,
  verdict: 'inconclusive',
  blame: 'config',
  reason,
});
const NEVER =
  "services.authentication.bindings.knock has not worked once: each of 1 requests was answered 404 (where it is right, 'certain: true' beside it says so)";

describe('an operation that the profile alone shows', () => {
  test('is not held against the target where it was never found, nor is what builds on it', () => {
    expect(doubted(bound(), [FAILED, OPEN], knocked(404))).toEqual([withReason(FAILED, NEVER), withReason(OPEN, NEVER)]);
  });

  test.each<[string, readonly SampleExchange[]]>([
    ['has worked once', [knocked(404), knocked(200)]],
    ['was refused in a way of its own', [knocked(409)]],
    ['was only refused before anybody looked', [knocked(401), knocked(403), knocked(429), knocked(500)]],
    ['did not take its body, and the profile gives none', [knocked(400)]],
    ['was answered as if it had worked', [knocked(404, { id: 'd1', state: 'OPEN' })]],
    ['was answered without a word', [{ operation: 'knock', response: { status: 404 } }]],
    ['was only sent what it does not foresee', [knocked(404, {}, { row: 'negative:knock', at: 'id/type' })]],
  ])('is held against it where it %s', (_what, exchanges) => {
    expect(doubted(bound(), [FAILED, OPEN], ...exchanges)).toEqual([FAILED, OPEN]);
  });

  test('with a body of the profile is in doubt where that was never taken', () => {
    expect(doubted(bound({ body: { knock: '$times' } }), [FAILED], knocked(400), knocked(405))).toEqual([
      withReason(
        FAILED,
        "services.authentication.bindings.knock has not worked once: each of 2 requests was answered 400 or 405 (where it is right, 'certain: true' beside it says so)",
      ),
    ]);
  });

  const sent = (status: number, body: Readonly<Record<string, unknown>>): SampleExchange => ({ ...knocked(status), request: { body } });
  const refused = Array.from({ length: 5 }, () => sent(400, { whom: 'x', proof: 'y' }));
  const MEMBERS =
    "services.authentication.bindings.knock.body has not worked once with proof, whom: each of 5 requests was answered 400 (where it is right, 'certain: true' beside it says so)";

  test.each<[string, readonly SampleExchange[], string | undefined]>([
    ['was never taken', [...refused, sent(200, { whom: 'x' })], MEMBERS],
    ['was taken once', [...refused, sent(200, { proof: 'z', whom: 'x' })], undefined],
    ['was looked at once', [...refused, sent(409, { whom: 'x', proof: 'z' })], undefined],
    ['was refused by the way', [...refused.slice(1), sent(200, { whom: 'x' })], undefined],
  ])('with a body whose members it takes in part is in doubt where the whole of it %s', (_what, exchanges, reason) => {
    const finding = { ...FAILED, exchanges: [1] };
    const told = doubted(bound({ body: { whom: '$whom', proof: '$proof' } }), [finding], ...exchanges);
    expect(told).toEqual([reason === undefined ? finding : withReason(finding, reason)]);
  });

  test('is held against it where the profile is certain of it', () => {
    expect(doubted(bound({ certain: true }), [FAILED], knocked(404))).toEqual([FAILED]);
  });

  test('is held against the deployment that was started for the run: its profile is right', () => {
    const spec = doorSpec();
    const profile = sampleProfile(bound(), { embedded: true });
    expect(withoutUnverifiedBindings(benchOf(spec, sampleCase({}, sampleExchange(knocked(404))), profile), [FAILED])).toEqual([FAILED]);
  });

  test('that prepares what is not foreseen counts', () => {
    const prepared = knocked(404, {}, { row: 'negative:openDoor', at: 'prepare/key/0' });
    expect(doubted(bound(), [FAILED], prepared)[0]?.blame).toBe('config');
  });
});

test('an operation that the document shows whole is never in doubt', () => {
  const service = { bindings: { getDoor: { response: {} } } };
  expect(doubted(service, [FAILED], { operation: 'getDoor', response: { status: 404 } })).toEqual([FAILED]);
});

describe('a field that the profile looks for elsewhere', () => {
  const failed = { ...FAILED, pointer: '/body/id', expected: 'the identifier' };
  const reason = 'services.authentication.bindings.knock.response.id has led nowhere: /number stands in none of 1 answers';

  test('is in doubt where it was never there, with what refers to it', () => {
    expect(doubted(bound({ response: { id: '/number' } }), [failed, OPEN], knocked(200, { name: 'd1' }))).toEqual([
      withReason(failed, reason),
      withReason(OPEN, reason),
    ]);
  });

  test('is in doubt where no element of a list had it', () => {
    const inList = { ...FAILED, expected: '/body/items/0/id equals id of door, "d1"' };
    const service = bound({ response: { 'items[].id': '/number' } });
    const told = 'services.authentication.bindings.knock.response.items[].id has led nowhere: /number stands in none of 1 answers';
    expect(doubted(service, [inList], knocked(200, { items: [{ name: 'd1' }] }))).toEqual([withReason(inList, told)]);
    expect(doubted(service, [inList], knocked(200, { items: [{ name: 'd1' }, { number: 'd1' }] }))).toEqual([inList]);
  });

  test('is in doubt where an object stands in the place of a list', () => {
    const inList = { ...FAILED, expected: '/body/panes/0/id equals id of door, "d1"' };
    const service = bound({ response: { panes: '/all' } });
    const told = 'services.authentication.bindings.knock.response.panes has led nowhere: /all stands in none of 1 answers';
    expect(doubted(service, [inList], knocked(200, { all: { d1: {} } }))).toEqual([withReason(inList, told)]);
    expect(doubted(service, [inList], knocked(200, { all: [{ id: 'd2' }] }))).toEqual([inList]);
  });

  test('may stand in the Location header, and is in doubt where no success had that', () => {
    const service = bound({ response: { id: 'Location' } });
    const created = (headers: Readonly<Record<string, string>>): SampleExchange => ({
      operation: 'knock',
      response: { status: 201, headers },
    });
    const told = 'services.authentication.bindings.knock.response.id has led nowhere: Location stands in none of 1 answers';
    expect(doubted(service, [failed], created({}))).toEqual([withReason(failed, told)]);
    expect(doubted(service, [failed], created({ location: '/doors/7' }))).toEqual([failed]);
  });

  test('says nothing of other fields', () => {
    const other = { ...FAILED, pointer: '/body/state', expected: 'a state' };
    expect(doubted(bound({ response: { id: '/number' } }), [other], knocked(200, { name: 'd1' }))).toEqual([other]);
  });

  test('puts everything in doubt where it is the whole resource', () => {
    expect(doubted(bound({ response: { root: '/door' } }), [FAILED], knocked(200, { name: 'd1' }))[0]?.blame).toBe('config');
  });

  test.each<[string, Partial<Binding>, readonly SampleExchange[]]>([
    ['was there once', { response: { id: '/number' } }, [knocked(200, { name: 'd1' }), knocked(200, { number: 1 })]],
    ['stands in elements of a list that was empty', { response: { 'items[].id': '/number' } }, [knocked(200, { items: [] })]],
    ['was never answered', { response: { id: '/number' } }, [knocked(409)]],
  ])('is not in doubt where it %s', (_what, binding, exchanges) => {
    expect(doubted(bound(binding), [failed], ...exchanges)).toEqual([failed]);
  });
});

describe('an error name that the profile looks for', () => {
  const service = { bindings: { errorName: '/name' } };
  const refused = (body: object): SampleExchange => ({ operation: 'getDoor', response: { status: 403, body: { ...body } } });
  const reason =
    'services.authentication.bindings.errorName has led nowhere: /name stands in none of 1 error bodies, and the names stand elsewhere in them';

  test('is in doubt where names stand elsewhere, with what followed a refusal', () => {
    const named = { ...FAILED, expected: 'error wrong_key', exchanges: [2] };
    expect(doubted(service, [FAILED, named, OPEN], refused({ error: { code: 'wrong_key' } }), { operation: 'getDoor' })).toEqual([
      withReason(FAILED, reason),
      withReason(named, reason),
      withReason(OPEN, reason),
    ]);
  });

  test.each<[string, readonly SampleExchange[]]>([
    ['was there once', [refused({ code: 'wrong_key' }), refused({ name: 'wrong_key' })]],
    ['is nowhere at all', [refused({ message: 'no' })]],
  ])('is not in doubt where it %s', (_what, exchanges) => {
    expect(doubted(service, [FAILED], ...exchanges)).toEqual([FAILED]);
  });
});

test('what passed, and what others are to blame for, stays', () => {
  const others = [
    { ...FAILED, verdict: 'pass' as const, blame: undefined },
    { ...OPEN, blame: 'network' as const },
  ].map(({ blame, ...finding }) => (blame === undefined ? finding : { ...finding, blame }));
  expect(doubted(bound(), others, knocked(404))).toEqual(others);
});

test('an operation that is refused what the target itself gave out in another form is no matter of its binding', () => {
  const shape: Finding = { ...FAILED, check: 'shape/doors.token', exchanges: [1] };
  const spec = doorSpec({ errorName: undefined });
  const [first, second] = [knocked(200, { token: {} }, { seq: 1, operation: 'look' }), knocked(404, undefined, { seq: 2 })];
  const events = sampleCase({}, ...[first, second].map((one) => sampleExchange({ case: 'probe/look', ...one })));
  const failed = { ...FAILED, exchanges: [2] };
  const judged = (findings: readonly Finding[]): readonly Finding[] =>
    withoutUnverifiedBindings(benchOf(spec, events, sampleProfile(bound())), findings);
  expect([judged([shape, failed]), judged([failed])]).toEqual([[shape, failed], [withReason(failed, NEVER)]]);
});

test('an operation that was refused as it had to be, and otherwise what the target itself gave out, is in no doubt', () => {
  const steps: ProbeRow['steps'] = [
    { call: 'knock', expect: [{ clauses: ['doors.wrong-key'], error: ['wrong_key'] }] },
    { call: 'knock', expect: [{ clauses: ['doors.look'], status: ['2xx'] }] },
  ];
  const spec = doorSpec({ errorName: undefined, probes: [{ id: 'look', about: 'a door is looked at', steps }] });
  const events = sampleCase(
    {},
    ...[knocked(404, undefined, { seq: 1 }), knocked(401, undefined, { seq: 2 })].map((one) => sampleExchange(one)),
  );
  const due: Finding = {
    check: 'probe/look/steps/0/0',
    clauses: ['doors.wrong-key'],
    verdict: 'pass',
    basis: 'documented',
    exchanges: [1],
  };
  const failed = { ...FAILED, check: 'probe/look/steps/1/0', exchanges: [2] };
  const bench = benchOf(spec, events, sampleProfile(bound()));
  expect(withoutUnverifiedBindings(bench, [due, failed])).toEqual([due, failed]);
  expect(withoutUnverifiedBindings(bench, [{ ...due, verdict: 'fail' }, failed]).map(({ blame }) => blame)).toEqual([undefined, 'config']);
});
