import { entry, type Entries } from '../kit/arguments.ts';
import { dayMs } from '../kit/clock.ts';
import { defined } from '../../model/defined.ts';
import { ControlError, type JsonObject } from '../kit/service.ts';
import type { Context, Maker } from './context.ts';
import { addUser, prepareApp, prepareStepUp, pushFactor, questionFactor, smsFactor, usualOffers, weakPassword } from './make-user.ts';
import { locale, timeZone } from './policy.ts';
import { shortName, type Factor, type User, type UserPolicy } from './users.ts';

const usedUpLimit = 'a rate limit that is used up';

/** How long a limit that a provider state has used up stays so. */
const usedUpMs = 60_000;

/** What a user who is refused would be asked for otherwise. */
const besides = ['nothing', 'change', 'verification', 'enrollment'] as const;

const challenges = { always: 'always', 'once-per-device': 'per-device', 'on-new-device': 'new-device' } as const;

/** The provider states of specs/authentication/provider-states.yaml. */
export const states: Entries<Maker, JsonObject> = {
  'a user who can sign in': entry(['factor'], (maker, args) => {
    const user = addUser(maker, { factors: questionIf(args.flag('factor'), maker) });
    return { ...credentials(user), shortLogin: shortName(user), firstName: user.name.first, lastName: user.name.last, locale, timeZone };
  }),
  'a user whose password has expired': entry(['factor'], (maker, args) => {
    const user = addUser(maker, { factors: questionIf(args.flag('factor'), maker), passwordChanged: maker.now() - 100 * dayMs });
    return { ...credentials(user), weakPassword, ...proofOf(user) };
  }),
  'a user whose password is about to expire': entry(['factor'], (maker, args) => {
    const factors = questionIf(args.flag('factor'), maker);
    const user = addUser(
      maker,
      { passwordChanged: maker.now() - 85 * dayMs, factors },
      { challenge: factors.length > 0 ? 'always' : 'never' },
    );
    return { ...credentials(user), weakPassword, expiresIn: 'P5D', ...proofOf(user) };
  }),
  'a user who must verify a factor': entry(['factor', 'challenge'], (maker, args) => {
    const kind = args.oneOf('factor', ['question', 'sms', 'push']) ?? 'question';
    const challenge = challenges[args.oneOf('challenge', ['always', 'once-per-device', 'on-new-device']) ?? 'always'];
    const factor = { question: questionFactor, sms: smsFactor, push: pushFactor }[kind](maker);
    const user = addUser(maker, { factors: [factor] }, { challenge });
    return defined({
      ...credentials(user),
      factorId: factor.id,
      proof: kind === 'question' ? factor.secret : undefined,
      phoneNumber: factor.profile['phoneNumber'],
    });
  }),
  'a user who must enroll a factor': entry(['expired'], (maker, args) => {
    const changed = args.flag('expired') === true ? { passwordChanged: maker.now() - 100 * dayMs } : {};
    const user = addUser(maker, { offers: usualOffers, ...changed }, { requiresEnrollment: true });
    return { ...credentials(user), question: 'first_concert' };
  }),
  'a user who is locked out': entry(['shown', 'beside'], (maker, args) =>
    refusedUser(maker, args.oneOf('beside', besides), { locked: true }, { showsLockout: args.flag('shown') ?? false }),
  ),
  'a user whom the sign-on policy denies': entry(['beside'], (maker, args) =>
    refusedUser(maker, args.oneOf('beside', besides), {}, { access: 'denied' }),
  ),
  'a user with an activation token': entry(['password', 'mfa', 'expired'], (maker, args) => {
    const withPassword = args.flag('password') ?? false;
    const mfa = args.flag('mfa') ?? false;
    const user = addUser(
      maker,
      { ...(withPassword ? {} : { password: undefined }), passwordChanged: maker.now(), offers: mfa ? usualOffers : [] },
      { requiresEnrollment: mfa },
    );
    const token = `act${maker.id(20)}`;
    maker.store.activations.set(token, {
      userId: user.id,
      expiresAt: maker.now() + (args.flag('expired') === true ? -1000 : 7 * dayMs),
    });
    return defined({ userId: user.id, login: user.login, token, weakPassword: withPassword ? undefined : weakPassword });
  }),
  'a user on the way to an app that asks for step-up': entry(['session', 'requires'], (maker, args) => {
    const requires = args.oneOf('requires', ['nothing', 'enrollment', 'verification']) ?? 'nothing';
    const user = addUser(maker, {
      factors: requires === 'verification' ? [questionFactor(maker), pushFactor(maker)] : [],
      offers: requires === 'enrollment' ? usualOffers : [],
    });
    return { ...credentials(user), ...prepareStepUp(maker, user, requires, args.flag('session') ?? false), ...proofOf(user) };
  }),
  'a user who may use an app': entry(['protocol', 'signInPage'], (maker, args) => {
    const protocol = args.oneOf('protocol', ['saml', 'ws-federation', 'other']) ?? 'saml';
    return { ...credentials(addUser(maker)), appId: prepareApp(maker, { protocol, signInPage: args.flag('signInPage') ?? true }).id };
  }),
  'a user who is told of new devices': entry(['enabled'], (maker, args) =>
    credentials(addUser(maker, {}, { sendsNewDeviceMail: args.flag('enabled') ?? true })),
  ),
  'a user who may sign in from one address only': entry(['gateway'], (maker, args) => {
    const address = '198.51.100.17';
    const user = addUser(maker, {}, { access: { onlyFrom: address }, trustsGateway: args.flag('gateway') ?? true });
    return { ...credentials(user), address, otherAddress: '198.51.100.18' };
  }),
  'two users of whom one is in a group that must enroll a factor': entry([], (maker) => {
    const member = addUser(maker, { offers: usualOffers }, { requiresEnrollment: true });
    const other = addUser(maker, { offers: usualOffers });
    return { login: member.login, password: member.password, otherLogin: other.login, otherPassword: other.password };
  }),
  [usedUpLimit]: entry(['left'], (maker, args) => {
    maker.store.usedUpUntil = maker.now() + usedUpMs;
    maker.store.leftUntilThen = args.integer('left') ?? 0;
    const { login, password } = addUser(maker);
    return { login, password };
  }),
};

