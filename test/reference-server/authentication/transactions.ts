import { secretMark } from '../marks.ts';
import type { Call } from '../http/call.ts';
import type { Reply } from '../http/reply.ts';
import { WARN_DAYS, DAY } from './people.ts';
import type { AuthenticationService, Person, Step, Transaction } from './people.ts';
import { picture } from './picture.ts';
import { refuse } from './refusal.ts';

/** A transaction lives for so long, whatever happens to it. */
const LIFETIME_MS = 7 * 60_000 + 13;

export function begin(authentication: AuthenticationService, person: Person | undefined, about: Partial<Transaction> = {}): Transaction {
  const transaction: Transaction = {
    token: secretMark(),
    expiresAt: authentication.clock.now() + LIFETIME_MS,
    person,
    step: 'UNAUTHENTICATED',
    app: undefined,
    recovery: false,
    activated: false,
    anonymous: person === undefined,
    warn: false,
    enrollMore: false,
    device: undefined,
    ignoredDevice: undefined,
    recognized: false,
    fingerprint: undefined,
    usedAt: authentication.clock.now(),
    verified: false,
    enrolled: 0,
    skipped: false,
    asked: false,
    pushAsked: false,
    ...about,
  };
  if (authentication.defects.has('authn.second-sign-in-ends-first')) endTransactions(authentication, person);
  authentication.transactions.set(transaction.token, transaction);
  return transaction;
}

export function endTransactions({ transactions }: AuthenticationService, person: Person | undefined): void {
  for (const [token, transaction] of transactions) if (transaction.person === person && person !== undefined) transactions.delete(token);
}

/** A transaction that lives; throws the refusal of any other token. */
export function alive(authentication: AuthenticationService, token: string | undefined, graceMs = 0): Transaction {
  if (token === undefined) throw refuse('S0000400', ['A state token is missing.']);
  const isLike = (other: string): boolean =>
    other.slice(0, -4) === token.slice(0, -4) && authentication.defects.has('authn.state-token-tail');
  const like = [...authentication.transactions.values()].find((one) => isLike(one.token));
  const transaction = authentication.transactions.get(token) ?? like;
  const longer = graceMs - (authentication.defects.has('authn.transaction-dies-early') ? 60_000 : 0);
  const isProlonged = authentication.defects.has('authn.life-prolonged-silently');
  const end = isProlonged && transaction !== undefined ? transaction.usedAt + LIFETIME_MS : transaction?.expiresAt;
  if (transaction === undefined || (end ?? 0) + longer <= authentication.clock.now())
    throw refuse('S0000410', ['This transaction is over.']);
  transaction.usedAt = authentication.clock.now();
  return transaction;
}

export type Owned = Transaction & { person: Person };

/** A live transaction of a user, in one of these steps. */
export function aliveIn(authentication: AuthenticationService, token: string | undefined, ...steps: readonly Step[]): Owned {
  const { defects } = authentication;
  const verifies = steps[0] === 'MFA_REQUIRED' && defects.has('authn.transaction-outlives');
  const changes = steps[0] === 'PASSWORD_EXPIRED' && defects.has('authn.change-outlives');
  const transaction = alive(authentication, token, verifies ? 60_000 : changes ? 600_000 : 0);
  const { person } = transaction;
  if (person === undefined || !steps.includes(transaction.step)) throw refuse('S0000409', [`Not in ${transaction.step}.`]);
  return Object.assign(transaction, { person });
}

/** Takes a transaction to the step that is due, and shows it. */
export function proceed(authentication: AuthenticationService, transaction: Transaction, person: Person): Reply {
  transaction.person = person;
  person.warnAsked ||= transaction.warn;
  transaction.step = due(authentication, transaction, person);
  return show(authentication, transaction);
}

