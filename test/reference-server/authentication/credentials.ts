import { keepSecret, strongPassword } from '../marks.ts';
import { inBody, isObject, textInBody } from '../http/call.ts';
import type { Call } from '../http/call.ts';
import type { Reply } from '../http/reply.ts';
import { DAY, PASSWORD_LIFE_DAYS } from './people.ts';
import type { AuthenticationService, Person, Transaction } from './people.ts';
import { fits } from './passwords.ts';
import { refuse } from './refusal.ts';
import { aliveIn, proceed, type Owned } from './transactions.ts';

/** Changes a password that has expired or is about to; sessions are revoked where that is asked for. */
export function changePassword(authentication: AuthenticationService): (call: Call) => Reply {
  return (call) => {
    const { defects } = authentication;
    const early = defects.has('authn.change-password-before-factor') ? (['MFA_REQUIRED'] as const) : [];
    const named = aliveIn(authentication, textInBody(call, 'stateToken'), 'PASSWORD_EXPIRED', 'PASSWORD_WARN', ...early);
    const transaction = defects.has('authn.change-hits-latest-transaction') ? latestChange(authentication, named) : named;
    const { person } = transaction;
    const expiredAt = transaction.step === 'PASSWORD_EXPIRED' ? person.passwordExpiresAt : undefined;
    const isFree = transaction.step === 'PASSWORD_WARN' && defects.has('authn.old-password-free-in-warn');
    if (defects.has('authn.refused-change-revokes')) revokeSessions(authentication, call, person);
    const given = textInBody(call, 'oldPassword');
    const isLate = call.overlapping && given === person.previousPassword && defects.has('authn.two-changes-at-once');
    const isAlike = given?.toLowerCase() === person.password?.toLowerCase() && defects.has('authn.old-password-case');
    if (given !== person.password && !isFree && !isLate && !isAlike) {
      mistake(authentication, transaction, textInBody(call, 'newPassword'));
      throw refuse(defects.has('authn.wrong-old-password-401') ? 'E0000004' : 'E0000014', [
        defects.has('authn.old-password-unnamed') ? 'that is not it' : 'oldPassword: that is not it',
      ]);
    }
    replacePassword(authentication, person, textInBody(call, 'newPassword'));
    const isKept = expiredAt !== undefined && defects.has('authn.expired-change-keeps-sessions');
    if (!isKept) revokeSessions(authentication, call, person);
    if (defects.has('authn.change-ends-all-transactions')) authentication.transactions.clear();
    if (transaction.step === 'MFA_REQUIRED') transaction.verified = true;
    const reply = proceed(authentication, transaction, person);
    if (expiredAt !== undefined && defects.has('authn.changed-password-expired-again')) person.passwordExpiresAt = expiredAt;
    if (!isObject(reply.json) || !defects.has('authn.change-without-session-token')) return reply;
    return { ...reply, json: { ...reply.json, sessionToken: undefined } };
  };
}

/** The transaction with a change of password that began last. */
function latestChange({ transactions }: AuthenticationService, named: Owned): Owned {
  const isOpen = (one: Transaction): one is Owned =>
    one.person !== undefined && (one.step === 'PASSWORD_EXPIRED' || one.step === 'PASSWORD_WARN');
  return [...transactions.values()].findLast(isOpen) ?? named;
}

/** What a wrong old password does by a defect. */
function mistake(authentication: AuthenticationService, { person }: Owned, password: string | undefined): void {
  const { defects, clock } = authentication;
  if (defects.has('authn.wrong-old-password-stays') && password !== undefined) person.password = keepSecret(password);
  if (defects.has('authn.refused-change-prolongs')) person.passwordExpiresAt = clock.now() + PASSWORD_LIFE_DAYS * DAY;
}

/** Where that is asked for: all of the user but the one that the request comes in. */
function revokeSessions({ defects, sessions, clock }: AuthenticationService, call: Call, person: Person): void {
  const revokes = inBody(call, 'revokeSessions') ?? defects.has('authn.revokes-by-default');
  if (revokes !== true) return;
  const current = /(?:^|; )visit=([^;]+)/.exec(call.headers['cookie'] ?? '')?.[1];
  const others = [...sessions.values()].filter(
    (session) =>
      (session.person === person || defects.has('authn.revokes-others-sessions')) &&
      session.active &&
      (session.credential !== current || defects.has('authn.revokes-current-too')),
  );
  for (const session of defects.has('authn.revokes-one') ? others.slice(0, 1) : others) {
    session.active = false;
    session.revokedAt = clock.now();
  }
}

/** Sets the first password of a user who was created without. */
export function resetPassword(authentication: AuthenticationService): (call: Call) => Reply {
  return (call) => {
    const more = authentication.defects.has('authn.expired-reset-without-old') ? (['PASSWORD_EXPIRED'] as const) : [];
    const transaction = aliveIn(authentication, call.headers['x-transaction'], 'PASSWORD_RESET', ...more);
    replacePassword(authentication, transaction.person, textInBody(call, 'credentials', 'fresh'));
    // As if the two factors had been enrolled.
    if (authentication.defects.has('authn.reset-skips-enrollment')) transaction.enrolled = 2;
    return proceed(authentication, transaction, transaction.person);
  };
}

function replacePassword(authentication: AuthenticationService, person: Person, password: string | undefined): void {
  const { defects } = authentication;
  const isFirst = person.password === undefined;
  const isFree = isFirst ? defects.has('authn.first-password-unchecked') : defects.has('authn.policy-unchecked');
  if (password === undefined || !(fits(password, person, authentication) || isFree)) {
    if (password !== undefined && defects.has('authn.refused-change-stays')) person.password = keepSecret(password);
    throw refuse('E0000014', ['newPassword: it does not fit the policy']);
  }
  person.passwordChanged = authentication.clock.now();
  person.passwordExpiresAt = authentication.clock.now() + PASSWORD_LIFE_DAYS * DAY;
  if (!isFirst && defects.has('authn.change-not-stored')) return;
  person.previousPassword = person.password;
  person.password = keepSecret(
    isFirst && defects.has('authn.first-password-not-stored')
      ? strongPassword()
      : defects.has('authn.new-password-cut')
        ? password.slice(0, 20)
        : password,
  );
}
