import { expect, onTestFinished, test } from 'vitest';
import { memberAt } from './test-service.ts';
import { startMock, type MockOptions, type RunningMock } from './start-mock.ts';

async function started(options: MockOptions = {}): Promise<RunningMock> {
  const mock = await startMock(options);
  onTestFinished(() => mock.close());
  return mock;
}

async function post(url: string, body: unknown, method = 'POST'): Promise<{ readonly status: number; readonly body: unknown }> {
  const init: RequestInit = {
    method,
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  };
  const response = await fetch(url, init);
  return { status: response.status, body: await response.json() };
}

/** Sets up a user, and answers what signing in over HTTP is answered. */
async function signIn({ services, control }: RunningMock, state: string, params = {}): Promise<unknown> {
  const { body } = await post(`${control}/states`, { state, params });
  const credentials = { username: memberAt(body, 'login'), password: memberAt(body, 'password') };
  return (await post(`${services.authentication}/api/v1/authn`, credentials)).body;
}

test('a user that a provider state has made signs in over HTTP, by the date of the clock', async () => {
  const mock = await started();
  const response = await fetch(`${mock.services.authentication}/nowhere`);
  expect([memberAt(await signIn(mock, 'a user who can sign in'), 'status'), response.status, response.headers.get('date')]).toEqual([
    'SUCCESS',
    404,
    'Thu, 01 Jan 2026 00:00:00 GMT',
  ]);
});

test('links lead to where the client has reached the service', async () => {
  const mock = await started();
  expect(await signIn(mock, 'a user who is locked out', { shown: true })).toEqual({
    status: 'LOCKED_OUT',
    _links: { next: { name: 'unlock', href: `${mock.services.authentication}/api/v1/authn/recovery/unlock`, hints: { allow: ['POST'] } } },
  });
});

test('the control plane answers and refuses as its schema says', async () => {
  const { control } = await started();
  expect(await post(`${control}/clock`, { advance: 'P1DT2H3M4.5S' })).toEqual({ status: 200, body: { now: '2026-01-02T02:03:04.500Z' } });
  expect(await (await fetch(`${control}/clock`)).json()).toEqual({ now: '2026-01-02T02:03:04.500Z' });
  expect(await post(`${control}/clock`, { advance: 'soon' })).toEqual({
    status: 400,
    body: { error: "'soon' is no ISO 8601 duration of weeks, days and time", remedy: 'Send one such as PT5M or P1DT2H3M4.5S.' },
  });
  expect(await post(`${control}/states`, { state: 'a user who can sign in', params: { colour: 'red' } })).toEqual({
    status: 400,
    body: { error: "'a user who can sign in' has no parameter 'colour'", remedy: 'Known are: factor.' },
  });
  expect(await post(`${control}/states`, { state: 'a user who is locked out', params: { shown: 'yes' } })).toEqual({
    status: 400,
    body: { error: `parameter 'shown' of 'a user who is locked out' is "yes"`, remedy: "Send 'shown': true or false." },
  });
  expect((await post(`${control}/states`, { state: 'a user on the moon' })).status).toBe(400);
  expect(await post(`${control}/states`, '{')).toEqual({
    status: 400,
    body: { error: 'the body is no JSON', remedy: 'Send a JSON object with consumer, state, params, action, data.' },
  });
  expect(await post(`${control}/limiter`, { kind: 'fixed-aligned', limit: 0 }, 'PUT')).toEqual({
    status: 400,
    body: { error: "'limit' is 0", remedy: "Send 'limit': a whole number of at least 1." },
  });
  expect(await post(`${control}/limiter`, { kind: 'fixed-aligned', limit: 5, periodMs: 1000 }, 'PUT')).toEqual({
    status: 200,
    body: { kind: 'fixed-aligned', limit: 5, periodMs: 1000 },
  });
  expect(await post(`${control}/faults`, { faults: ['no-such-fault'] }, 'PUT')).toMatchObject({
    status: 400,
    body: { error: "unknown fault 'no-such-fault'" },
  });
  expect(await post(`${control}/faults`, { faults: ['authn-cancel-by-name'] }, 'PUT')).toEqual({
    status: 200,
    body: { faults: ['authn-cancel-by-name'] },
  });
  expect(await post(`${control}/reset`, {})).toEqual({ status: 200, body: {} });
  expect(await post(`${control}/nowhere`, {})).toEqual({
    status: 404,
    body: {
      error: 'no such path: /nowhere',
      remedy: 'Use /states, /acts, /clock, /events, /journal, /journal.har, /reset, /faults, /injections or /limiter.',
    },
  });
  expect(await post(`${control}/reset`, {}, 'PUT')).toEqual({
    status: 405,
    body: { error: 'PUT is not allowed here', remedy: 'Use POST.' },
  });
});

