import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { errorStatuses } from '../privileged-access/errors.ts';
import { createDeployment } from './deployment.ts';
import { createHttpServer } from './http-adapter.ts';
import { memberAt } from './test-service.ts';
import { startMock, type RunningMock } from './start-mock.ts';
import { raw, readReplies, type RawReply } from './test-socket.ts';

async function started(): Promise<RunningMock> {
  const mock = await startMock();
  onTestFinished(() => mock.close());
  return mock;
}

const showsInside = (text: string): boolean => /\\n +at |node:|\.[cm]?[jt]s:\d/.test(text);
const documented = new Set(Object.entries(errorStatuses).map(([name, status]) => `${status} ${name}`));
const outcome = ({ status, body }: RawReply): string => `${status} ${String(body?.['code'])}`;

/** What is wrong with an answer of the privileged-access service: nothing, or what it lacks. */
function flaws(reply: RawReply): readonly string[] {
  const unlimited = ['limit', 'remaining', 'reset', 'retry-at'].filter((name) => !/^\d+$/.test(reply.headers[`x-ratelimit-${name}`] ?? ''));
  const isDocumented = (reply.status === 200 && Array.isArray(reply.body?.['list'])) || documented.has(outcome(reply));
  return [
    ...unlimited.map((name) => `no ${name}`),
    ...(isDocumented ? [] : [`answers ${reply.status} ${reply.text}`]),
    ...(showsInside(reply.text) ? ['shows its inside'] : []),
  ];
}

const list = 'GET /v1/teams/team/groups HTTP/1.1\r\nhost: pam.test\r\n';
const issue = 'POST /v1/teams/team/service_token HTTP/1.1\r\nhost: pam.test\r\ncontent-type: application/json\r\n';
const unknown = '404 resource_does_not_exist';
const unreadable = '400 invalid_request';
const anonymous = '401 authentication_error';
const broken = '499 client_closed_connection';

