// Its `test` is the one that is tested.
// oxlint-disable vitest/no-standalone-expect
import { Readable } from 'node:stream';
import { expect } from 'vitest';
import { request } from 'undici';
import { addMatchers, test } from './vitest.ts';
import type { MockOptions, RunningMock } from './index.ts';
import type { SentRequest } from './run/judge-response.ts';

addMatchers();

const withFaults = (...faults: readonly string[]): typeof test => {
  const mockOptions: MockOptions = { faults };
  return test.extend({ mockOptions });
};

const JSON_BODY = { 'Content-Type': 'application/json' };
const refusedSignIn = { username: 'nobody@example.test', password: 'wrong' };
const asked = { method: 'POST', headers: JSON_BODY, body: JSON.stringify(refusedSignIn) };
const signInAt = ({ services }: RunningMock): string => `${services.authentication}/api/v1/authn`;

const UNLIMITED = {
  'x-ratelimit-limit': '60',
  'x-ratelimit-remaining': '59',
  'x-ratelimit-reset': '1893456000',
  'x-ratelimit-retry-at': '1893456000',
};

/** The same response, as each kind of client has it. */
const CLIENTS: Readonly<Record<string, (mock: RunningMock) => Promise<unknown>>> = {
  fetch: (mock) => fetch(signInAt(mock), asked),
  undici: (mock) => request(signInAt(mock), { method: 'POST', headers: JSON_BODY, body: asked.body }),
  async supertest(mock) {
    const response = await fetch(signInAt(mock), asked);
    const text = await response.text();
    const sent = { method: 'POST', url: response.url, _data: refusedSignIn };
    return { status: response.status, headers: Object.fromEntries(response.headers), text, body: JSON.parse(text), request: sent };
  },
  async axios(mock) {
    const response = await fetch(signInAt(mock), asked);
    return { status: response.status, headers: response.headers, data: await response.json(), config: {}, request: {} };
  },
};

for (const [client, ask] of Object.entries(CLIENTS)) {
  test(`a documented error in a response of ${client} is the one that is named, and no other`, async ({ mock }) => {
    const response = await ask(mock);
    await expect(response).toBeDocumentedError('E0000004');
    await expect(response).toConformTo('authenticate');
    await expect(await ask(mock)).not.toBeDocumentedError('E0000047');
  });

  withFaults('authn-refused-with-other-summary')(
    `an error with another text in a response of ${client} is red with both texts`,
    async ({ mock }) => {
      const response = await ask(mock);
      await expect(expect(response).toBeDocumentedError('E0000004')).rejects.toMatchObject({
        expected: "'Authentication failed', the errorText of E0000004",
        actual: "'Sign-in was refused'",
        message: expect.stringMatching(
          /^authn\.errors\.e0000004\.summary {2}.+\n {2}expected {2}'Authentication failed', the errorText of E0000004/,
        ),
      });
    },
  );
}

test('a response with a field that its state does not have does not conform', async ({ mock }) => {
  const { login: username, password } = mock.state('a user who can sign in');
  const body = JSON.stringify({ username, password });
  await expect(await fetch(signInAt(mock), { ...asked, body })).toConformTo('authenticate', { body });
  mock.faults.set(['authn-state-token-with-success']);
  const response = await fetch(signInAt(mock), { method: 'POST', headers: JSON_BODY, body });
  await expect(expect(response).toConformTo('authenticate', { body })).rejects.toThrow(
    /^authn\.resources\.transaction\.state-token-absent {2}/,
  );
  expect(response.bodyUsed).toBe(false);
});

test('a failure conforms where a document names it, and not where it is JSON and no more', async () => {
  const failed = (status: number, body: object): Response =>
    new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...UNLIMITED } });
  await expect(expect(failed(500, {})).toConformTo('authenticate')).rejects.toThrow(/no clause says anything of this response/);
  await expect(failed(503, { code: 'service_offline' })).toConformTo('listGroups');
});

test('what the matchers cannot take is said with what they can', async ({ mock }) => {
  const response = await fetch(signInAt(mock), asked);
  await expect(expect(response).toConformTo('authenticat')).rejects.toThrow(
    /there is no operation 'authenticat'.*Did you mean 'authenticate'/,
  );
  await expect(expect(response).toBeDocumentedError('E0000044')).rejects.toThrow(/there is no error 'E0000044'/);
  await expect(expect('a text').toConformTo('authenticate')).rejects.toThrow(/expected a response with status and headers.*found string/);
  await response.text();
  await expect(expect(response).toConformTo('authenticate')).rejects.toThrow(/the body was read before/);
  await expect(expect({ status: 302, headers: {}, text: '' }).toConformTo('deleteCampaign')).rejects.toThrow(
    /no clause says anything of this response/,
  );
  for (const [sent, says] of [
    ['{ "heders": {} }', /there is no option 'heders'.*Did you mean 'headers'/],
    ['{ "url": 5 }', /^toConformTo: url: expected an address, such as .*, found 5$/],
    ['null', /^toConformTo: expected an object, found null$/],
  ] as const) {
    const request: SentRequest = JSON.parse(sent);
    await expect(expect(response).toConformTo('authenticate', request)).rejects.toThrow(says);
  }
  expect(() => Reflect.apply(addMatchers, undefined, [{ traget: 'acme.yaml' }])).toThrow(/Did you mean 'target'/);
});

test.each<[what: string, body: object, found: string]>([
  ['nothing', {}, 'none'],
  ['undefined', { data: undefined }, 'none'],
  ['a stream', { data: Readable.from([]) }, 'one that is neither text nor parsed JSON'],
  ['bytes', { data: new ArrayBuffer(1) }, 'one that is neither text nor parsed JSON'],
  ['a buffer', { body: Buffer.from('{}') }, 'one that is neither text nor parsed JSON'],
])('%s in the place of the body is refused, and not judged as an empty one', async (_what, body, found) => {
  await expect(expect({ status: 401, headers: {}, ...body }).toConformTo('authenticate')).rejects.toMatchObject({
    code: 'response-unknown',
    message: expect.stringMatching(`found ${found}\\. Pass on { status, headers, text }`),
  });
});
