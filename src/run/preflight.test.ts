import { expect, test } from 'vitest';
import type { DocumentSpec } from '../spec/types.ts';
import { createExchanger } from '../target/exchanger.ts';
import { doorSpec, KNOCK_BINDING, sampleProfile, sampleSpecs } from '../profile/fixtures.ts';
import type { Profile } from '../profile/profile.ts';
import { fakeTransport, NO_HURRY } from '../target/fixtures.ts';
import type { Reply } from '../target/fixtures.ts';
import { createRedactor } from '../target/redactor.ts';
import type { TraceEvent } from '../trace/events.ts';
import { memoryTrace } from '../trace/writer.ts';
import { preflight } from './preflight.ts';
import { RunError } from './run-error.ts';

async function checked(
  reply: Reply,
  profile: Profile = sampleProfile(),
  spec: DocumentSpec = doorSpec(),
): Promise<{ readonly asked: unknown; readonly events: readonly TraceEvent[] }> {
  const trace = memoryTrace();
  const { send, requests } = fakeTransport(() => reply);
  await preflight(
    sampleSpecs(spec),
    profile,
    createExchanger(
      send,
      NO_HURRY,
      createRedactor(new Map(), () => undefined),
      trace,
    ),
    trace,
  );
  return { asked: requests.map(({ method, url, body }) => [method, url, body]), events: trace.events };
}

test('a service is asked something that only reads, and any answer of an API will do', async () => {
  const { asked, events } = await checked({ status: 404, body: { code: 'no_such_door' } });
  expect(asked).toEqual([['GET', 'https://doors.example.test/api/doors/assay-preflight', undefined]]);
  expect(events.map((event) => [event.type, 'case' in event && event.case])).toEqual([
    ['case', 'preflight/authentication'],
    ['exchange', 'preflight/authentication'],
  ]);
});

test('where nothing only reads, it is asked something that lacks everything it needs and destroys nothing', async () => {
  const operations = doorSpec()
    .endpoints.operations.filter(({ safe }) => safe !== true)
    .toReversed();
  const { asked } = await checked({ status: 400 }, sampleProfile({ bindings: { knock: KNOCK_BINDING } }), doorSpec({ operations }));
  expect(asked).toEqual([['POST', 'https://doors.example.test/api/doors/assay-preflight/knock', '{}']]);
});

test('a service that offers nothing to ask is left alone', async () => {
  expect(
    (
      await checked(
        {},
        sampleProfile(),
        doorSpec({ operations: doorSpec().endpoints.operations.filter(({ id }) => id === 'knock' || id === 'removeDoor') }),
      )
    ).asked,
  ).toEqual([]);
  expect((await checked({}, sampleProfile({}, { services: {} }))).asked).toEqual([]);
});

test.each<[string, Reply, string, 'network' | 'config']>([
  [
    'refuses the connection',
    { failure: { kind: 'refused', detail: 'connect ECONNREFUSED' } },
    'gives no answer: connect ECONNREFUSED. Start the service, or correct host and port',
    'network',
  ],
  [
    'does not answer in time',
    { failure: { kind: 'timeout', detail: 'no complete answer' } },
    'gives no answer: no complete answer. See why it is slow, or allow more with budget.timeout',
    'network',
  ],
  [
    'answers too much',
    { failure: { kind: 'too-large', detail: 'too long' } },
    'gives no answer: too long. See that the service is up and reachable from here',
    'network',
  ],
  [
    'is a web page',
    { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, text: '<html>' },
    'answers with a web page (status 200). Give the address of the API, not that of a console or a proxy',
    'config',
  ],
])('an address that %s stops the run with the key to correct', async (_what, reply, words, blame) => {
  await expect(checked(reply)).rejects.toThrow(
    new RunError(
      'usage',
      `doors.yaml  services.authentication.baseUrl  https://doors.example.test/api ${words} (blame: ${blame}; nothing was judged)`,
      blame,
    ),
  );
});
