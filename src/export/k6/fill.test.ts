import { expect, test } from 'vitest';
import { filled } from './fill.js';

const request = { id: 'request', operation: 'readUser', method: 'GET', path: '/', headers: {}, body: null };

test('provider states, earlier answers and the environment are filled in, in path, headers and body', () => {
  const scope = { user: { id: 'a/b', age: 7 }, login: { body: { sessionToken: 'abc' } } };
  const written = {
    ...request,
    path: '/users/%7B%7Buser.id%7D%7D?of=%7B%7Benv.TEAM%7D%7D',
    headers: { authorization: 'SSWS {{env.API_TOKEN}}', 'x-lacking': '{{env.LACKING}}' },
    body: { age: '{{user.age}}', text: '{{user.age}} years', list: ['{{login.body.token|sessionToken}}', null, true] },
  };
  expect(filled(written, scope, { API_TOKEN: 'key', TEAM: 'r&d' })).toEqual({
    ...request,
    path: '/users/a%2Fb?of=r%26d',
    headers: { authorization: 'SSWS key', 'x-lacking': '' },
    body: { age: 7, text: '7 years', list: ['abc', null, true] },
  });
});

test('what is fresh differs each time, but for an address, which must be one', () => {
  const written = { ...request, body: { name: '{{fresh.name}}', ip: '{{fresh.ip}}' } };
  const [one, other] = [filled(written, {}, {}), filled(written, {}, {})];
  expect([one.body.name === other.body.name, /^name[a-z0-9]+$/.test(one.body.name), one.body.ip, other.body.ip]).toEqual([
    false,
    true,
    '203.0.113.7',
    '203.0.113.7',
  ]);
});

test('what is written stays as it was', () => {
  const written = { ...request, body: { name: '{{user.name}}' } };
  filled(written, { user: { name: 'Ann' } }, {});
  expect(written).toEqual({ ...request, body: { name: '{{user.name}}' } });
});
