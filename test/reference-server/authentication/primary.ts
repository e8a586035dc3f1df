import { inBody, isObject, parsed } from '../http/call.ts';
import type { Call } from '../http/call.ts';
import type { Reply } from '../http/reply.ts';
import { personNamed } from './people.ts';
import type { App, Door, Person, Transaction } from './people.ts';
import { refuse } from './refusal.ts';
import { alive, begin, proceed, show, trusted } from './transactions.ts';

/** POST /api/v1/authn: a user name and password, an activation token, or a step-up's state token. */
export function authenticate(door: Door): (call: Call) => Reply {
  return (call) => {
    const body = parsed(call);
    if (!isObject(body)) throw refuse('S0000400', ['A JSON object is asked for.']);
    const [username, password, token, stateToken] = ['username', 'password', 'token', 'stateToken'].map((name) => optionalText(body, name));
    const app = call.query.get('app');
    if (app !== null) return signInTo(door, call, app, username, password);
    if (stateToken !== undefined) return stepUp(door, call, stateToken, username, password);
    if (token !== undefined) return activate(door, call, token);
    return primary(door, call, username, password);
  };
}

function optionalText(body: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = body[name] ?? undefined;
  if (value !== undefined && typeof value !== 'string') throw refuse('S0000400', [`${name} is a string.`]);
  return value;
}

function primary(door: Door, call: Call, username: string | undefined, password: string | undefined): Reply {
  const person = signedIn(door, call, username, password);
  if (person.locked === 'shown') return show(door, begin(door, person, { step: 'LOCKED_OUT' }));
  tellOfNewDevice(door, call, person);
  return proceed(door, begin(door, person, wishes(door, call)), person);
}

/** The user whose password this is and whom the policies let in; the locked one too where that is shown. */
function signedIn(door: Door, call: Call, username: string | undefined, password: string | undefined): Person {
  if (username === undefined || password === undefined) throw refuse('S0000400', ['A user name and a password belong together.']);
  const person = personNamed(door, username);
  if (person !== undefined && person.limitedUntil > door.clock.now() && !trusted(door, call))
    throw refuse('E0000047', [], {
      'X-Rate-Limit-Reset': `${Math.ceil(person.limitedUntil / 1000)}`,
      'X-Rate-Limit-Remaining': '0',
      'X-Rate-Limit-Limit': '4',
    });
  if (person?.locked === 'shown') return person;
  const wrong = person === undefined || person.password === undefined || person.password !== password || person.activation !== undefined;
  if (wrong) miss(person);
  if (wrong || person.locked === 'hidden' || !letIn(door, call, person)) throw refuse('E0000004');
  person.misses = 0;
  return person;
}

/** The sixth wrong password in a row locks the account, and nobody is told. */
function miss(person: Person | undefined): void {
  if (person === undefined) return;
  person.misses += 1;
  if (person.misses > 5) person.locked = 'hidden';
}

function letIn(door: Door, call: Call, person: Person): boolean {
  if (person.denied) return false;
  if (person.onlyFrom === undefined) return true;
  const forwarded = call.headers['x-forwarded-for']?.split(',')[0]?.trim();
  const address = trusted(door, call) && person.gateway && forwarded !== undefined ? forwarded : call.peer;
  return address === person.onlyFrom;
}

/** Options, and the device token where a trusted application gives a proper one. */
function wishes(door: Door, call: Call): Partial<Transaction> {
  const device = inBody(call, 'context', 'deviceToken');
  const proper = trusted(door, call) && typeof device === 'string' && /^[^-]{1,32}$/u.test(device);
  return {
    warn: inBody(call, 'options', 'warnBeforePasswordExpired') === true,
    enrollMore: inBody(call, 'options', 'multiOptionalFactorEnroll') === true,
    device: proper ? device : undefined,
  };
}

function tellOfNewDevice(door: Door, call: Call, person: Person): void {
  const fingerprint = call.headers['x-device-fingerprint'];
  if (fingerprint === undefined || !trusted(door, call)) return;
  if (person.notified && !person.fingerprints.has(fingerprint)) door.outbox.emit('new-device-email', person.login);
  person.fingerprints.add(fingerprint);
}

function activate(door: Door, call: Call, token: string): Reply {
  const person = door.people.find(({ activation }) => activation?.token === token);
  if (person?.activation === undefined || person.activation.expired) throw refuse('E0000004');
  // Whoever has shown the token once does not need it again.
  person.activation = undefined;
  return proceed(door, begin(door, person, { ...wishes(door, call), recovery: person.password === undefined }), person);
}

function stepUp(door: Door, call: Call, stateToken: string, username: string | undefined, password: string | undefined): Reply {
  const transaction = alive(door, stateToken);
  if (transaction.app === undefined) throw refuse('S0000409', ['This is no step-up.']);
  if (username === undefined && password === undefined)
    return transaction.step === 'UNAUTHENTICATED' && transaction.person !== undefined
      ? proceed(door, transaction, transaction.person)
      : show(door, transaction);
  if (transaction.step !== 'UNAUTHENTICATED') throw refuse('S0000409', [`Not in ${transaction.step}.`]);
  const person = signedIn(door, call, username, password);
  if (person.locked !== false) throw refuse('E0000004');
  return proceed(door, Object.assign(transaction, wishes(door, call)), person);
}

/** A sign-in that the identity platform began for an app. */
function signInTo(door: Door, call: Call, id: string, username: string | undefined, password: string | undefined): Reply {
  const person = signedIn(door, call, username, password);
  const app: App | undefined = door.apps.get(id);
  if (app === undefined || app.protocol === 'other') throw refuse('E0000001', [`Sign-in is not allowed for the app ${id}.`]);
  return proceed(door, begin(door, person, { ...wishes(door, call), app }), person);
}
