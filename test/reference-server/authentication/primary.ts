import { inBody, isObject, parsed, type Call } from '../http/call.ts';
import { Refusal, type Reply } from '../http/reply.ts';
import { DAY, personNamed, type App, type AuthenticationService, type Person, type Transaction } from './people.ts';
import { userOf } from './picture.ts';
import { refuse } from './refusal.ts';
import { alive, begin, endTransactions, proceed, show, trusted } from './transactions.ts';

/** POST /api/v1/authn: a user name and password, an activation token, or a step-up's state token. */
export function authenticate(authentication: AuthenticationService): (call: Call) => Reply {
  return (call) => {
    const body = parsed(call);
    if (!isObject(body)) throw refuse('S0000400', ['A JSON object is asked for.']);
    const [username, password, token, stateToken] = ['username', 'password', 'token', 'stateToken'].map((name) => optionalText(body, name));
    const options = body['options'];
    const hasNull = isObject(options) && Object.values(options).includes(null);
    if (hasNull && authentication.defects.has('authn.null-options-refused')) throw refuse('S0000400', ['options are booleans.']);
    const app = call.query.get('app');
    if (app !== null) return signInTo(authentication, call, app, username, password);
    if (stateToken !== undefined) return stepUp(authentication, call, stateToken, username, password);
    if (token !== undefined) return activate(authentication, call, token);
    return primary(authentication, call, username, password);
  };
}

function optionalText(body: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = body[name] ?? undefined;
  if (value !== undefined && typeof value !== 'string') throw refuse('S0000400', [`${name} is a string.`]);
  return value;
}

function primary(authentication: AuthenticationService, call: Call, username: string | undefined, password: string | undefined): Reply {
  const person = signedIn(authentication, call, username, password);
  if (person.locked !== false && authentication.defects.has('authn.shown-lock-hidden')) throw refuse('E0000004');
  if (person.locked !== false) return show(authentication, begin(authentication, person, { step: 'LOCKED_OUT' }));
  const last = call.overlapping && authentication.defects.has('authn.two-at-once-share-token') ? lastToken(authentication) : undefined;
  const about = { ...wishes(authentication, call), ...byDevice(authentication, call, person), ...(last !== undefined && { token: last }) };
  const other = call.overlapping ? [...authentication.tickets.values()].at(-1) : undefined;
  const reply = proceed(authentication, begin(authentication, person, about), person);
  if (other === undefined || !isObject(reply.json) || !authentication.defects.has('authn.two-at-once-one-user')) return reply;
  const embedded = reply.json['_embedded'];
  return { ...reply, json: { ...reply.json, _embedded: { ...(isObject(embedded) && embedded), user: userOf(authentication, other) } } };
}

function lastToken({ transactions }: AuthenticationService): string | undefined {
  return [...transactions.keys()].at(-1);
}

