import { inBody, isObject, parsed } from '../http/call.ts';
import type { Call } from '../http/call.ts';
import type { Reply } from '../http/reply.ts';
import { personNamed } from './people.ts';
import type { App, AuthenticationService, Person, Transaction } from './people.ts';
import { refuse } from './refusal.ts';
import { alive, begin, proceed, show, trusted } from './transactions.ts';

/** POST /api/v1/authn: a user name and password, an activation token, or a step-up's state token. */
export function authenticate(authentication: AuthenticationService): (call: Call) => Reply {
  return (call) => {
    const body = parsed(call);
    if (!isObject(body)) throw refuse('S0000400', ['A JSON object is asked for.']);
    const [username, password, token, stateToken] = ['username', 'password', 'token', 'stateToken'].map((name) => optionalText(body, name));
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
  if (person.locked === 'shown') return show(authentication, begin(authentication, person, { step: 'LOCKED_OUT' }));
  tellOfNewDevice(authentication, call, person);
  return proceed(authentication, begin(authentication, person, wishes(authentication, call)), person);
}

/** The user whose password this is and whom the policies let in; the locked one too where that is shown. */
function signedIn(authentication: AuthenticationService, call: Call, username: string | undefined, password: string | undefined): Person {
  if (username === undefined || password === undefined) throw refuse('S0000400', ['A user name and a password belong together.']);
  const person = personNamed(authentication, username);
  if (person !== undefined && person.limitedUntil > authentication.clock.now() && !trusted(authentication, call))
    throw refuse('E0000047', [], {
      'X-Rate-Limit-Reset': `${Math.ceil(person.limitedUntil / 1000)}`,
      'X-Rate-Limit-Remaining': '0',
      'X-Rate-Limit-Limit': '4',
    });
  if (person?.locked === 'shown') return person;
  const wrong = person === undefined || person.password === undefined || person.password !== password || person.activation !== undefined;
  if (wrong) miss(person);
  if (wrong || person.locked === 'hidden' || !letIn(authentication, call, person)) throw refuse('E0000004');
  person.misses = 0;
  return person;
}

/** The sixth wrong password in a row locks the account, and nobody is told. */
function miss(person: Person | undefined): void {
  if (person === undefined) return;
  person.misses += 1;
  if (person.misses > 5) person.locked = 'hidden';
}

function letIn(authentication: AuthenticationService, call: Call, person: Person): boolean {
  if (person.denied) return false;
  if (person.onlyFrom === undefined) return true;
  const forwarded = call.headers['x-forwarded-for']?.split(',')[0]?.trim();
  const address = trusted(authentication, call) && person.gateway && forwarded !== undefined ? forwarded : call.peer;
  return address === person.onlyFrom;
}

/** Options, and the device token where a trusted application gives a proper one. */
function wishes(authentication: AuthenticationService, call: Call): Partial<Transaction> {
  const device = inBody(call, 'context', 'deviceToken');
  const proper = trusted(authentication, call) && typeof device === 'string' && /^[^-]{1,32}$/u.test(device);
  return {
    warn: inBody(call, 'options', 'warnBeforePasswordExpired') === true,
    enrollMore: inBody(call, 'options', 'multiOptionalFactorEnroll') === true,
    device: proper ? device : undefined,
  };
}

function tellOfNewDevice(authentication: AuthenticationService, call: Call, person: Person): void {
  const fingerprint = call.headers['x-device-fingerprint'];
  if (fingerprint === undefined || !trusted(authentication, call)) return;
  if (person.notified && !person.fingerprints.has(fingerprint)) authentication.outbox.emit('new-device-email', person.login);
  person.fingerprints.add(fingerprint);
}

function activate(authentication: AuthenticationService, call: Call, token: string): Reply {
  const person = authentication.people.find(({ activation }) => activation?.token === token);
  if (person?.activation === undefined || person.activation.expired) throw refuse('E0000004');
  // Whoever has shown the token once does not need it again.
  person.activation = undefined;
  return proceed(
    authentication,
    begin(authentication, person, { ...wishes(authentication, call), recovery: person.password === undefined }),
    person,
  );
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
  if (username === undefined && password === undefined)
    return transaction.step === 'UNAUTHENTICATED' && transaction.person !== undefined
      ? proceed(authentication, transaction, transaction.person)
      : show(authentication, transaction);
  if (transaction.step !== 'UNAUTHENTICATED') throw refuse('S0000409', [`Not in ${transaction.step}.`]);
  const person = signedIn(authentication, call, username, password);
  if (person.locked !== false) throw refuse('E0000004');
  return proceed(authentication, Object.assign(transaction, wishes(authentication, call)), person);
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
  if (app === undefined || app.protocol === 'other') throw refuse('E0000001', [`Sign-in is not allowed for the app ${id}.`]);
  return proceed(authentication, begin(authentication, person, { ...wishes(authentication, call), app }), person);
}
