import { expect, test } from 'vitest';
import { createDeployment, type Deployment } from './deployment.ts';
import { createJournal, JOURNAL_CAPACITY } from './journal.ts';
import { parseObject } from './json.ts';
import { ControlError, type JsonObject } from './service.ts';

async function send({ services }: Deployment, target: string, body: JsonObject): Promise<JsonObject> {
  const headers = { 'content-type': 'application/json' };
  const request = { method: 'POST', target, headers, body: JSON.stringify(body), remoteAddress: '192.0.2.1', origin: 'http://x.test' };
  return parseObject((await services.authentication.handle(request)).body) ?? {};
}

/** Signs in where the password has expired, turns the clock, cancels, and asks for what there is not. */
async function used(): Promise<Deployment> {
  const deployment = createDeployment();
  const { login, password } = deployment.control.provide('a user whose password has expired', {});
  const { stateToken } = await send(deployment, '/api/v1/authn', { username: login, password });
  deployment.control.advance('PT1M');
  await send(deployment, '/api/v1/authn/cancel', { stateToken });
  await send(deployment, '/nowhere?x=1', {});
  return deployment;
}

const common = { service: 'authentication', method: 'POST' };
const signIn = { ...common, seq: 1, at: '2026-01-01T00:00:00.000Z', path: '/api/v1/authn', operation: 'authenticate' };
const entries = [
  { ...signIn, stateAfter: 'PASSWORD_EXPIRED', status: 200 },
  {
    ...common,
    seq: 2,
    at: '2026-01-01T00:01:00.000Z',
    path: '/api/v1/authn/cancel',
    operation: 'cancel',
    stateBefore: 'PASSWORD_EXPIRED',
    status: 200,
  },
  { ...common, seq: 3, at: '2026-01-01T00:01:00.000Z', path: '/nowhere?x=1', status: 404 },
];

test('the journal has each request with operation, state before and after, status and time', async () => {
  const { control } = await used();
  expect(control.journal({})).toEqual({ requests: entries, dropped: 0 });
});

test.each([
  [{ operation: 'cancel' }, [2]],
  [{ operation: 'unlock' }, []],
  [{ state: 'PASSWORD_EXPIRED' }, [1, 2]],
  [{ state: 'LAUNCHING' }, []],
  [{ to: '2026-01-01T00:00:59Z' }, [1]],
  [{ from: '2026-01-01T00:01:00+00:00' }, [2, 3]],
  [{ state: 'PASSWORD_EXPIRED', from: '2026-01-01T00:00:30Z' }, [2]],
])('%j filters the journal', async (filter, seqs) => {
  const { control } = await used();
  expect(control.journal(filter).requests.map(({ seq }) => seq)).toEqual(seqs);
});

test.each([
  [{ operation: 'signIn' }, "unknown operation 'signIn'", /^Known are: .*'authenticate'.*'createCampaign'/],
  [{ state: 'ASLEEP' }, "unknown state 'ASLEEP'", /^Known are: .*'MFA_REQUIRED'.*'LAUNCHING'/],
  [{ from: 'noon' }, "'from' is 'noon'", /^Send 'from' as ISO 8601, such as /],
  [{ to: '2026-13-01T00:00:00Z' }, "'to' is '2026-13-01T00:00:00Z'", /^Send 'to' as ISO 8601, such as /],
])('%j is refused with the valid names', (filter, mistake, remedy) => {
  const { control } = createDeployment();
  const refused = { name: 'ControlError', mistake, remedy: expect.stringMatching(remedy) };
  expect(() => control.journal(filter)).toThrow(ControlError);
  expect(() => control.journal(filter)).toThrow(expect.objectContaining(refused));
});

test('what the journal has handed out cannot be changed', async () => {
  const { control } = await used();
  const [entry] = control.journal({}).requests;
  expect(() => Object.assign(entry ?? {}, { status: 500 })).toThrow(TypeError);
  expect(control.journal({}).requests).toEqual(entries);
});

