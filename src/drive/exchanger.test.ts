import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ExchangeEvent, TraceEvent } from '../trace/events.ts';
import { memoryTrace } from '../trace/writer.ts';
import { createExchanger, type Exchanged } from './exchanger.ts';
import type { ExchangeHead } from './capture.ts';
import { fakeTransport, NO_CONNECTION, NO_HURRY, vocabularyWith, type Reply } from './transport-fixtures.ts';
import { createRedactor } from './redactor.ts';
import type { HttpRequest } from './transport.ts';

const HEAD: ExchangeHead = {
  caseId: 'probe/look',
  place: { row: 'probe:look', at: 'steps/0' },
  stepId: undefined,
  purpose: 'probe',
  document: 'authentication',
  operation: undefined,
  caller: undefined,
};
const REQUEST: HttpRequest = { method: 'POST', url: 'https://x.test/a', headers: { 'Content-Type': 'application/json' }, body: undefined };

interface Captured {
  readonly exchanged: Exchanged;
  readonly event: ExchangeEvent;
  readonly events: readonly TraceEvent[];
}

async function capture(reply: Reply, request: Partial<HttpRequest> = {}, known: readonly string[] = []): Promise<Captured> {
  const trace = memoryTrace();
  const redactor = createRedactor(vocabularyWith({ key: 'doorKey' }), (event) => trace.append(event));
  for (const secret of known) redactor.learn('doorKey', secret);
  const exchanged = await createExchanger(fakeTransport(() => reply).send, NO_HURRY, redactor, trace).exchange(HEAD, {
    ...REQUEST,
    ...request,
  });
  const event = trace.events.find(({ type }) => type === 'exchange');
  if (event?.type !== 'exchange') throw new Error('no exchange was recorded');
  return { exchanged, event, events: trace.events };
}

test('a secret that the request alone shows to be one is hidden in its answer as well', async () => {
  const { event } = await capture(
    { headers: { 'x-echo': 'of canary-1' }, text: 'you sent canary-1' },
    { headers: { authorization: 'Bearer canary-1' } },
  );
  expect([event.request.headers['authorization'], event.response?.headers['x-echo'], event.response?.text]).toEqual([
    'Bearer ~authorization-1~',
    'of ~authorization-1~',
    '… … ~authorization-1~',
  ]);
});

test('the driver gets the answer as it came, the trace gets it redacted', async () => {
  const { exchanged, event } = await capture(
    { status: 201, headers: { 'X-A': ['1', 'canary-2'], location: '/canary-2' }, body: { key: 'canary-1' } },
    { body: '{"key":"canary-2"}' },
    ['canary-2'],
  );
  expect(exchanged.response).toEqual({
    status: 201,
    headers: { 'X-A': ['1', 'canary-2'], location: '/canary-2' },
    text: '{"key":"canary-1"}',
    bytes: 18,
    body: { key: 'canary-1' },
  });
  expect([event.request, event.response]).toEqual([
    { method: 'POST', url: 'https://x.test/a', headers: { 'content-type': 'application/json' }, body: { key: '~doorKey-1~' }, bytes: 18 },
    { status: 201, headers: { 'x-a': ['1', '~doorKey-1~'], location: '/~doorKey-1~' }, body: { key: '~doorKey-2~' }, bytes: 18 },
  ]);
});

test('a token that an answer issues is hidden in the request that it answers, and in its own headers', async () => {
  const { event } = await capture(
    { headers: { link: '<https://x.test/canary-1>' }, body: { key: 'canary-1' } },
    { url: 'https://x.test/canary-1', body: 'about canary-1' },
  );
  expect([event.request.url, event.request.text, event.response?.headers]).toEqual([
    'https://x.test/~doorKey-1~',
    'about ~doorKey-1~',
    { link: '<https://x.test/~doorKey-1~>' },
  ]);
});

test.each<[string, string, object]>([
  ['an object', '{"a":1}', { body: { a: 1 } }],
  ['null', 'null', { body: null }],
  ['no JSON', '<p>', { text: '<p>' }],
  ['nothing', '', {}],
])('a body that is %s is kept as such', async (_what, text, wanted) => {
  const { event } = await capture({ text });
  expect(event.response).toEqual({ status: 200, headers: {}, bytes: text.length, ...wanted });
});

