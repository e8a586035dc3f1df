// Its `test` is the one that is tested.
// oxlint-disable vitest/no-standalone-expect
import { expect } from 'vitest';
import { request } from 'undici';
import { addMatchers, test } from './vitest.ts';
import type { MockOptions, RunningMock } from './index.ts';

addMatchers();

const withFaults = (...faults: readonly string[]): typeof test => {
  const mockOptions: MockOptions = { faults };
  return test.extend({ mockOptions });
};

const JSON_BODY = { 'Content-Type': 'application/json' };
const refusedSignIn = { username: 'nobody@example.test', password: 'wrong' };
const asked = { method: 'POST', headers: JSON_BODY, body: JSON.stringify(refusedSignIn) };
const signInAt = ({ services }: RunningMock): string => `${services.authentication}/api/v1/authn`;

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
        expected: "E0000004 says 'Authentication failed'",
        actual: "'Sign-in was refused'",
        message: expect.stringMatching(/^authn\.errors\.e0000004\.summary {2}.+\n {2}expected {2}E0000004 says/),
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

test('what the matchers cannot take is said with what they can', async ({ mock }) => {
  const response = await fetch(signInAt(mock), asked);
  await expect(expect(response).toConformTo('authenticat')).rejects.toThrow(
    /there is no operation 'authenticat'.*Did you mean 'authenticate'/,
  );
  await expect(expect(response).toBeDocumentedError('E0000044')).rejects.toThrow(/there is no error 'E0000044'/);
  await expect(expect('a text').toConformTo('authenticate')).rejects.toThrow(/expected a response with status and headers.*found string/);
  await response.text();
  await expect(expect(response).toConformTo('authenticate')).rejects.toThrow(/the body was read before/);
  await expect(expect({ status: 302, headers: {} }).toConformTo('deleteCampaign')).rejects.toThrow(
    /no clause says anything of this response/,
  );
});
