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
    warn: false,
    enrollMore: false,
    device: undefined,
    verified: false,
    enrolled: 0,
    skipped: false,
    pushAsked: false,
    ...about,
  };
  authentication.transactions.set(transaction.token, transaction);
  return transaction;
}

/** A transaction that lives; throws the refusal of any other token. */
export function alive(authentication: AuthenticationService, token: string | undefined): Transaction {
  if (token === undefined) throw refuse('S0000400', ['A state token is missing.']);
  const transaction = authentication.transactions.get(token);
  if (transaction === undefined || transaction.expiresAt <= authentication.clock.now())
    throw refuse('S0000410', ['This transaction is over.']);
  return transaction;
}

/** A live transaction of a user, in one of these steps. */
export function aliveIn(
  authentication: AuthenticationService,
  token: string | undefined,
  ...steps: readonly Step[]
): Transaction & { person: Person } {
  const transaction = alive(authentication, token);
  const { person } = transaction;
  if (person === undefined || !steps.includes(transaction.step)) throw refuse('S0000409', [`Not in ${transaction.step}.`]);
  return Object.assign(transaction, { person });
}

/** Takes a transaction to the step that is due, and shows it. */
export function proceed(authentication: AuthenticationService, transaction: Transaction, person: Person): Reply {
  transaction.person = person;
  transaction.step = due(authentication, transaction, person);
  return show(authentication, transaction);
}

/** Shows a transaction as it stands; a finished sign-in ends it and hands out a session token. */
export function show(authentication: AuthenticationService, transaction: Transaction): Reply {
  const { person, app, step } = transaction;
  if (step !== 'SUCCESS' || person === undefined) return { status: 200, json: picture(authentication, transaction, undefined) };
  if (transaction.device !== undefined) person.devices.add(transaction.device);
  if (app !== undefined) return { status: 200, json: picture(authentication, transaction, undefined) };
  authentication.transactions.delete(transaction.token);
  const ticket = secretMark(33);
  authentication.tickets.set(ticket, person);
  return { status: 200, json: picture(authentication, transaction, ticket) };
}

function due(authentication: AuthenticationService, transaction: Transaction, person: Person): Step {
  const { app, verified, enrolled, warn, skipped } = transaction;
  const left = person.passwordExpiresAt - authentication.clock.now();
  if (!verified && challenged(transaction, person)) return 'MFA_REQUIRED';
  if (person.password === undefined) return 'PASSWORD_RESET';
  if (left <= 0) return 'PASSWORD_EXPIRED';
  if (warn && !skipped && left <= WARN_DAYS * DAY) return 'PASSWORD_WARN';
  const mustEnroll = person.mustEnroll || app?.requires === 'enrollment' || skipped;
  if (mustEnroll && enrolled === 0) return 'MFA_ENROLL';
  if (enrolled === 1 && transaction.enrollMore) return 'MFA_ENROLL';
  return 'SUCCESS';
}

function challenged({ app, device }: Transaction, person: Person): boolean {
  if (app?.requires === 'verification') return true;
  if (person.challenge === 'once-per-device' || person.challenge === 'on-new-device')
    return device === undefined || !person.devices.has(device);
  return person.challenge === 'always';
}

/** Whether the caller is a trusted application: one with the API token. */
export function trusted(authentication: AuthenticationService, { headers }: Call): boolean {
  return headers['authorization'] === `SSWS ${authentication.apiToken}`;
}