test('a reset forgets users and leaves clock, faults and limiters as they are set', async () => {
  const mock = await started();
  const { body } = await post(`${mock.control}/states`, { state: 'a user who can sign in' });
  const credentials = { username: memberAt(body, 'login'), password: memberAt(body, 'password') };
  const limiter = { kind: 'fixed-aligned', limit: 1, periodMs: 60_000 };
  const { body: clock } = await post(`${mock.control}/clock`, { advance: 'PT1H' });
  await post(`${mock.control}/faults`, { faults: ['authn-cancel-by-name'] }, 'PUT');
  await post(`${mock.control}/limiter`, { ...limiter, service: 'authentication' }, 'PUT');
  const status = async (): Promise<number> => (await post(`${mock.services.authentication}/api/v1/authn`, credentials)).status;
  const readControl = async (path: string): Promise<unknown> => (await fetch(`${mock.control}/${path}`)).json();
  const before = [await status(), await status()];
  await post(`${mock.control}/reset`, {});
  expect({
    statuses: [...before, await status(), await status()],
    clock: await readControl('clock'),
    faults: memberAt(await readControl('faults'), 'faults'),
  }).toEqual({ statuses: [200, 429, 401, 429], clock, faults: ['authn-cancel-by-name'] });
});

test('the journal is the same over HTTP and from the handle', async () => {
  const mock = await started();
  await signIn(mock, 'a user who is locked out', { shown: true });
  await fetch(`${mock.services.governance}/nowhere`);
  const journal = await (await fetch(`${mock.control}/journal?operation=authenticate`)).json();
  expect(journal).toEqual(mock.journal({ operation: 'authenticate' }));
  expect([journal, mock.journal().requests.map(({ service, status }) => [service, status])]).toMatchObject([
    { requests: [{ operation: 'authenticate', stateAfter: 'LOCKED_OUT', status: 200 }], dropped: 0 },
    [
      ['authentication', 200],
      ['governance', 401],
    ],
  ]);
});

test('an operation is delayed, dropped or answered with a status, over HTTP and from the handle, until that is cleared', async () => {
  const mock = await started();
  const operation = 'authenticate';
  const url = `${mock.services.authentication}/api/v1/authn`;
  const injected = await post(`${mock.control}/injections`, { injections: [{ operation, delayMs: 1, status: 503 }] }, 'PUT');
  const statuses = [(await post(url, {})).status];
  mock.inject([{ operation, delayMs: 1 }]);
  statuses.push((await post(url, {})).status);
  mock.inject([{ operation, drop: true }]);
  await expect(post(url, {})).rejects.toThrow('fetch failed');
  statuses.push((await post(`${url}/cancel`, {})).status);
  await post(`${mock.control}/injections`, { injections: [] }, 'PUT');
  statuses.push((await post(url, {})).status);
  expect(injected).toEqual({ status: 200, body: { injections: [{ operation, delayMs: 1, status: 503 }] } });
  expect(statuses).toEqual([503, 400, 400, 400]);
  expect(new Set(mock.journal({ operation }).requests.map(({ status }) => status))).toEqual(new Set([503, 400, undefined]));
});

test('a port in use is told with what to do', async () => {
  const { services } = await started();
  const port = Number(new URL(services.authentication).port);
  await expect(startMock({ ports: { governance: port } })).rejects.toThrow(
    `The mock's governance service cannot start: port ${port} on 127.0.0.1 is in use. Choose another port, or 0 for a free one.`,
  );
});

test('two of a mock on one port are named before anything listens', async () => {
  await expect(startMock({ ports: { authentication: 9301, governance: 0, control: 9301 } })).rejects.toThrow(
    'The mock cannot start: port 9301 is meant for both authentication and control. Choose another port for one of them, or 0 for a free one.',
  );
});