/** The user whose password this is and whom the policies let in; the locked one too where that is shown. */
function signedIn(authentication: AuthenticationService, call: Call, username: string | undefined, password: string | undefined): Person {
  if (username === undefined || password === undefined) throw refuse('S0000400', ['A user name and a password belong together.']);
  const { defects, clock } = authentication;
  const isStepUp = inBody(call, 'stateToken') !== undefined;
  const named = personNamed(authentication, username);
  const isShort = named?.login.toLowerCase() !== username.toLowerCase();
  const isFullWanted = (isStepUp && defects.has('authn.step-up-wants-full-name')) || defects.has('authn.short-name-refused');
  const person = isShort && isFullWanted ? undefined : named;
  if (named === undefined && defects.has('authn.unknown-user-404')) throw refuse('S0000404');
  if (named === undefined && defects.has('authn.unknown-user-without-error-link')) throw withoutLink(refuse('E0000004'));
  if (person !== undefined && person.limitedUntil > authentication.clock.now() && !trusted(authentication, call))
    throw refuse('E0000047', [], {
      'X-Rate-Limit-Reset': defects.has('authn.limit-reset-date')
        ? new Date(person.limitedUntil).toUTCString()
        : `${Math.ceil((person.limitedUntil - (defects.has('authn.limit-reset-seconds-left') ? clock.now() : 0)) / 1000)}`,
      ...(!defects.has('authn.limit-without-remaining') && { 'X-Rate-Limit-Remaining': '0' }),
      'X-Rate-Limit-Limit': '4',
    });
  if (person?.locked === 'shown') return person;
  const isEmpty = password === '' && defects.has('authn.empty-password');
  const isPrevious = isStepUp && password === person?.previousPassword && defects.has('authn.old-password-in-step-up');
  const wrong =
    person === undefined || !(isPassword(authentication, person, password) || isPrevious) || (person.activation !== undefined && !isEmpty);
  if (wrong) miss(person);
  if (wrong && defects.has('authn.fingerprint-of-failures')) person?.fingerprints.add(call.headers['x-device-fingerprint'] ?? '');
  if (wrong && defects.has('authn.failed-sign-in-ends-transactions')) endTransactions(authentication, person);
  if (wrong && isStepUp && defects.has('authn.step-up-wrong-password-code')) throw refuse('E0000014');
  const isOpen = call.query.has('app')
    ? defects.has('authn.locked-user-signs-in-to-app')
    : isStepUp
      ? defects.has('authn.hidden-lock-steps-up')
      : defects.has('authn.hidden-lock-shown');
  if (!wrong && person.locked === 'hidden' && defects.has('authn.hidden-lock-own-code')) throw refuse('E0000069');
  if (!wrong && person.denied && defects.has('authn.denial-forbidden')) throw refuse('E0000006');
  if (wrong || (person.locked === 'hidden' && !isOpen) || !letIn(authentication, call, person)) throw refuse('E0000004');
  person.misses = 0;
  return person;
}

function withoutLink({ reply }: Refusal): Refusal {
  return new Refusal({ ...reply, json: { ...(isObject(reply.json) && reply.json), errorLink: undefined } });
}

function isPassword({ defects, clock }: AuthenticationService, person: Person, given: string): boolean {
  const { password, previousPassword, passwordChanged } = person;
  const isUndone = previousPassword !== undefined && passwordChanged + DAY <= clock.now() && defects.has('authn.change-undone');
  const expected = isUndone ? previousPassword : password;
  if (expected === undefined) return given === '' && defects.has('authn.empty-password');
  return (
    given === expected ||
    (defects.has('authn.password-tail-ignored') && given.startsWith(expected)) ||
    (defects.has('authn.password-trimmed') && given.trim() === expected) ||
    (defects.has('authn.password-case') && given.toLowerCase() === expected.toLowerCase()) ||
    (defects.has('authn.password-cut') && given.slice(0, 30) === expected.slice(0, 30)) ||
    (defects.has('authn.password-previous') && given === previousPassword)
  );
}

/** The sixth wrong password in a row locks the account, and nobody is told. */
function miss(person: Person | undefined): void {
  if (person === undefined) return;
  person.misses += 1;
  if (person.misses > 5) person.locked = 'hidden';
}

function letIn(authentication: AuthenticationService, call: Call, person: Person): boolean {
  const { defects } = authentication;
  const isExempt = trusted(authentication, call) && defects.has('authn.trusted-app-passes-denial');
  const isExpired = person.passwordExpiresAt <= authentication.clock.now() && defects.has('authn.denied-let-in-by-change');
  const isAtApp = call.query.has('app') && defects.has('authn.denied-at-app');
  if (
    person.denied &&
    !isExempt &&
    !isExpired &&
    !isAtApp &&
    !(inBody(call, 'stateToken') !== undefined && defects.has('authn.denied-user-steps-up'))
  )
    return false;
  if (person.onlyFrom === undefined) return true;
  const forwarded = call.headers['x-forwarded-for']?.split(',')[0]?.trim();
  const isBelieved =
    (trusted(authentication, call) && !defects.has('authn.forwarded-for-ignored')) || defects.has('authn.forwarded-for-untrusted');
  const isGateway = person.gateway || defects.has('authn.gateway-not-needed');
  const address = isBelieved && isGateway && forwarded !== undefined ? forwarded : call.peer;
  if (address === person.onlyFrom) person.wasLetIn = true;
  return address === person.onlyFrom || (person.wasLetIn && defects.has('authn.address-remembered'));
}

