import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createControlPlane } from './control-plane.ts';
import { createDeployment } from './deployment.ts';
import { isObject } from './json.ts';
import { memberAt } from './test-service.ts';
import type { WireRequest } from './service.ts';

function controlled() {
  const handle = createControlPlane(createDeployment().control);
  return async (method: string, target: string, body: unknown = '', more: Partial<WireRequest> = {}) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const headers: Record<string, string> = text === '' ? {} : { 'content-type': 'application/json' };
    const request = { method, target, headers, body: text, remoteAddress: '192.0.2.1', origin: 'http://control.test', ...more };
    const { status, headers: sent, body: answer } = await handle(request);
    return { status, allow: sent['allow'], body: JSON.parse(answer) as unknown };
  };
}

const byAddress = 'Call the control plane by its address or as localhost, and from no page of another origin.';

test.each<readonly [about: string, headers: Readonly<Record<string, string>>, error: string]>([
  ['a name that DNS leads here', { host: 'rebound.example.test:8090' }, "Host is 'rebound.example.test:8090'"],
  ['a name that looks like an address', { host: '127.0.0.1.example.test' }, "Host is '127.0.0.1.example.test'"],
  ['a name that looks like localhost', { host: 'localhost.example.test:80' }, "Host is 'localhost.example.test:80'"],
  ['no name at all', { host: '' }, "Host is ''"],
  ['a page of another site', { host: '127.0.0.1:8090', origin: 'https://evil.example.test' }, "Origin is 'https://evil.example.test'"],
  ['a page of another port', { host: '127.0.0.1:8090', origin: 'http://127.0.0.1:8080' }, "Origin is 'http://127.0.0.1:8080'"],
  ['a sandboxed page', { host: 'localhost:8090', origin: 'null' }, "Origin is 'null'"],
  ['a picture of another site', { host: 'localhost:8090', 'sec-fetch-site': 'cross-site' }, "Sec-Fetch-Site is 'cross-site'"],
])('%s is refused, and changes nothing', async (_about, headers, error) => {
  const send = controlled();
  const { body: before } = await send('GET', '/clock');
  const refused = { status: 403, allow: undefined, body: { error, remedy: byAddress } };
  expect(await send('POST', '/clock', '{"advance":"PT1H"}', { headers: { 'content-type': 'application/json', ...headers } })).toEqual(
    refused,
  );
  expect(await send('GET', '/clock', '', { headers })).toEqual(refused);
  expect((await send('GET', '/clock')).body).toEqual(before);
});

