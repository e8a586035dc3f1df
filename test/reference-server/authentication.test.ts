import { beforeAll, expect, test } from 'vitest';
import { startDriver, type Answer, type Driver } from './drive.ts';

let d: Driver;

beforeAll(async () => {
  d = await startDriver();
  return () => d.close();
});

/** A sign-in to the app of another user, or in a step-up to it. */
function signIn(user: Answer, password: string, way: Answer, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  const stateToken = way.at('stateToken');
  const body = { username: user.text('login'), password, ...(stateToken === undefined ? {} : { stateToken }) };
  const query = stateToken === undefined ? `?app=${encodeURIComponent(way.text('appId'))}` : '';
  return d.send(`POST authn/api/v1/authn${query}`, { headers, body });
}

const WAYS = ['a user who may use an app', 'a user on the way to an app that asks for step-up'];

test.each(WAYS)('%s: a user whose lockout is shown does not get there by any password', async (way) => {
  const user = await d.state('a user who is locked out', { shown: true });
  const seen = [];
  for (const password of [user.text('password'), 'wrong']) {
    const { status, at } = await signIn(user, password, await d.state(way));
    seen.push(status === 200 ? at('status') : status, at('sessionToken'));
  }
  const refused = way === WAYS[0] ? 'LOCKED_OUT' : 401;
  expect(seen).toEqual([refused, undefined, refused, undefined]);
});

test.each(WAYS)('%s: a fingerprint sends an e-mail when it is new, and none when it is known', async (way) => {
  const user = await d.state('a user who is told of new devices');
  const headers = { authorization: `SSWS ${d.apiToken}`, 'x-device-fingerprint': 'a-new-device' };
  const sent = [];
  for (const password of [user.text('password'), user.text('password')]) {
    const before = await d.events();
    expect((await signIn(user, password, await d.state(way), headers)).at('status')).toBe('SUCCESS');
    sent.push((await d.events()) - before);
  }
  expect(sent).toEqual([1, 0]);
});