/** Options, and the device token where a trusted application gives a proper one. */
function wishes(authentication: AuthenticationService, call: Call): Partial<Transaction> {
  const { defects } = authentication;
  const given = inBody(call, 'context', 'deviceToken');
  const device = typeof given === 'string' && defects.has('authn.device-hyphens-dropped') ? given.replaceAll('-', '') : given;
  const longest = defects.has('authn.device-token-33') ? 33 : defects.has('authn.device-token-32-ignored') ? 31 : 32;
  const isHeard = trusted(authentication, call) || defects.has('authn.device-untrusted');
  if (!isHeard && device !== undefined && defects.has('authn.device-untrusted-refused')) throw refuse('E0000006');
  const isLong = typeof device === 'string' && [...device].length > 32;
  if (!isHeard && isLong && defects.has('authn.public-device-token-validated')) throw refuse('S0000400', ['deviceToken is too long.']);
  if (isHeard && typeof device === 'string' && [...device].length === 32 && defects.has('authn.device-token-32-refused'))
    throw refuse('S0000400', ['deviceToken is too long.']);
  const isLearned = !isHeard && typeof device === 'string' && defects.has('authn.device-learned-untrusted');
  const proper = isHeard && typeof device === 'string' && /^[^-]+$/u.test(device) && [...device].length <= longest;
  const warn = inBody(call, 'options', 'warnBeforePasswordExpired');
  return {
    warn:
      warn === true || (warn === false && defects.has('authn.warn-by-presence')) || (warn === null && defects.has('authn.null-is-true')),
    enrollMore: inBody(call, 'options', 'multiOptionalFactorEnroll') === true,
    device: proper ? device : undefined,
    ignoredDevice: isLearned ? device : undefined,
  };
}

/** Whether the fingerprint is known; the user is told of a new one. */
function byDevice(authentication: AuthenticationService, call: Call, person: Person): Pick<Transaction, 'recognized' | 'fingerprint'> {
  const recognized = trusted(authentication, call) && person.fingerprints.has(call.headers['x-device-fingerprint'] ?? '');
  return { recognized, fingerprint: tellOfNewDevice(authentication, call, person) };
}

/** The fingerprint, which only a successful sign-in makes known. */
function tellOfNewDevice(authentication: AuthenticationService, call: Call, person: Person): string | undefined {
  const fingerprint = call.headers['x-device-fingerprint'];
  const isHeard = trusted(authentication, call) || authentication.defects.has('authn.fingerprint-untrusted');
  if (fingerprint !== undefined && !isHeard && authentication.defects.has('authn.fingerprint-learned-untrusted')) return fingerprint;
  if (fingerprint === undefined || !isHeard) return undefined;
  const isForgotten = person.fingerprintAt + DAY <= authentication.clock.now() && authentication.defects.has('authn.fingerprint-forgotten');
  const isTold =
    (person.fingerprints.has(fingerprint) && !isForgotten) ||
    (person.fingerprints.size > 0 && authentication.defects.has('authn.one-mail-each'));
  const isMissed = call.overlapping && authentication.defects.has('authn.mails-at-once-lost');
  const isAsked = person.notified || authentication.defects.has('authn.mail-although-disabled');
  const other = authentication.people.findLast((one) => one !== person);
  const told = (authentication.defects.has('authn.mail-to-other-user') ? other : undefined) ?? person;
  if (isAsked && !isTold && !isMissed) authentication.outbox.emit('new-device-email', told.login);
  if (authentication.defects.has('authn.last-fingerprint-only')) person.fingerprints.clear();
  return fingerprint;
}