test.each(['127.0.0.1:8090', 'localhost:8090', 'LOCALHOST', '[::1]:8090', '192.0.2.7'])(
  '%s is taken, also from its own origin',
  async (host) => {
    const send = controlled();
    const headers = { host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' };
    expect([
      (await send('GET', '/clock', '', { headers: { host } })).status,
      (await send('GET', '/clock', '', { headers })).status,
    ]).toEqual([200, 200]);
  },
);

const members = 'Send a JSON object with consumer, state, params, action, data.';

test.each<[string, Parameters<ReturnType<typeof controlled>>, number, string, string]>([
  ['unknown query parameter', ['GET', '/events?after=1'], 400, "unknown query parameter 'after'", 'Known are: since.'],
  ['a query where there is none', ['GET', '/clock?zone=utc'], 400, "unknown query parameter 'zone'", 'Send it without a query.'],
  ['a query to a POST', ['POST', '/reset?hard'], 400, "unknown query parameter 'hard'", 'Send it without a query.'],
  [
    'a journal of an unknown operation',
    ['GET', '/journal?operation=signIn'],
    400,
    "unknown operation 'signIn'",
    expect.stringMatching(/^Known are: 'issueToken', .*'authenticate'/),
  ],
  ['a journal by path', ['GET', '/journal?path=x'], 400, "unknown query parameter 'path'", 'Known are: operation, state, from, to.'],
  ['a place twice', ['GET', '/events?since=1&since=2'], 400, "the query parameter 'since' stands there twice", 'Send it once.'],
  ...['abc', '-1', '1.5', '', '1e3'].map((since): [string, ['GET', string], number, string, string] => [
    `the place '${since}'`,
    ['GET', `/events?since=${since}`],
    400,
    `'since' is '${since}'`,
    "Send 'since': the 'seq' of the last event that you have seen.",
  ]),
  [
    'an unknown path',
    ['GET', '/state?x=1'],
    404,
    'no such path: /state',
    'Use /states, /acts, /clock, /events, /journal, /journal.har, /reset, /faults, /injections or /limiter.',
  ],
  ['another method', ['DELETE', '/clock'], 405, 'DELETE is not allowed here', 'Use GET or POST.'],
  ['HEAD', ['HEAD', '/events'], 405, 'HEAD is not allowed here', 'Use GET.'],
  [
    'a form',
    ['POST', '/states', 'state=x', { headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
    415,
    "Content-Type is 'application/x-www-form-urlencoded'",
    'Send application/json.',
  ],
  ['a body of no type', ['POST', '/reset', '{}', { headers: {} }], 415, "Content-Type is ''", 'Send application/json.'],
  ['what is no JSON', ['POST', '/states', '{'], 400, 'the body is no JSON', members],
  ['JSON that is no object', ['POST', '/states', '[]'], 400, 'the body is not a JSON object', members],
  ['null', ['POST', '/reset', 'null'], 400, 'the body is not a JSON object', 'Send a JSON object with no members.'],
  ['an unknown member', ['POST', '/acts', { act: 'x', when: 'now' }], 400, "unknown member 'when'", 'Known are: act, params.'],
  ['members of a reset', ['POST', '/reset', { all: true }], 400, "unknown member 'all'", 'Send an empty object.'],
  ['no state', ['POST', '/states'], 400, "'state' is missing", "Send 'state': the name of a provider state."],
  [
    'another action',
    ['POST', '/states', { state: 'x', action: 'stop' }],
    400,
    `'action' is "stop"`,
    "Send 'action': one of setup, teardown.",
  ],
  [
    'a consumer without name',
    ['POST', '/states', { state: 'x', consumer: 1 }],
    400,
    "'consumer' is 1",
    "Send 'consumer': the consumer's name.",
  ],
  ['parameters in an array', ['POST', '/states', { state: 'x', params: [] }], 400, "'params' is []", "Send 'params': an object."],
  [
    'an unknown parameter of a state',
    ['POST', '/states', { state: 'a team with groups', params: { size: 3 } }],
    400,
    "'a team with groups' has no parameter 'size'",
    'Known are: count, role.',
  ],
  [
    'an unfit parameter of a state',
    ['POST', '/states', { state: 'a team with groups', params: { count: 1e300 } }],
    400,
    "parameter 'count' of 'a team with groups' is 1e+300",
    "Send 'count': a whole number from 0 to 100000.",
  ],
  [
    'more groups than fit',
    ['POST', '/states', { state: 'a team with groups', params: { count: 1e9 } }],
    400,
    "parameter 'count' of 'a team with groups' is 1000000000",
    "Send 'count': a whole number from 0 to 100000.",
  ],
  [
    'a period beyond all measure',
    ['POST', '/states', { state: 'a team with a small rate limit', params: { period: 'P99999999W' } }],
    400,
    "parameter 'period' of 'a team with a small rate limit' is \"P99999999W\"",
    "Send 'period': an ISO 8601 duration of weeks, days and time, of ten thousand days at most.",
  ],
  [
    'an unknown parameter of an act',
    ['POST', '/acts', { act: 'run the campaign purger', params: { soon: true } }],
    400,
    "'run the campaign purger' has no parameter 'soon'",
    'Send it without parameters.',
  ],
  [
    'a turn beyond the calendar',
    ['POST', '/clock', { advance: 'P3650000D' }],
    400,
    "'P3650000D' leads beyond the year 9999",
    'Turn the clock by less.',
  ],
  ...(
    [
      [
        'no array',
        { operation: 'authenticate' },
        `'injections' is {"operation":"authenticate"}`,
        "Send 'injections': an array of injections; none clears all.",
      ],
      ['no object', [1], 'an injection is 1', 'Send objects with operation, delayMs, drop, status.'],
      [
        'an unknown member',
        [{ operation: 'authenticate', delay: 1 }],
        "unknown member 'delay'",
        'Known are: operation, delayMs, drop, status.',
      ],
      ['no operation', [{ drop: true }], "'operation' is missing", "Send 'operation': the name of an operation."],
      [
        'an unknown operation',
        [{ operation: 'x' }],
        "unknown operation 'x'",
        expect.stringMatching(/^Known are: 'issueToken', .*'authenticate'/),
      ],
      [
        'a delay for ever',
        [{ operation: 'cancel', delayMs: 600_001 }],
        "'delayMs' is 600001",
        "Send 'delayMs': a whole number from 0 to 600000.",
      ],
      ['an interim status', [{ operation: 'cancel', status: 101 }], "'status' is 101", "Send 'status': a whole number from 200 to 599."],
      ['a drop by word', [{ operation: 'cancel', drop: 'yes' }], `'drop' is "yes"`, "Send 'drop': true or false."],
      ['both', [{ operation: 'cancel', drop: true, status: 500 }], "'drop' and 'status' exclude each other", 'Send one of them.'],
      [
        'two for one',
        [{ operation: 'cancel' }, { operation: 'cancel' }],
        "the operation 'cancel' stands there twice",
        'Send one injection for it.',
      ],
    ] as const
  ).map(([what, injections, error, remedy]): [string, ['PUT', string, unknown], number, string, string] => [
    `injections: ${what}`,
    ['PUT', '/injections', { injections }],
    400,
    error,
    remedy,
  ]),
  [
    'an unknown limiter',
    ['PUT', '/limiter', { kind: 'leaky' }],
    400,
    `'kind' is "leaky"`,
    expect.stringMatching(/^Send 'kind': one of fixed-aligned, /),
  ],
  [
    'an immeasurable limit',
    ['PUT', '/limiter', { kind: 'fixed-first', limit: 1e300 }],
    400,
    "'limit' is 1e+300",
    "Send 'limit': a whole number of at least 1.",
  ],
  [
    'a limiter of no service',
    ['PUT', '/limiter', { kind: 'none', service: 'pam' }],
    400,
    `'service' is "pam"`,
    "Send 'service': one of privileged-access, authentication, governance.",
  ],
  ['a request that stops', ['POST', '/reset', '', { halfClosed: true }], 400, 'the request ended before it was complete', 'Send it whole.'],
  ['what is no HTTP', ['', '', '', { unreadable: 'malformed' }], 400, 'this is no proper HTTP', 'Send HTTP/1.1, with one Host.'],
])('%s is refused by name', async (_what, request, status, error, remedy) => {
  const { allow, ...answer } = await controlled()(...request);
  expect(answer).toEqual({ status, body: { error, remedy } });
  expect(allow === undefined).toBe(status !== 405);
});

/** The names that a refusal lists. */
async function namesFrom(send: ReturnType<typeof controlled>, target: string, message: object): Promise<readonly string[]> {
  const { body } = await send('POST', target, message);
  return [...String(memberAt(body, 'remedy')).matchAll(/'([^']+)'/g)].map(([, name = '']) => name);
}

test.each([
  [
    '/states',
    { state: 'a user on the moon' },
    "unknown provider state 'a user on the moon'",
    'a team with groups',
    'an owner for a request type',
  ],
  ['/acts', { act: 'sleep' }, "unknown act 'sleep'", 'make the next request fail', 'decide a review'],
])('what %s does not know is refused with all that it knows, once', async (target, message, error, one, other) => {
  const send = controlled();
  const { status, body } = await send('POST', target, message);
  const names = await namesFrom(send, target, message);
  expect([status, memberAt(body, 'error'), names.includes(one), names.includes(other), new Set(names).size]).toEqual([
    400,
    error,
    true,
    true,
    names.length,
  ]);
  expect(memberAt(body, 'remedy')).toBe(`Known are: ${names.map((name) => `'${name}'`).join(', ')}.`);
});

test('events are listed from a place on, or all', async () => {
  const send = controlled();
  expect([await send('GET', '/events'), await send('GET', '/events?since=7'), await send('POST', '/reset')]).toEqual([
    { status: 200, allow: undefined, body: { events: [] } },
    { status: 200, allow: undefined, body: { events: [] } },
    { status: 200, allow: undefined, body: {} },
  ]);
});

test.each(['/states', '/acts'])('whatever parameters come to %s, they are taken or refused with a remedy', async (target) => {
  const send = controlled();
  const key = target === '/states' ? 'state' : 'act';
  const names = await namesFrom(send, target, { [key]: '' });
  const params = new Map<string, readonly string[]>();
  for (const name of names) params.set(name, await paramsOf(send, target, key, name));
  const anything = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.integer({ min: -2, max: 3 }),
    fc.boolean(),
    fc.constantFrom('PT1S', 'P99999999999W', 'end_user', 'APP', 'app', 'push', '__proto__', ['x'], [['pam_admin']]),
  );
  const message = fc
    .constantFrom(...names)
    .chain((name) =>
      fc
        .record(Object.fromEntries((params.get(name) ?? []).map((param) => [param, anything])), { requiredKeys: [] })
        .map((given) => ({ [key]: name, params: given })),
    );
  await fc.assert(
    fc.asyncProperty(message, async (sent) => {
      const { status, body } = await send('POST', target, sent);
      const refused = status === 400 && typeof memberAt(body, 'error') === 'string' && typeof memberAt(body, 'remedy') === 'string';
      expect((status === 200 && isObject(body)) || refused).toBe(true);
    }),
    { seed: 7, numRuns: 400 },
  );
});

/** The parameters that a state or act says it has, when it refuses another. */
async function paramsOf(send: ReturnType<typeof controlled>, target: string, key: string, name: string): Promise<readonly string[]> {
  const { body } = await send('POST', target, { [key]: name, params: { 'no such': true } });
  return /^Known are: (.+)\.$/.exec(String(memberAt(body, 'remedy')))?.[1]?.split(', ') ?? [];
}
