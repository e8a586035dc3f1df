import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startMock } from 'assay/mock';
import { signIn } from './client.mjs';

const ada = { id: '00u1', login: 'ada@example.test', password: 'Correct-Horse-7', firstName: 'Ada', lastName: 'Byron' };
let mock;
before(async () => void (mock = await startMock({ fixtures: { authentication: { users: [ada] } } })));
after(() => mock.close());

test('a user signs in with one request', async () => {
  const { status, _embedded } = await signIn(mock.services.authentication, ada.login, ada.password);
  assert.deepEqual([status, _embedded.user.id], ['SUCCESS', ada.id]);
  assert.equal(mock.journal({ operation: 'authenticate' }).requests.length, 1);
});

test('a wrong password is refused with its error code', async () => {
  await assert.rejects(signIn(mock.services.authentication, ada.login, 'Wrong-Horse-7'), /E0000004 Authentication failed/);
});

test('a service that is busy is tried once more, and no more', async () => {
  mock.inject([{ operation: 'authenticate', status: 503 }]);
  const sent = () => mock.journal({ operation: 'authenticate' }).requests.length;
  const earlier = sent();
  await assert.rejects(signIn(mock.services.authentication, ada.login, ada.password));
  assert.equal(sent() - earlier, 2);
  mock.inject([]);
});