/** Shows a transaction as it stands; a finished sign-in ends it and hands out a session token. */
export function show(authentication: AuthenticationService, transaction: Transaction): Reply {
  const { person, app, step } = transaction;
  const isEarly = authentication.defects.has('authn.device-remembered-early');
  if (isEarly && transaction.device !== undefined) person?.devices.add(transaction.device);
  const isEarlyTicket = step === 'MFA_REQUIRED' && app === undefined && authentication.defects.has('authn.session-token-before-factor');
  if (isEarlyTicket && person !== undefined)
    return { status: 200, json: picture(authentication, transaction, newTicket(authentication, person)) };
  if (step !== 'SUCCESS' || person === undefined) return { status: 200, json: picture(authentication, transaction, undefined) };
  for (const device of [transaction.device, transaction.ignoredDevice]) if (device !== undefined) person.devices.add(device);
  if (transaction.fingerprint !== undefined) {
    person.fingerprints.add(transaction.fingerprint);
    person.fingerprintAt = authentication.clock.now();
  }
  if (app !== undefined) return { status: 200, json: picture(authentication, transaction, undefined) };
  authentication.transactions.delete(transaction.token);
  return { status: 200, json: picture(authentication, transaction, newTicket(authentication, person)) };
}

function newTicket({ tickets }: AuthenticationService, person: Person): string {
  const ticket = secretMark(33);
  tickets.set(ticket, person);
  return ticket;
}

export function due(authentication: AuthenticationService, transaction: Transaction, person: Person): Step {
  const { defects } = authentication;
  const { app, verified, enrolled, skipped } = transaction;
  const warn = transaction.warn || (person.warnAsked && authentication.defects.has('authn.warn-sticks'));
  const left = person.passwordExpiresAt - authentication.clock.now();
  const isOver = left + (authentication.defects.has('authn.expired-an-hour-later') ? 3_600_000 : 0) <= 0;
  const isSpared = defects.has('authn.known-device-spares-factor') || defects.has('authn.expired-before-factor');
  const isChallenged = challenged(authentication, transaction, person) && !(isOver && defects.has('authn.expired-before-factor'));
  if (!verified && ((isOver && person.factors.length > 0 && !isSpared) || isChallenged)) return 'MFA_REQUIRED';
  if (person.password === undefined) return 'PASSWORD_RESET';
  if (isOver && skipped && authentication.defects.has('authn.expired-can-skip')) return 'SUCCESS';
  if (isOver && warn && !skipped && defects.has('authn.expired-is-warned')) return 'PASSWORD_WARN';
  if (isOver && !(verified && authentication.defects.has('authn.expired-password-after-factor'))) return 'PASSWORD_EXPIRED';
  const isLastDay = left <= DAY && authentication.defects.has('authn.last-day-unwarned');
  if (warn && !skipped && !isLastDay && (left <= WARN_DAYS * DAY || authentication.defects.has('authn.warns-out-of-period')))
    return 'PASSWORD_WARN';
  const mustEnroll = person.mustEnroll || app?.requires === 'enrollment' || skipped;
  if (mustEnroll && enrolled === 0) return 'MFA_ENROLL';
  if (enrolled === 1 && transaction.enrollMore && !defects.has('authn.enroll-more-ignored')) return 'MFA_ENROLL';
  return 'SUCCESS';
}

function challenged({ defects, people, clock }: AuthenticationService, { app, device, recognized }: Transaction, person: Person): boolean {
  const isKnown = (name: string): boolean =>
    person.devices.has(name) ||
    (defects.has('authn.device-case') && [...person.devices].some((own) => own.toLowerCase() === name.toLowerCase())) ||
    (defects.has('authn.device-of-anyone') && people.some(({ devices }) => devices.has(name)));
  if (app?.requires === 'verification') return true;
  if (recognized && person.challenge === 'on-new-device' && defects.has('authn.fingerprint-is-device')) return false;
  if (person.verifiedAt + 10 * 60_000 > clock.now() && defects.has('authn.challenge-grace')) return false;
  if (person.challenge === 'once-per-device' || person.challenge === 'on-new-device') {
    const isNamelessKnown = person.devices.size > 0 && defects.has('authn.missing-device-is-known');
    return device === undefined ? !isNamelessKnown : !isKnown(device);
  }
  return person.challenge === 'always';
}

/** Whether the caller is a trusted application: one with the API token. */
export function trusted({ apiToken, defects }: AuthenticationService, { headers }: Call, token = apiToken): boolean {
  const [given, expected] = [headers['authorization'], `SSWS ${token}`];
  return given === expected || (defects.has('authn.api-token-case') && given?.toLowerCase() === expected.toLowerCase());
}
