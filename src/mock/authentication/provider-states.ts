import { runEntry, type Arguments, type Entry } from '../kit/arguments.ts';
import { present } from '../kit/json.ts';
import type { Data } from '../kit/service.ts';
import { prepareApp, prepareStepUp } from './make-app.ts';
import { addUser, dayMs, pushFactor, questionFactor, smsFactor, usualOffers, weakPassword, type Place } from './make-user.ts';
import { shortName, type Factor, type User } from './users.ts';

type Preparation = (place: Place, args: Arguments) => Data;

/** Sets up a provider state of specs/authentication/provider-states.yaml, and answers its data. Throws ControlError. */
export function provideState(place: Place, state: string, params: Data): Data {
  return runEntry('provider state', states, state, params)(place);
}

/** Removes what a provider state has made, and what came of it; `data` is what it answered. */
export function removeState({ store }: Place, state: string, data: Data): void {
  // Another service's state is not ours to remove: the deployment asks one service after the other.
  runEntry('provider state', new Map([...states.keys()].map((name) => [name, { params: [], run: () => undefined }])), state, {});
  if (state === usedUpLimit) store.usedUpUntil = 0;
  const logins = [data['login'], data['otherLogin']];
  const users = [...store.users.values()].filter(({ login }) => logins.includes(login)).map(({ id }) => id);
  const concerns = (userId: string | undefined): boolean => userId !== undefined && users.includes(userId);
  for (const id of users) store.users.delete(id);
  for (const [id, { userId, app }] of store.transactions)
    if (concerns(userId) || (app !== undefined && app.id === data['appId'])) store.transactions.delete(id);
  for (const [token, { userId }] of [...store.activations, ...store.sessionTokens]) {
    if (!concerns(userId)) continue;
    store.activations.delete(token);
    store.sessionTokens.delete(token);
  }
  for (const [id, userId] of store.sessions) if (concerns(userId)) store.sessions.delete(id);
  for (const id of store.apps.keys()) if (id === data['appId']) store.apps.delete(id);
}

const usedUpLimit = 'a rate limit that is used up';

/** How long a limit that a provider state has used up stays so. */
const usedUpMs = 60_000;

const challenges = { always: 'always', 'once-per-device': 'per-device', 'on-new-device': 'new-device' } as const;

const states: ReadonlyMap<string, Entry<(place: Place) => Data>> = new Map([
  entry('a user who can sign in', [], (place) => {
    const user = addUser(place);
    return { ...credentials(user), shortLogin: shortName(user), firstName: user.name.first, lastName: user.name.last };
  }),
  entry('a user whose password has expired', ['factor'], (place, args) => {
    const factor = args.flag('factor') === true ? questionFactor(place) : undefined;
    const user = addUser(place, { passwordChanged: place.surroundings.now() - 100 * dayMs, factors: factor === undefined ? [] : [factor] });
    return { ...credentials(user), weakPassword, ...proofOf(factor) };
  }),
  entry('a user whose password is about to expire', [], (place) => {
    const user = addUser(place, { passwordChanged: place.surroundings.now() - 85 * dayMs });
    return { ...credentials(user), weakPassword, expiresIn: 'P5D' };
  }),
  entry('a user who must verify a factor', ['factor', 'challenge'], (place, args) => {
    const kind = args.oneOf('factor', ['question', 'sms', 'push']) ?? 'question';
    const challenge = challenges[args.oneOf('challenge', ['always', 'once-per-device', 'on-new-device']) ?? 'always'];
    const factor = { question: questionFactor, sms: smsFactor, push: pushFactor }[kind](place);
    const user = addUser(place, { factors: [factor] }, { challenge });
    return present({
      ...credentials(user),
      factorId: factor.id,
      proof: kind === 'question' ? factor.secret : undefined,
      phoneNumber: factor.profile['phoneNumber'],
    });
  }),
  entry('a user who must enroll a factor', [], (place) => {
    const user = addUser(place, { offers: usualOffers }, { requiresEnrollment: true });
    return { ...credentials(user), question: 'first_concert' };
  }),
  entry('a user who is locked out', ['shown'], (place, args) =>
    credentials(addUser(place, { locked: true }, { showsLockout: args.flag('shown') ?? false })),
  ),
  entry('a user whom the sign-on policy denies', [], (place) => credentials(addUser(place, {}, { access: 'denied' }))),
  entry('a user with an activation token', ['password', 'mfa', 'expired'], (place, args) => {
    const withPassword = args.flag('password') ?? false;
    const mfa = args.flag('mfa') ?? false;
    const { surroundings } = place;
    const user = addUser(
      place,
      { ...(withPassword ? {} : { password: undefined }), passwordChanged: surroundings.now(), offers: mfa ? usualOffers : [] },
      { requiresEnrollment: mfa },
    );
    const token = `act${surroundings.id(20)}`;
    place.store.activations.set(token, {
      userId: user.id,
      expiresAt: surroundings.now() + (args.flag('expired') === true ? -1000 : 7 * dayMs),
    });
    return present({ userId: user.id, login: user.login, token, weakPassword: withPassword ? undefined : weakPassword });
  }),
  entry('a user on the way to an app that asks for step-up', ['session', 'requires'], (place, args) => {
    const requires = args.oneOf('requires', ['nothing', 'enrollment', 'verification']) ?? 'nothing';
    const question = requires === 'verification' ? questionFactor(place) : undefined;
    const user = addUser(place, {
      factors: question === undefined ? [] : [question, pushFactor(place)],
      offers: requires === 'enrollment' ? usualOffers : [],
    });
    return { ...credentials(user), ...prepareStepUp(place, user, requires, args.flag('session') ?? false), ...proofOf(question) };
  }),
  entry('a user who may use an app', ['protocol', 'signInPage'], (place, args) => {
    const protocol = args.oneOf('protocol', ['saml', 'ws-federation', 'other']) ?? 'saml';
    return { ...credentials(addUser(place)), appId: prepareApp(place, { protocol, signInPage: args.flag('signInPage') ?? true }).id };
  }),
  entry('a user who is told of new devices', ['enabled'], (place, args) =>
    credentials(addUser(place, {}, { sendsNewDeviceMail: args.flag('enabled') ?? true })),
  ),
  entry('a user who may sign in from one address only', ['gateway'], (place, args) => {
    const address = '198.51.100.17';
    const user = addUser(place, {}, { access: { onlyFrom: address }, trustsGateway: args.flag('gateway') ?? true });
    return { ...credentials(user), address, otherAddress: '198.51.100.18' };
  }),
  entry('two users of whom one is in a group that must enroll a factor', [], (place) => {
    const member = addUser(place, { offers: usualOffers }, { requiresEnrollment: true });
    const other = addUser(place, { offers: usualOffers });
    return { login: member.login, password: member.password, otherLogin: other.login, otherPassword: other.password };
  }),
  entry(usedUpLimit, ['left'], (place, args) => {
    place.store.usedUpUntil = place.surroundings.now() + usedUpMs;
    place.store.leftUntilThen = args.integer('left') ?? 0;
    const { login, password } = addUser(place);
    return { login, password };
  }),
]);

function entry(name: string, params: readonly string[], prepare: Preparation): [string, Entry<(place: Place) => Data>] {
  return [name, { params, run: (args) => (place) => prepare(place, args) }];
}

function credentials({ id, login, password }: User): Data {
  return { userId: id, login, password };
}

function proofOf(factor: Factor | undefined): Data {
  return factor === undefined ? {} : { factorId: factor.id, proof: factor.secret };
}
