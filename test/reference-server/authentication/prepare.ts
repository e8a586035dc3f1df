import type { Occasion, Preparation } from '../control/preparation.ts';
import { mark, secretMark } from '../marks.ts';
import { WEAK_PASSWORD } from './passwords.ts';
import { APP_LABEL, LOCALE, TIME_ZONE } from './picture.ts';
import { addFactor, addPerson, DAY, QUESTIONS } from './people.ts';
import type { App, Challenge, AuthenticationService, Factor, FactorKind, Person } from './people.ts';
import { begin } from './transactions.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** The provider states and acts of the authentication-transaction service. */
export function authenticationPreparation(authentication: AuthenticationService): Preparation {
  const add = (about: Partial<Person> = {}): Person => addPerson(authentication, about);
  return {
    states: {
      'a user who can sign in': ({ params }) => {
        const person = add();
        if (params['factor'] === true) addFactor(person, 'question');
        return {
          ...dataOf(person),
          shortLogin: person.shortLogin,
          firstName: person.firstName,
          lastName: person.lastName,
          locale: LOCALE,
          timeZone: TIME_ZONE,
        };
      },
      'a user whose password has expired': ({ params }) => {
        const person = add({
          passwordExpiresAt: authentication.clock.now() - DAY,
          challenge: params['factor'] === true ? 'always' : 'never',
        });
        const factor = params['factor'] === true ? addFactor(person, 'question') : undefined;
        return { ...dataOf(person), weakPassword: WEAK_PASSWORD, ...proofOf(factor) };
      },
      'a user whose password is about to expire': ({ params }) => {
        const person = add({
          passwordExpiresAt: authentication.clock.now() + 3 * DAY,
          challenge: params['factor'] === true ? 'always' : 'never',
        });
        const factor = params['factor'] === true ? addFactor(person, 'question') : undefined;
        return { ...dataOf(person), expiresIn: 'P3D', weakPassword: WEAK_PASSWORD, ...proofOf(factor) };
      },
      'a user who must verify a factor': ({ params: { factor = 'question', challenge = 'always' } }) => {
        const person = add({ challenge: challengeOf(challenge) });
        const { id, answer, phoneNumber, kind } = addFactor(person, kindOf(factor));
        return { ...dataOf(person), factorId: id, ...(kind === 'question' && { proof: answer }), ...(kind === 'sms' && { phoneNumber }) };
      },
      'a user who must enroll a factor': ({ params }) => ({
        ...dataOf(add({ mustEnroll: true, ...(params['expired'] === true && { passwordExpiresAt: authentication.clock.now() - DAY }) })),
        question: QUESTIONS[1],
      }),
      'a user who is locked out': ({ params: { shown, beside } }) =>
        keptOut(authentication, beside, { locked: shown === true ? 'shown' : 'hidden' }),
      'a user whom the sign-on policy denies': ({ params: { beside } }) => keptOut(authentication, beside, { denied: true }),
      'a user with an activation token': ({ params }) => activated(authentication, params),
      'a user on the way to an app that asks for step-up': ({ params }) => onTheWay(authentication, params),
      'a user who may use an app': ({ params: { protocol = 'saml', signInPage = true } }) => {
        const app = addApp(
          authentication,
          'nothing',
          protocol === 'other' || protocol === 'ws-federation' ? protocol : 'saml',
          signInPage === true,
        );
        return { ...dataOf(add()), appId: app.id };
      },
      'a user who is told of new devices': ({ params: { enabled = true } }) => dataOf(add({ notified: enabled === true })),
      'a user who may sign in from one address only': ({ params: { gateway = true } }) => ({
        ...dataOf(add({ onlyFrom: '2001:db8::7', gateway: gateway === true })),
        address: '2001:db8::7',
        otherAddress: '2001:db8::8',
      }),
      'two users of whom one is in a group that must enroll a factor': () => {
        const [member, other] = [add({ mustEnroll: !authentication.defects.has('authn.group-ignored') }), add()];
        return { login: member.login, password: member.password, otherLogin: other.login, otherPassword: other.password };
      },
      'a rate limit that is used up': () => {
        const { login, password } = add({ limitedUntil: authentication.clock.now() + 75_000 });
        return { login, password };
      },
    },
    takeDown: ({ login, otherLogin, appId }) => {
      for (const person of authentication.people.filter((one) => one.login === login || one.login === otherLogin))
        forget(authentication, person);
      authentication.apps.delete(String(appId));
    },
    acts: {
      'approve the push challenge of a user': ({ params }) => {
        for (const person of authentication.people) if (person.id === params['userId']) person.pushApproved = true;
        return {};
      },
    },
  };
}

function forget({ people, transactions, tickets, sessions }: AuthenticationService, person: Person): void {
  people.splice(people.indexOf(person), 1);
  for (const [token, transaction] of transactions) if (transaction.person === person) transactions.delete(token);
  for (const [ticket, guest] of tickets) if (guest === person) tickets.delete(ticket);
  for (const [id, session] of sessions) if (session.person === person) sessions.delete(id);
}

function dataOf({ id, login, password }: Person): JsonObject {
  return { userId: id, login, password };
}

function proofOf(factor: Factor | undefined): JsonObject {
  return factor === undefined ? {} : { factorId: factor.id, proof: factor.answer };
}

/** A user who is kept out, and of whom something else would be asked. */
function keptOut(authentication: AuthenticationService, beside: unknown, about: Partial<Person>): JsonObject {
  const person = addPerson(authentication, {
    ...about,
    challenge: beside === 'verification' ? 'always' : 'never',
    mustEnroll: beside === 'enrollment',
    ...(beside === 'change' && { passwordExpiresAt: authentication.clock.now() - DAY }),
  });
  const factor = beside === 'verification' ? addFactor(person, 'question') : undefined;
  return { ...dataOf(person), ...proofOf(factor), ...(person.mustEnroll && { question: QUESTIONS[1] }) };
}

function activated(authentication: AuthenticationService, { password, mfa, expired }: Occasion['params']): JsonObject {
  const token = secretMark();
  const person = addPerson(authentication, {
    mustEnroll: mfa === true,
    activation: { token, expired: expired === true },
    ...(password === true ? {} : { password: undefined }),
  });
  return { userId: person.id, login: person.login, token, ...(password === true ? {} : { weakPassword: WEAK_PASSWORD }) };
}

function onTheWay(authentication: AuthenticationService, { session, requires }: Occasion['params']): JsonObject {
  const person = addPerson(authentication);
  const app = addApp(authentication, requires === 'enrollment' || requires === 'verification' ? requires : 'nothing');
  const question = app.requires === 'verification' ? addFactor(person, 'question') : undefined;
  if (question !== undefined) addFactor(person, 'push');
  const { token } = begin(authentication, session === true ? person : undefined, { app });
  return {
    ...dataOf(person),
    stateToken: token,
    appId: app.id,
    appName: app.id,
    appLabel: APP_LABEL,
    ...proofOf(question),
  };
}

function addApp(
  authentication: AuthenticationService,
  requires: App['requires'],
  protocol: App['protocol'] = 'saml',
  signInPage = true,
): App {
  const app: App = { id: mark('app'), protocol, signInPage, requires };
  authentication.apps.set(app.id, app);
  return app;
}

function kindOf(value: unknown): FactorKind {
  return value === 'sms' || value === 'push' ? value : 'question';
}

function challengeOf(value: unknown): Challenge {
  return value === 'once-per-device' || value === 'on-new-device' ? value : 'always';
}
