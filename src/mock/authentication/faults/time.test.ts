import type { TryOut } from '../try-out.ts';
import { activate, at, begin, expired, gist, showFaults, signsIn, stepUp, verify, warn, type Begun, type Scenario } from './test-faults.ts';
import { timeFaults } from '../faults.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** Reads a transaction back after so many milliseconds. */
const readsAfter =
  (milliseconds: number, begins: (t: TryOut) => Promise<Begun>): Scenario =>
  async (t) => {
    const { first } = await begins(t);
    t.clock.advance(milliseconds);
    return gist(await t.authn({ stateToken: first.stateToken }));
  };

/** Signs a user in after so many milliseconds. */
const signsInAfter =
  (milliseconds: number, state: string, body = {}): Scenario =>
  async (t: TryOut) => {
    const user = t.provide(state);
    t.clock.advance(milliseconds);
    return gist(await t.signIn(user, body));
  };

const alive = '200 PASSWORD_EXPIRED next=changePassword cancel';

showFaults(timeFaults, {
  'authn-expired-transaction-alive': [readsAfter(5 * minuteMs, expired), '401 E0000011', alive],
  'authn-transaction-dies-early': [readsAfter(4.5 * minuteMs, expired), alive, '401 E0000011'],
  'authn-enrollment-outlives-expiry': [
    readsAfter(dayMs, (t) => begin(t, 'a user who must enroll a factor')),
    '401 E0000011',
    '200 MFA_ENROLL cancel',
  ],
  'authn-verification-outlives-expiry': [
    readsAfter(5 * minuteMs, (t) => begin(t, 'a user who must verify a factor')),
    '401 E0000011',
    '200 MFA_REQUIRED cancel',
  ],
  'authn-first-password-refused-early': [
    readsAfter(5 * minuteMs - 5000, (t) => activate(t)),
    '200 PASSWORD_RESET next=resetPassword cancel',
    '401 E0000011',
  ],
  'authn-step-up-ends-half-way': [readsAfter(3 * minuteMs, (t) => stepUp(t)), '200 UNAUTHENTICATED next=authenticate', '401 E0000011'],
  'authn-expired-transaction-returns': [readsAfter(2 * dayMs, expired), '401 E0000011', alive],
  'authn-ended-transaction-revived-by-another': [
    async (t) => {
      const { user, first } = await expired(t);
      t.clock.advance(5 * minuteMs);
      await t.signIn(user);
      return gist(await t.authn({ stateToken: first.stateToken }));
    },
    '401 E0000011',
    alive,
  ],
  'authn-expires-at-in-the-past': [
    signsIn(at('expiresAt'), 'a user whose password has expired'),
    '2026-01-01T00:05:00.000Z',
    '2025-12-31T23:55:00.000Z',
  ],
  'authn-transaction-born-dead': [
    async (t) => {
      const { first } = await begin(t, 'a user who must enroll a factor');
      return gist(await t.authn({ stateToken: first.stateToken }));
    },
    '200 MFA_ENROLL cancel',
    '401 E0000011',
  ],
  'authn-activation-never-expires': [
    async (t) => gist(await t.authn({ token: t.provide('a user with an activation token', { password: true, expired: true })['token'] })),
    '401 E0000004',
    '200 SUCCESS',
  ],
  'authn-password-expires-late': [signsInAfter(6 * dayMs, 'a user whose password is about to expire'), alive, '200 SUCCESS'],
  'authn-password-expires-early': [signsInAfter(5 * dayMs - minuteMs, 'a user whose password is about to expire'), '200 SUCCESS', alive],
  'authn-warned-on-last-day-only': [
    signsInAfter(0, 'a user whose password is about to expire', warn),
    '200 PASSWORD_WARN next=changePassword skip cancel',
    '200 SUCCESS',
  ],
  'authn-limited-beyond-reset': [signsInAfter(minuteMs, 'a rate limit that is used up'), '200 SUCCESS', '429 E0000047'],
  'authn-success-shows-when-it-began': [
    async (t) => {
      const begun = await begin(t, 'a user who must verify a factor');
      t.clock.advance(minuteMs);
      const end = Date.parse(String((await verify(t, begun)).at('expiresAt')));
      return end > t.clock.now();
    },
    true,
    false,
  ],
});