function activate(authentication: AuthenticationService, call: Call, token: string): Reply {
  const isOneCase = authentication.defects.has('authn.activation-token-case');
  const plain = (text: string | undefined): string | undefined => (isOneCase ? text?.toLowerCase() : text);
  const person = authentication.people.find(({ activation }) => activation !== undefined && plain(activation.token) === plain(token));
  if (person === undefined && authentication.defects.has('authn.unknown-activation-token-404')) throw refuse('S0000404');
  const isTaken = authentication.defects.has('authn.expired-activation-token');
  if (person?.activation === undefined || (person.activation.expired && !isTaken)) throw refuse('E0000004');
  if (!trusted(authentication, call) && authentication.defects.has('authn.activation-wants-api-token')) throw refuse('E0000004');
  // Whoever has shown the token once does not need it again.
  person.activation = undefined;
  const isDone = person.password !== undefined && authentication.defects.has('authn.activation-skips-enrollment');
  const isForgotten = authentication.defects.has('authn.enroll-more-lost-on-activation');
  const about = {
    ...wishes(authentication, call),
    recovery: person.password === undefined,
    activated: true,
    ...(isForgotten && { enrollMore: false }),
    ...(isDone && { enrolled: 2 }),
  };
  return proceed(authentication, begin(authentication, person, about), person);
}

function stepUp(
  authentication: AuthenticationService,
  call: Call,
  stateToken: string,
  username: string | undefined,
  password: string | undefined,
): Reply {
  const transaction = alive(authentication, stateToken);
  if (transaction.app === undefined) throw refuse('S0000409', ['This is no step-up.']);
  const isAgain = username === undefined && transaction.step === 'MFA_ENROLL';
  if (isAgain && authentication.defects.has('authn.step-up-enrollment-skipped')) transaction.step = 'SUCCESS';
  const isBlind = transaction.step === 'UNAUTHENTICATED' && authentication.defects.has('authn.step-up-ignores-session');
  if (username === undefined && password === undefined)
    return transaction.step === 'UNAUTHENTICATED' && transaction.person !== undefined && !isBlind
      ? proceed(authentication, transaction, transaction.person)
      : show(authentication, isBlind ? { ...transaction, person: undefined } : transaction);
  if (transaction.step !== 'UNAUTHENTICATED') throw refuse('S0000409', [`Not in ${transaction.step}.`]);
  const person = signedIn(authentication, call, username, password);
  if (person.locked === 'shown') throw refuse('E0000004');
  const isEnough = authentication.defects.has('authn.step-up-password-is-enough');
  const about = { ...wishes(authentication, call), ...byDevice(authentication, call, person), ...(isEnough && { verified: true }) };
  return proceed(authentication, Object.assign(transaction, about), person);
}

/** A sign-in that the identity platform began for an app. */
function signInTo(
  authentication: AuthenticationService,
  call: Call,
  id: string,
  username: string | undefined,
  password: string | undefined,
): Reply {
  const person = signedIn(authentication, call, username, password);
  const app: App | undefined = authentication.apps.get(id);
  const isRefused = app?.protocol === 'ws-federation' && authentication.defects.has('authn.ws-federation-refused');
  if (app === undefined || app.protocol === 'other' || isRefused)
    throw refuse(authentication.defects.has('authn.unsupported-app-401') ? 'E0000004' : 'E0000001', [
      `Sign-in is not allowed for ${authentication.defects.has('authn.app-unnamed') ? 'this app' : `the app ${id}`}.`,
    ]);
  if (person.locked === 'shown') return show(authentication, begin(authentication, person, { step: 'LOCKED_OUT' }));
  const about = { ...wishes(authentication, call), ...byDevice(authentication, call, person), app };
  return proceed(authentication, begin(authentication, person, about), person);
}