test('a reset empties the journal, and the numbers go on', async () => {
  const deployment = await used();
  deployment.control.reset();
  await send(deployment, '/nowhere', {});
  expect(deployment.control.journal({}).requests.map(({ seq }) => seq)).toEqual([4]);
});

test('a million requests: the last ones are kept, and it says how many were dropped', () => {
  const journal = createJournal({ operations: () => [], states: () => [] });
  const request = { method: 'GET', target: '/', headers: {}, body: '', remoteAddress: '', origin: '' };
  const long = { ...request, target: `/${'x'.repeat(30_000)}` };
  const response = { status: 200, headers: {}, body: '' };
  for (let left = 1_000_000; left > 0; left--) journal.open('governance', left > JOURNAL_CAPACITY ? request : long, 0).answered(response);
  const { requests, dropped } = journal.list({});
  expect([requests.length, requests[0]?.seq, requests.at(-1)?.seq, dropped, requests[0]?.path.length]).toEqual([
    JOURNAL_CAPACITY,
    1_000_001 - JOURNAL_CAPACITY,
    1_000_000,
    1_000_000 - JOURNAL_CAPACITY,
    1001,
  ]);
  expect(journal.archive({}).log.entries.length).toBeLessThanOrEqual(JOURNAL_CAPACITY);
  journal.clear();
  expect(journal.list({})).toEqual({ requests: [], dropped: 0 });
  expect(journal.archive({}).log.entries).toEqual([]);
});

test('an entry of an archive has every member that HTTP Archive 1.2 wants', () => {
  const journal = createJournal({ operations: () => [], states: () => [] });
  const headers = { 'Content-Type': 'text/plain' };
  const request = { method: 'POST', target: '/a?b=c&b=d', headers, body: 'ü', remoteAddress: '', origin: 'http://x.test' };
  journal.open('governance', request, 0).answered({ status: 302, headers: { ...headers, Location: '/there' }, body: 'gone' });
  const common = { httpVersion: 'HTTP/1.1', cookies: [], headersSize: -1 };
  expect(journal.archive({}).log.entries).toEqual([
    {
      startedDateTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT.+Z$/),
      time: expect.any(Number),
      request: {
        ...common,
        method: 'POST',
        url: 'http://x.test/a?b=c&b=d',
        headers: [{ name: 'Content-Type', value: 'text/plain' }],
        queryString: [
          { name: 'b', value: 'c' },
          { name: 'b', value: 'd' },
        ],
        postData: { mimeType: 'text/plain', text: 'ü' },
        bodySize: 2,
      },
      response: {
        ...common,
        status: 302,
        statusText: '',
        headers: [
          { name: 'Content-Type', value: 'text/plain' },
          { name: 'Location', value: '/there' },
        ],
        content: { size: 4, mimeType: 'text/plain', text: 'gone' },
        redirectURL: '/there',
        bodySize: 4,
      },
      cache: {},
      timings: { send: 0, wait: expect.any(Number), receive: 0 },
    },
  ]);
});

test('an archive has as many of the last exchanges as fit, however short each is', () => {
  const journal = createJournal({ operations: () => [], states: () => [] });
  const request = { method: 'GET', target: '/', headers: {}, body: '', remoteAddress: '', origin: 'http://x.test' };
  const answer = (times: number, body: string): void => {
    for (let left = times; left > 0; left--) journal.open('governance', request, 0).answered({ status: 200, headers: {}, body });
  };
  answer(3 * JOURNAL_CAPACITY, '');
  const { comment, entries } = journal.archive({}).log;
  const many = entries.length;
  answer(30, 'x'.repeat(1_000_000));
  const long = journal.archive({}).log.entries.filter(({ response }) => response.content.size > 0);
  expect([many <= JOURNAL_CAPACITY, long.length > 0, long.length <= 16]).toEqual([true, true, true]);
  expect(comment).toBe(
    `The ${3 * JOURNAL_CAPACITY - many} oldest requests since the last reset were dropped, whether the filter means them or not.`,
  );
  journal.clear();
  expect(journal.archive({}).log).not.toHaveProperty('comment');
});
