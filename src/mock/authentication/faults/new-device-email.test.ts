import type { More } from '../try-out.ts';
import { newDeviceEmailFaults } from '../faults.ts';
import { adminApiToken } from '../service.ts';
import { showFaults, type Scenario } from './test-faults.ts';

/** Signs in with each fingerprint in turn; a password other than that of the user where told. How many e-mails follow. */
const mailsFor =
  (
    fingerprints: readonly string[],
    params: Readonly<Record<string, unknown>> = {},
    more: More = { trusted: true },
    firstPassword?: string,
  ): Scenario =>
  async (t) => {
    const user = t.provide('a user who is told of new devices', params);
    for (const [index, fingerprint] of fingerprints.entries()) {
      const password = index === 0 ? (firstPassword ?? user['password']) : user['password'];
      await t.signIn(user, { password }, { ...more, headers: { ...more.headers, 'x-device-fingerprint': fingerprint } });
    }
    return t.mails.length;
  };

/** Signs in with one fingerprint twice, so many milliseconds apart. */
const knownAfter =
  (milliseconds: number): Scenario =>
  async (t) => {
    const user = t.provide('a user who is told of new devices');
    const more = { trusted: true, headers: { 'x-device-fingerprint': 'a' } };
    await t.signIn(user, {}, more);
    t.clock.advance(milliseconds);
    await t.signIn(user, {}, more);
    return t.mails.length;
  };

showFaults(newDeviceEmailFaults, {
  'authn-fingerprint-of-anybody': [mailsFor(['a'], {}, {}), 0, 1],
  'authn-new-device-not-told': [mailsFor(['a']), 1, 0],
  'authn-known-device-told': [mailsFor(['a', 'a']), 1, 2],
  'authn-failed-sign-in-ties-device': [mailsFor(['a', 'a'], {}, { trusted: true }, 'wrong'), 1, 0],
  'authn-second-device-not-told': [mailsFor(['a', 'b']), 2, 1],
  'authn-fingerprint-cut': [mailsFor([`${'f'.repeat(12)}a`, `${'f'.repeat(12)}b`]), 2, 1],
  'authn-new-device-told-when-disabled': [mailsFor(['a'], { enabled: false }), 0, 1],
  'authn-told-of-no-device': [
    async (t) => {
      await t.signIn(t.provide('a user who is told of new devices'), {}, { trusted: true });
      return t.mails.length;
    },
    0,
    1,
  ],
  'authn-new-device-not-told-at-an-app': [
    async (t) => {
      const [way, user] = [t.provide('a user who may use an app'), t.provide('a user who is told of new devices')];
      await t.signIn(user, { audience: way['appId'] }, { trusted: true, headers: { 'x-device-fingerprint': 'a' } });
      return t.mails.length;
    },
    1,
    0,
  ],
  'authn-known-device-told-again-an-hour-later': [knownAfter(3_600_000), 1, 2],
  'authn-known-device-told-again-a-day-later': [knownAfter(86_400_000), 1, 2],
  'authn-known-device-told-at-the-third-time': [mailsFor(['a', 'a', 'a', 'a']), 1, 2],
  'authn-fingerprint-by-most-of-a-token': [
    mailsFor(['a'], {}, { headers: { authorization: `SSWS ${adminApiToken.slice(0, -1)}!` } }),
    0,
    1,
  ],
});