test.each([
  ['an expectation that no server knows', `${list}expect: the-unexpected\r\n\r\n`, [anonymous]],
  ['a body announced with 100-continue', `${issue}expect: 100-continue\r\ncontent-length: 2\r\n\r\n{}`, [unreadable]],
  ['CONNECT', 'CONNECT pam.test:443 HTTP/1.1\r\nhost: pam.test\r\n\r\n', [unknown]],
  ['CONNECT after another request', `${list}\r\nCONNECT pam.test:443 HTTP/1.1\r\nhost: pam.test\r\n\r\n`, [anonymous, unknown]],
  ['an upgrade', `${list}connection: upgrade\r\nupgrade: websocket\r\n\r\n`, [anonymous]],
  ['an upgrade to HTTP/2', `${list}connection: upgrade, http2-settings\r\nupgrade: h2c\r\nhttp2-settings: AAMAAABk\r\n\r\n`, [anonymous]],
  ['HTTP/2 without asking', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', [unreadable]],
  ['HTTP/1.0', 'GET /v1/teams/team/groups HTTP/1.0\r\n\r\n', [anonymous]],
  ['HTTP/0.9', 'GET /v1/teams/team/groups\r\n\r\n', [anonymous]],
  ['HTTP/3.7', 'GET / HTTP/3.7\r\nhost: pam.test\r\n\r\n', [unreadable]],
  ['OPTIONS of the server', 'OPTIONS * HTTP/1.1\r\nhost: pam.test\r\n\r\n', [unknown]],
  ['OPTIONS of a path', list.replace('GET', 'OPTIONS') + '\r\n', [unknown]],
  ['TRACE', list.replace('GET', 'TRACE') + '\r\n', [unknown]],
  ['an unknown method', list.replace('GET', 'BREW') + '\r\n', [unreadable]],
  ['a method in lower case', list.replace('GET', 'get') + '\r\n', [unreadable]],
  ['an absolute target', list.replace('/v1', 'http://pam.test/v1') + '\r\n', [anonymous]],
  ['an absolute target without a path', 'GET http://pam.test?a=b HTTP/1.1\r\nhost: pam.test\r\n\r\n', [unknown]],
  ['a target that is no path', 'GET v1 HTTP/1.1\r\nhost: pam.test\r\n\r\n', [unreadable]],
  ['a target that does not decode', list.replace('team/', '%zz/') + '\r\n', [unknown]],
  ['a target with bytes beyond ASCII', list.replace('team/', 't\u00e9am/') + '\r\n', [unreadable]],
  ['a target that is too long', list.replace('team/', `${'x'.repeat(40_000)}/`) + '\r\n', [unreadable]],
  ['a header that is too long', `${list}x-long: ${'x'.repeat(40_000)}\r\n\r\n`, [unreadable]],
  ['headers that are too many', `${list}${'x-many: x\r\n'.repeat(8000)}\r\n`, [unreadable]],
  ['a header without colon', `${list}nothing\r\n\r\n`, [unreadable]],
  ['a folded header', `${list}x-one: a\r\n folded\r\n\r\n`, [unreadable]],
  ['a null byte in a header', `${list}x-one: a\0b\r\n\r\n`, [unreadable]],
  ['lines that end without carriage return', 'GET / HTTP/1.1\nhost: pam.test\n\n', [unreadable]],
  ['two lengths that differ', `${issue}content-length: 2\r\ncontent-length: 3\r\n\r\n{}x`, [unreadable]],
  ['a length beside chunks', `${issue}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`, [unreadable]],
  ['a negative length', `${issue}content-length: -1\r\n\r\n`, [unreadable]],
  ['a length that is no number', `${issue}content-length: two\r\n\r\n{}`, [unreadable]],
  ['an encoding that nobody knows', `${issue}transfer-encoding: gzip\r\n\r\nxx`, [unreadable]],
  ['a chunk without size', `${issue}transfer-encoding: chunked\r\n\r\nzz\r\n`, [unreadable]],
  ['a chunk with a long extension', `${issue}transfer-encoding: chunked\r\n\r\n2;${'x'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`, [unreadable]],
  ['no Host', 'GET /v1/teams/team/groups HTTP/1.1\r\n\r\n', [unreadable]],
  ['two Hosts', `${list}host: id.test\r\n\r\n`, [unreadable]],
  ['a Host that breaks out of a link', list.replace('pam.test', 'x>; rel="next"') + '\r\n', [unreadable]],
  ['bytes before the request line', `\0\u0001${list}\r\n`, [unreadable]],
  ['a handshake of TLS', '\u0016\u0003\u0001\u0002\0\u0001\0\u0001\u00fc\u0003\u0003', [unreadable]],
  ['text that goes on', ['this is no HTTP', ' and goes on', '\r\n\r\nand on'], [unreadable]],
  ['empty lines before the request line', `\r\n\r\n${list}\r\n`, [anonymous]],
  ['a request line that stops', 'GET /v1/te', [broken]],
  ['headers that stop', list, [broken]],
  ['a body that stops', `${issue}content-length: 100\r\n\r\n{"key_id":`, [broken]],
  ['chunks that stop', `${issue}transfer-encoding: chunked\r\n\r\n5\r\n{"k`, [broken]],
  ['a body that is too large', `${issue}content-length: 3000000\r\n\r\n"${'x'.repeat(2_999_999)}`, [unreadable]],
  ['text after two requests', `${list}\r\n${list}\r\ntext\r\n\r\n`, [anonymous, anonymous, unreadable]],
  ['a request after the last', `${list}connection: close\r\n\r\n${list}\r\n`, [anonymous]],
  ['a request that stops after a whole one', `${list}\r\n${list}`, [anonymous, broken]],
])('%s is answered in the words of the privileged-access service', async (_what, bytes, expected) => {
  const { services } = await started();
  const replies = readReplies(await raw(services['privileged-access'], bytes, true));
  expect({ answers: replies.map(outcome), flaws: replies.flatMap(flaws) }).toEqual({ answers: expected, flaws: [] });
});

test('HEAD is answered with the head of GET', async () => {
  const { services } = await started();
  const [get, head] = await Promise.all(
    ['GET', 'HEAD'].map((method) => raw(services['privileged-access'], `${list.replace('GET', method)}connection: close\r\n\r\n`, true)),
  );
  expect(head).toBe(get?.slice(0, get.indexOf('\r\n\r\n') + 4));
});

test('a client that falls silent half-way is answered, at the time of the virtual clock', async () => {
  const { services } = createDeployment({ limiter: { kind: 'fixed-aligned', limit: 5, periodMs: 60_000 } });
  const server = createHttpServer((request) => services['privileged-access'].handle(request), 20);
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  const url = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : 0}`;
  const answers: (readonly unknown[])[] = [];
  for (const bytes of ['GET /v1', list, `${issue}content-length: 100\r\n\r\n{"key_id":`]) {
    for (const reply of readReplies(await raw(url, bytes, false)))
      answers.push([outcome(reply), ...flaws(reply), reply.headers['date'], reply.headers['x-ratelimit-reset']]);
  }
  const silent = [broken, 'Thu, 01 Jan 2026 00:00:00 GMT', String(Date.UTC(2026, 0, 1) / 1000 + 60)];
  expect(answers).toEqual([silent, silent, silent]);
});

/** Requests as they should be, and what befalls them: bytes lost, doubled, exchanged, added; lines of mischief; an early end. */
function damaged(requests: readonly string[]): fc.Arbitrary<string> {
  const mischief = fc.constantFrom(
    'expect: nothing\r\n',
    'content-length: 7\r\n',
    'transfer-encoding: chunked\r\n',
    'transfer-encoding: chunked, identity\r\n',
    'connection: close\r\n',
    'upgrade: tls/1.3\r\nconnection: upgrade\r\n',
    'host: other.test\r\n',
    'content-type: text/html\r\n',
    'authorization: Basic \u00ff\r\n',
    `x-long: ${'y'.repeat(33_000)}\r\n`,
    '\r\n',
    '\r\n\r\n',
    '\0',
    '{"__proto__":{"a":1}}',
    '%00%ff../..',
    '?offset=\u007f&count=1e9&count=-1',
    ' HTTP/1.1\r\n',
  );
  const noise = fc
    .array(fc.integer({ min: 0, max: 255 }), { minLength: 1, maxLength: 12 })
    .map((bytes) => Buffer.from(bytes).toString('latin1'));
  const damage = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    lost: fc.integer({ min: 0, max: 20 }),
    added: fc.oneof(fc.constant(''), mischief, noise),
    ends: fc.boolean(),
  });
  return fc
    .record({ request: fc.constantFrom(...requests), damages: fc.array(damage, { minLength: 1, maxLength: 4 }) })
    .map(({ request, damages }) =>
      damages.reduce((text, { at, lost, added, ends }) => {
        const place = Math.floor(at * text.length);
        return text.slice(0, place) + added + (ends ? '' : text.slice(place + lost));
      }, request),
    );
}

const seeded = { seed: 20_260_101, numRuns: 200 };
const isBlank = (bytes: string): boolean => /^[\r\n]*$/.test(bytes);

test('damaged requests to the privileged-access service get documented answers with the rate-limit headers', async () => {
  const mock = await started();
  const url = mock.services['privileged-access'];
  const given = await fetch(`${mock.control}/states`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"state":"a team with a small rate limit","params":{"limit":1000}}',
  });
  const team: unknown = await given.json();
  const allowed = `${list.replace('team', String(memberAt(team, 'team_name')))}authorization: Bearer ${String(memberAt(team, 'bearer_token'))}\r\n`;
  const whole = [`${list}\r\n`, `${allowed}\r\n`, `${issue}content-length: 31\r\n\r\n{"key_id":"a","key_secret":"b"}`];
  await fc.assert(
    fc.asyncProperty(damaged(whole), async (bytes) => {
      const replies = readReplies(await raw(url, bytes, true));
      expect({ answered: replies.length > 0, flaws: replies.flatMap(flaws) }).toEqual({ answered: !isBlank(bytes), flaws: [] });
    }),
    seeded,
  );
  const [after] = readReplies(await raw(url, `${list}\r\n`, true));
  expect(after && outcome(after)).toBe(anonymous);
});

const authn = 'POST /api/v1/authn HTTP/1.1\r\nhost: id.test\r\ncontent-type: application/json\r\n';
const govern =
  'POST /governance/api/v1/collections HTTP/1.1\r\nhost: gov.test\r\nauthorization: SSWS mock-governance-token\r\ncontent-type: application/json\r\n';
const control = 'POST /states HTTP/1.1\r\nhost: control.test\r\ncontent-type: application/json\r\n';

test.each([
  ['authentication', 'text', 'not http at all\r\n\r\n', '400 E0000003'],
  ['authentication', 'a header that is too long', `${authn}x-long: ${'x'.repeat(40_000)}\r\n\r\n`, '400 E0000021'],
  ['authentication', 'a request line that stops', 'POST /api', '400 E0000003'],
  ['authentication', 'a body that stops', `${authn}content-length: 100\r\n\r\n{"username":`, '400 E0000003'],
  [
    'authentication',
    'a body that is too large',
    `${authn}content-length: 2000000\r\n\r\n{"username":"${'x'.repeat(1_999_987)}`,
    '400 E0000003',
  ],
  ['authentication', 'an expectation', `${authn}expect: x\r\ncontent-length: 2\r\n\r\n{}`, '400 E0000003'],
  ['authentication', 'CONNECT', 'CONNECT id.test:443 HTTP/1.1\r\nhost: id.test\r\n\r\n', '404 E0000007'],
  ['governance', 'text', 'not http at all\r\n\r\n', '400 E0000003'],
  ['governance', 'a header that is too long', `${govern}x-long: ${'x'.repeat(40_000)}\r\n\r\n`, '431 E0000001'],
  ['governance', 'a body that stops', `${govern}content-length: 100\r\n\r\n{"name":`, '400 E0000003'],
  ['governance', 'an expectation', `${govern}expect: x\r\ncontent-length: 2\r\n\r\n{}`, '400 E0000001'],
  ['governance', 'CONNECT', 'CONNECT gov.test:443 HTTP/1.1\r\nhost: gov.test\r\n\r\n', '401 E0000011'],
] as const)('the %s service answers %s in its own words', async (service, _what, bytes, expected) => {
  const { services } = await started();
  const replies = readReplies(await raw(services[service], bytes, true));
  expect(replies.map(({ status, body }) => `${status} ${String(body?.['errorCode'])}`)).toEqual([expected]);
});

test.each([
  ['privileged-access', issue, 400],
  ['authentication', authn, 400],
  ['governance', govern, 413],
  ['control', control, 400],
] as const)('%s says that a body is too large, whatever it holds', async (name, head, status) => {
  const mock = await started();
  const body = JSON.stringify({ state: 'x'.repeat(1_048_577) });
  const url = name === 'control' ? mock.control : mock.services[name];
  const replies = readReplies(await raw(url, `${head}content-length: ${body.length}\r\n\r\n${body}`, true));
  expect(replies.map((reply) => [reply.status, reply.text.includes('the body is larger than 1 MiB')])).toEqual([[status, true]]);
});

test.each([
  ['authentication', `${authn}content-length: 31\r\n\r\n{"username":"a","password":"b"}`, ['errorCode']],
  ['governance', `${govern}content-length: 12\r\n\r\n{"name":"a"}`, ['errorCode', 'id']],
  ['control', `${control}content-length: 38\r\n\r\n{"state":"a user who can sign in"}    `, ['remedy', 'login']],
] as const)('damaged requests to %s are answered in its own words', async (name, request, members) => {
  const mock = await started();
  const url = name === 'control' ? mock.control : mock.services[name];
  await fc.assert(
    fc.asyncProperty(damaged([request]), async (bytes) => {
      const replies = readReplies(await raw(url, bytes, true));
      const mute = replies.filter(({ body, text }) => !members.some((member) => member in (body ?? {})) || showsInside(text));
      expect({ answered: replies.length > 0, mute }).toEqual({ answered: !isBlank(bytes), mute: [] });
    }),
    seeded,
  );
});
