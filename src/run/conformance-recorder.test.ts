import { Readable } from 'node:stream';
import { Agent, Pool, request } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { conformance, judgeExchange, judgeTraffic, loadProfile, startMock } from '../index.ts';

const HEADERS = { 'content-type': 'application/json', accept: 'application/json' };
const BODY = JSON.stringify({ username: 'nobody@example.test', password: 'Kanarie-7-Horse' });

test('what a client sends and receives is judged, and passes unchanged, whatever the client is made of', async () => {
  const mock = await startMock({ faults: ['authn-refused-with-other-summary'] });
  onTestFinished(() => mock.close());
  const profile = loadProfile('mock', { mock });
  const url = `${profile.services['authentication']?.baseUrl ?? ''}/api/v1/authn`;
  const { interceptor, judged } = conformance({ profile });
  const agent = new Agent();
  onTestFinished(() => agent.close());
  const dispatcher = agent.compose(interceptor);
  const init: RequestInit = { method: 'POST', headers: HEADERS, body: BODY };
  // Node's own fetch takes a dispatcher, which the types of the web do not say.
  const fetched = await fetch(url, Object.assign(init, { dispatcher }));
  const [headers, body] = [fetched.headers, await fetched.text()];
  const { statusCode } = await request(url, { dispatcher, method: 'POST', headers: HEADERS, body: Readable.from([BODY]) });
  expect([fetched.status, statusCode, JSON.parse(body)]).toMatchObject([401, 401, { errorCode: 'E0000004' }]);
  const { clauses, exchanges, exitCode } = judged();
  expect(clauses.filter(({ verdict }) => verdict === 'fail').map(({ clause }) => clause.id)).toEqual(['authn.errors.e0000004.summary']);
  expect(exitCode).toBe(1);
  expect(exchanges.map(({ operation, request: { body: sent } }) => [operation, sent])).toEqual([
    ['authenticate', { username: expect.any(String), password: expect.stringContaining('~') }],
    ['authenticate', { username: expect.any(String), password: expect.stringContaining('~') }],
  ]);
  const one = judgeExchange(
    { request: { method: 'POST', url, headers: HEADERS, body: BODY }, response: { status: 401, headers, body } },
    { profile },
  );
  expect(one.clauses.map(({ clause, verdict }) => [clause.id, verdict])).toEqual(
    clauses.map(({ clause, verdict }) => [clause.id, verdict]),
  );
});

test.each([
  ['of the target, where it has one origin', ['authentication'], 1, 0],
  ['foreign, where it has several', ['authentication', 'governance'], 0, 1],
])('what passes through a pool, which tells no origin, is taken as %s', async (_what, documents, judgedThere, foreign) => {
  const mock = await startMock();
  onTestFinished(() => mock.close());
  const { services, ...rest } = loadProfile('mock', { mock });
  const own = Object.fromEntries(Object.entries(services).filter(([name]) => documents.includes(name)));
  const { interceptor, judged } = conformance({ profile: { ...rest, services: own, embedded: false } });
  const pool = new Pool(mock.services.authentication);
  onTestFinished(() => pool.close());
  const { statusCode } = await pool
    .compose(interceptor)
    .request({ origin: '', path: '/api/v1/authn', method: 'POST', headers: HEADERS, body: BODY });
  const { exchanges, skipped } = judged();
  expect([statusCode, exchanges.length, skipped.foreign]).toEqual([401, judgedThere, foreign]);
});

test('traffic of which nobody says whose it is is refused with what to pass', () => {
  const nothing: Parameters<typeof conformance>[0] = JSON.parse('{}');
  const exchange = { request: { method: 'GET', url: 'http://127.0.0.1:9/' }, response: { status: 200 } };
  const refused = (name: string): RegExp =>
    new RegExp(`^${name}: expected the profile of the target, found none\\. Pass it: \\{ profile: loadProfile\\('acme\\.yaml'\\) \\}$`);
  expect(() => conformance(nothing)).toThrow(refused('conformance'));
  expect(() => judgeExchange(exchange, nothing)).toThrow(refused('judgeExchange'));
  expect(() => judgeTraffic('session.har', nothing)).toThrow(refused('judgeTraffic'));
});