/** Its acts. */
export const acts: Entries<Maker, void> = {
  'approve the push challenge of a user': entry(['userId'], ({ store }, args) => {
    const userId = args.neededText('userId');
    const waits = [...store.transactions.values()].some(
      (transaction) =>
        transaction.userId === userId && (transaction.status === 'MFA_CHALLENGE' || transaction.pending?.factorType === 'push'),
    );
    if (!waits)
      throw new ControlError(
        'mock-not-now',
        `user '${userId}' has no challenge to approve`,
        'Start one first: verify the push factor without a code, or enroll one.',
      );
    store.approvals.add(userId);
  }),
};

/** Removes what a provider state has made, and what came of it; `data` is what it answered. */
export function teardown({ store }: Context, data: JsonObject, state: string): void {
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

function credentials({ id, login, password }: User): JsonObject {
  return { userId: id, login, password };
}

/** A user who is not let in, and of whom something else would be asked. */
function refusedUser(
  maker: Maker,
  beside: (typeof besides)[number] = 'nothing',
  fields: Partial<Omit<User, 'policy'>>,
  policy: Partial<UserPolicy>,
): JsonObject {
  const factors = questionIf(beside === 'verification', maker);
  const user = addUser(
    maker,
    {
      ...fields,
      ...(beside === 'change' && { passwordChanged: maker.now() - 100 * dayMs }),
      factors,
      offers: beside === 'enrollment' ? usualOffers : [],
    },
    { ...policy, challenge: factors.length > 0 ? 'always' : 'never', requiresEnrollment: beside === 'enrollment' },
  );
  return { ...credentials(user), ...proofOf(user), ...(beside === 'enrollment' && { question: 'first_concert' }) };
}

function questionIf(isAsked: boolean | undefined, maker: Maker): readonly Factor[] {
  return isAsked === true ? [questionFactor(maker)] : [];
}

/** What verifies the first of the user's factors, if there are any. */
function proofOf({ factors: [factor] }: User): JsonObject {
  return factor === undefined ? {} : { factorId: factor.id, proof: factor.secret };
}