test.each<[string, object, string]>([
  ['an option that there is not', { fault: ['x'] }, "startMock: there is no option 'fault'. Known: "],
  ['the name of a clock', { clock: 'real' }, 'startMock: clock: expected { now: () => milliseconds }, found "real"'],
  ['a limiter of no kind', { limiter: { kind: 'leaky' } }, 'startMock: limiter: expected { kind, limit, periodMs }, kind one of '],
  [
    'a limit below 1',
    { limiter: { kind: 'fixed-first', limit: -5 } },
    'startMock: limiter: limit: expected a whole number of at least 1, found -5',
  ],
  [
    'a period of nothing',
    { limiter: { kind: 'fixed-first', periodMs: 0 } },
    'startMock: limiter: periodMs: expected a whole number of at least 1, found 0',
  ],
  [
    'a port that there is not',
    { ports: { control: 70_000 } },
    'startMock: ports: control: expected a whole number of at least 0 and at most 65535, found 70000',
  ],
  [
    'the port of no service',
    { ports: { authn: 1 } },
    "startMock: ports: there is no option 'authn'. Known: privileged-access, authentication, governance, control",
  ],
  ['choices of no document', { choices: { governence: {} } }, "Did you mean 'governance'?"],
  ['one fault', { faults: 'x' }, 'startMock: faults: expected a list of strings, found "x"'],
])('%s is refused, and nothing listens', async (_what, options, says) => {
  await expect(startMock(options)).rejects.toThrow(expect.objectContaining({ code: 'mock-value', message: expect.stringContaining(says) }));
});

test('two callers can be held together at a suspension point', async () => {
  let arrived: (() => void) | undefined;
  const pause = (point: string): Promise<void> =>
    new Promise((resolve) => {
      if (point !== 'sign-in.before-write') return resolve();
      if (arrived === undefined) return void (arrived = resolve);
      arrived();
      resolve();
    });
  const mock = await started({ faults: ['authn-users-mixed-up'], pause });
  const answers = await Promise.all([1, 2].map(() => signIn(mock, 'a user who can sign in')));
  expect(new Set(answers.map((answer) => memberAt(answer, '_embedded', 'user', 'id'))).size).toBe(1);
});

test('a program steers the mock by its handle as others do over the control plane', async () => {
  const mock = await started();
  const { login, password } = mock.state('a user who can sign in');
  const status = async (): Promise<unknown> =>
    memberAt((await post(`${mock.services.authentication}/api/v1/authn`, { username: login, password })).body, 'status');
  expect(await status()).toBe('SUCCESS');
  expect(mock.clock.advance('PT1H').now).toBe('2026-01-01T01:00:00.000Z');
  mock.limiter.set({ kind: 'fixed-first', limit: 1, periodMs: 60_000 }, 'authentication');
  expect([await status(), await status()]).toEqual(['SUCCESS', undefined]);
  mock.reset();
  expect([mock.journal().requests, mock.events()]).toEqual([[], []]);
  expect(() => mock.faults.set(['no-such-fault'])).toThrow(/no-such-fault/);
  await expect(mock.act('no such act')).rejects.toThrow(/no such act/);
});

test.each<[string, (mock: RunningMock) => unknown, string]>([
  ['faults', (mock) => Reflect.apply(mock.faults.set, undefined, []), 'mock.faults.set: ids: expected a list of strings, found undefined'],
  [
    'a limit',
    (mock) => mock.limiter.set({ kind: 'fixed-first', limit: Number.NaN }),
    'mock.limiter.set: settings: limit: expected a whole number of at least 1, found NaN',
  ],
  [
    'a service',
    (mock) => Reflect.apply(mock.limiter.set, undefined, [{ kind: 'none' }, 'authn']),
    'mock.limiter.set: service: expected one of privileged-access, authentication, governance, found "authn"',
  ],
  [
    'a filter',
    (mock) => Reflect.apply(mock.journal, undefined, [{ opration: 'authenticate' }]),
    "mock.journal: filter: there is no option 'opration'. Known: operation, state, from, to. Did you mean 'operation'?",
  ],
  [
    'injections',
    (mock) => Reflect.apply(mock.inject, undefined, []),
    'mock.inject: injections: expected a list of injections, found undefined',
  ],
  [
    'parameters',
    (mock) => Reflect.apply(mock.state, undefined, ['a user who can sign in', 5]),
    'mock.state: params: expected an object, found 5',
  ],
  [
    'a number of events',
    (mock) => Reflect.apply(mock.events, undefined, ['x']),
    'mock.events: since: expected a whole number of at least 0, found "x"',
  ],
])('%s that cannot be are refused at once, and change nothing', async (_what, call, message) => {
  const mock = await started();
  expect(() => call(mock)).toThrow(expect.objectContaining({ code: 'mock-value', message }));
  expect((await fetch(mock.services.authentication)).status).toBe(404);
});
