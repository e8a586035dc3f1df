import { expect, test } from 'vitest';
import { createDeployment, type Deployment } from '../deployment.ts';
import { parseObject } from '../json.ts';
import type { WireResponse } from '../service.ts';

async function signIn({ control, services }: Deployment, password?: string): Promise<WireResponse> {
  const user = control.provide('a user who can sign in', {});
  return services.authentication.handle({
    method: 'POST',
    target: '/api/v1/authn',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: user['login'], password: password ?? user['password'] }),
    remoteAddress: '127.0.0.1',
    origin: 'http://authn.test',
  });
}

const answer = async (fault: string, password?: string): Promise<unknown> => {
  const { status, body } = await signIn(createDeployment({ faults: [fault] }), password);
  const { errorCode, errorSummary, status: state, sessionToken, expiresAt } = parseObject(body) ?? {};
  return { status, state, errorCode, errorSummary, sessionToken: typeof sessionToken, expiresAt: typeof expiresAt };
};

const signedIn = { status: 200, state: 'SUCCESS', sessionToken: 'string', expiresAt: 'string' };
const refused = {
  status: 401,
  errorCode: 'E0000004',
  errorSummary: 'Authentication failed',
  sessionToken: 'undefined',
  expiresAt: 'undefined',
};

test.each([
  ['wire-authn.session-token-on-success.session-token.removed', { ...signedIn, sessionToken: 'undefined' }, refused],
  ['wire-authn.transaction.expires-at.of-another-type', { ...signedIn, expiresAt: 'number' }, refused],
  ['wire-authn.authenticate-success.status.another-state', { ...signedIn, state: 'UNAUTHENTICATED' }, refused],
  ['wire-authn.e0000004.402-instead', signedIn, { ...refused, status: 402 }],
  ['wire-authn.e0000004.another-text', signedIn, { ...refused, errorSummary: 'Not Authentication failed' }],
  ['wire-authn.authenticate-e0000004.another-error', signedIn, { ...refused, errorCode: 'another_error' }],
  ['wire-pam.authentication-error.402-instead', signedIn, refused],
])('%s is in the answers that it means, and in no others', async (fault, right, wrong) => {
  expect(await answer(fault)).toEqual(right);
  expect(await answer(fault, 'wrong')).toEqual(wrong);
});

test('an answer that is not meant is passed on as it came', async () => {
  const [plain, passed] = await Promise.all([
    signIn(createDeployment(), 'wrong'),
    signIn(createDeployment({ faults: ['wire-authn.link-unlock.by-another-method'] }), 'wrong'),
  ]);
  expect(passed).toEqual(plain);
});

test('what must be the same as elsewhere is another each time', async () => {
  const deployment = createDeployment({ faults: ['wire-authn.authenticate.embedded-user-id.another'] });
  const ids = [await signIn(deployment), await signIn(deployment)].map(({ body }) => /"id":"(another-\d+)"/.exec(body)?.[1]);
  expect(ids).toEqual(['another-1', 'another-2']);
});