test('of two members of one name the last is what a client reads, and the first is a secret like it', async () => {
  const text = '{"key":"canary-1","inside":{"a":1,"a":":"},"key":"canary-2"}';
  const { exchanged, event } = await capture({ headers: { location: '/door/canary-1/canary-2' }, text });
  expect([exchanged.response?.body, event.response?.body, event.response?.headers['location']]).toEqual([
    { key: 'canary-2', inside: { a: ':' } },
    { key: '~doorKey-2~', inside: { a: ':' } },
    '/door/~doorKey-1~/~doorKey-2~',
  ]);
});

test('a long text is cut, and no secret lies across the cut', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 4050, max: 4100 }), async (before) => {
      const { event } = await capture({ text: `${'.'.repeat(before)}canary-secret-of-the-door` }, {}, ['canary-secret-of-the-door']);
      expect(event.response?.text?.length).toBeLessThanOrEqual(4096);
      expect(event.response?.text).not.toContain('cana');
    }),
    { numRuns: 51 },
  );
});

test('what failed is on record in place of an answer', async () => {
  const { exchanged, event } = await capture({ failure: { kind: 'reset', detail: 'canary-1 hung up' } }, {}, ['canary-1']);
  expect([exchanged.response, exchanged.failure, event.response, event.failure]).toEqual([
    undefined,
    { kind: 'reset', detail: 'canary-1 hung up' },
    undefined,
    { kind: 'reset', detail: '~doorKey-1~ hung up' },
  ]);
});

test('exchanges are numbered in the order of their sending, after those that the trace has already', async () => {
  const trace = memoryTrace();
  const redactor = createRedactor(vocabularyWith({}), () => undefined);
  const exchanger = createExchanger(fakeTransport(() => NO_CONNECTION).send, NO_HURRY, redactor, trace, { firstSeq: 4 });
  expect(exchanger.nextSeq()).toBe(4);
  await Promise.all([
    exchanger.exchange(HEAD, REQUEST),
    exchanger.exchange({ ...HEAD, stepId: 's', operation: 'o', caller: 'c' }, REQUEST),
  ]);
  expect(trace.events.map((event) => event.type === 'exchange' && [event.seq, event.step, event.operation, event.caller])).toEqual([
    [4, undefined, undefined, undefined],
    [5, 's', 'o', 'c'],
  ]);
  expect(exchanger.nextSeq()).toBe(6);
});

test('what was sent at once is on record in the order of its sending, and a transport that breaks keeps nothing back', async () => {
  const trace = memoryTrace();
  const waiting: ((reply: typeof NO_CONNECTION) => void)[] = [];
  const later = (): Promise<typeof NO_CONNECTION> => new Promise((resolve) => waiting.push(resolve));
  const { send } = fakeTransport((_request, ordinal) => (ordinal === 2 ? Promise.reject(new TypeError('a mistake of ours')) : later()));
  const redactor = createRedactor(vocabularyWith({}), () => undefined);
  const exchanger = createExchanger(send, NO_HURRY, redactor, trace);
  const sent = [1, 2, 3].map(() => exchanger.exchange(HEAD, REQUEST));
  await expect(sent[1]).rejects.toThrow('a mistake of ours');
  waiting[1]?.(NO_CONNECTION);
  await sent[2];
  expect(trace.events).toEqual([]);
  waiting[0]?.(NO_CONNECTION);
  await sent[0];
  expect(trace.events.map((event) => event.type === 'exchange' && event.seq)).toEqual([1, 3]);
});

test('what is sent after an answer does not look as if it had been under way with it, however quick the target is', async () => {
  const trace = memoryTrace();
  const redactor = createRedactor(vocabularyWith({}), (event) => trace.append(event));
  const exchanger = createExchanger(fakeTransport(() => ({ status: 204 })).send, NO_HURRY, redactor, trace);
  for (let sent = 0; sent < 500; sent++) await exchanger.exchange(HEAD, REQUEST);
  const exchanges = trace.events.flatMap((event) => (event.type === 'exchange' ? [event] : []));
  const overlapping = exchanges.filter(({ sentAt, durationMs }, index) => sentAt + durationMs > (exchanges[index + 1]?.sentAt ?? Infinity));
  expect([exchanges.length, overlapping]).toEqual([500, []]);
});
