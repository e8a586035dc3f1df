import type { More } from '../try-out.ts';
import { deviceFaults } from '../faults.ts';
import { begin, gist, showFaults, signsIn, trusted, verify, type Scenario } from './test-faults.ts';

const known = '200 SUCCESS';
const challenged = '200 MFA_REQUIRED cancel';
const device = (deviceToken: string): Readonly<Record<string, unknown>> => ({ context: { deviceToken } });

/** Signs in with a device and meets the challenge, then signs in with another: what that is answered. */
const signsInTwice =
  (challenge: string, first: Readonly<Record<string, unknown>>, second = first, more: More = trusted, meets = true): Scenario =>
  async (t) => {
    const begun = await begin(t, 'a user who must verify a factor', { challenge }, first, more);
    if (meets) await verify(t, begun, more);
    return gist(await t.signIn(begun.user, second, more));
  };

showFaults(deviceFaults, {
  'authn-device-token-of-anybody': [signsInTwice('once-per-device', device('a'), device('a'), {}), challenged, known],
  'authn-device-token-too-long': [signsInTwice('once-per-device', device('d'.repeat(33))), challenged, known],
  'authn-device-token-one-too-short': [signsInTwice('once-per-device', device('d'.repeat(32))), known, challenged],
  'authn-device-token-with-hyphens': [signsInTwice('once-per-device', device('a-b')), challenged, known],
  'authn-any-device-token': [signsInTwice('once-per-device', device('a'), device('b')), challenged, known],
  'authn-missing-device-token': [signsInTwice('once-per-device', device('a'), {}), challenged, known],
  'authn-unmatched-device-not-new': [signsInTwice('on-new-device', device('a'), device('b')), challenged, known],
  'authn-missing-device-not-new': [signsInTwice('on-new-device', device('a'), {}), challenged, known],
  'authn-device-forgotten': [signsInTwice('once-per-device', device('a')), known, challenged],
  'authn-device-forgotten-at-a-challenge': [
    async (t) => {
      const begun = await begin(t, 'a user who must verify a factor', { challenge: 'once-per-device' }, device('a'), trusted);
      await verify(t, begun, trusted);
      await t.signIn(begun.user, device('b'), trusted);
      return gist(await t.signIn(begun.user, device('a'), trusted));
    },
    known,
    challenged,
  ],
  'authn-device-token-cut': [
    signsInTwice('once-per-device', device(`${'d'.repeat(16)}a`), device(`${'d'.repeat(16)}b`)),
    challenged,
    known,
  ],
  'authn-device-token-in-any-case': [signsInTwice('on-new-device', device('a'), device('A')), challenged, known],
  'authn-verified-for-good': [signsInTwice('always', {}, {}, {}), challenged, known],
  'authn-device-known-too-early': [signsInTwice('once-per-device', device('a'), device('a'), trusted, false), challenged, known],
  'authn-device-known-by-fingerprint': [
    signsInTwice('on-new-device', device('a'), device('b'), { trusted: true, headers: { 'x-device-fingerprint': 'f' } }),
    challenged,
    known,
  ],
  'authn-hyphens-refused-of-anybody': [
    signsIn(gist, 'a user who can sign in', {}, { context: { deviceToken: 'with-a-hyphen' } }),
    '200 SUCCESS',
    '400 E0000003',
  ],
});
