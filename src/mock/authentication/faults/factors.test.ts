import { factorFaults } from '../faults.ts';
import type { Reply, TryOut } from '../try-out.ts';
import { at, begin, gist, kind, showFaults, signsIn, stepUp, trusted, verify, type Begun } from './test-faults.ts';

const question = { factorType: 'question', profile: { question: 'first_concert', answer: 'Muzsikas' } };
const required = 'a user who must verify a factor';
const enrolling = 'a user who must enroll a factor';
const groups = 'two users of whom one is in a group that must enroll a factor';
const first = ['_embedded', 'factor', 0] as const;

/** A challenge is sent, and its user signs in once more. */
async function againOnceChallenged(t: TryOut, factor: string): Promise<Begun & { readonly again: Reply }> {
  const begun = await begin(t, required, { factor });
  await t.step(`factors/${begun.user['factorId']}/verify`, begun.first);
  return { ...begun, again: await t.signIn(begun.user) };
}

showFaults(factorFaults, {
  'authn-phone-number-unmasked': [
    async (t) => {
      const { user, first: reply } = await begin(t, required, { factor: 'sms' });
      return reply.at(...first, 'profile', 'phoneNumber') === user['phoneNumber'];
    },
    false,
    true,
  ],
  'authn-push-profile-too-early': [signsIn(kind(...first, 'profile', 'deviceType'), required, { factor: 'push' }), 'undefined', 'string'],
  'authn-push-profile-stays-empty': [
    async (t) => {
      const { userId } = t.provide(required, { factor: 'push' });
      return (await t.send('GET', `/api/v1/users/${userId}/factors`, undefined, trusted)).at(0, 'profile', 'deviceType');
    },
    'SmartPhone',
    undefined,
  ],
  'authn-vendor-in-lower-case': [signsIn(at(...first, 'provider'), enrolling), 'PLATFORM', 'platform'],
  'authn-own-factors-renamed': [signsIn(at(...first, 'provider'), enrolling), 'PLATFORM', 'SERVICE'],
  'authn-sms-called-text': [signsIn(at(...first, 'factorType'), required, { factor: 'sms' }), 'sms', 'text'],
  'authn-open-factor-is-active': [signsIn(at(...first, 'status'), enrolling), 'NOT_SETUP', 'ACTIVE'],
  'authn-factors-not-listed': [signsIn(kind(...first), required), 'object', 'undefined'],
  'authn-factor-not-asked-for': [signsIn(gist, required), '200 MFA_REQUIRED cancel', '200 SUCCESS'],
  'authn-factor-always-asked-for': [signsIn(gist, 'a user who can sign in', { factor: true }), '200 SUCCESS', '200 MFA_REQUIRED cancel'],
  'authn-enrollment-not-asked-for': [signsIn(gist, enrolling), '200 MFA_ENROLL cancel', '200 SUCCESS'],
  'authn-enrollment-asked-of-everybody': [
    async (t) => {
      const { otherLogin, otherPassword } = t.provide(groups);
      return (await t.authn({ username: otherLogin, password: otherPassword })).gist;
    },
    '200 SUCCESS',
    '200 MFA_ENROLL cancel',
  ],
  'authn-option-asks-for-enrollment': [
    async (t) => {
      const { otherLogin, otherPassword } = t.provide(groups);
      return (await t.authn({ username: otherLogin, password: otherPassword, options: { multiOptionalFactorEnroll: true } })).gist;
    },
    '200 SUCCESS',
    '200 MFA_ENROLL cancel',
  ],
  'authn-no-second-enrollment': [
    async (t) =>
      gist(await t.step('factors', (await begin(t, enrolling, {}, { options: { multiOptionalFactorEnroll: true } })).first, question)),
    '200 MFA_ENROLL skip cancel',
    '200 SUCCESS',
  ],
  'authn-no-second-enrollment-after-activation': [
    async (t) => {
      const user = t.provide('a user with an activation token', { password: true, mfa: true });
      const first = await t.authn({ token: user['token'], options: { multiOptionalFactorEnroll: true } });
      return gist(await t.step('factors', first, question));
    },
    '200 MFA_ENROLL skip cancel',
    '200 SUCCESS',
  ],
  'authn-no-second-enrollment-of-trusted': [
    async (t) => {
      const { first } = await begin(t, enrolling, {}, { options: { multiOptionalFactorEnroll: true } }, { trusted: true });
      return gist(await t.step('factors', first, question, { trusted: true }));
    },
    '200 MFA_ENROLL skip cancel',
    '200 SUCCESS',
  ],
  'authn-anything-can-be-enrolled': [
    async (t) => gist(await t.step('factors', (await begin(t, 'a user whose password has expired')).first, question)),
    '403 E0000079',
    '200 PASSWORD_EXPIRED next=changePassword cancel',
  ],
  'authn-wrong-answer-verifies': [
    async (t) => {
      const { user, first: reply } = await begin(t, required);
      return (await verify(t, { first: reply, user: { ...user, proof: 'wrong' } })).gist;
    },
    '403 E0000068',
    '200 SUCCESS',
  ],
  'authn-second-wrong-answer-verifies': [
    async (t) => {
      const { user, first: reply } = await begin(t, required);
      const wrong = { first: reply, user: { ...user, proof: 'wrong' } };
      return [gist(await verify(t, wrong)), gist(await verify(t, wrong))];
    },
    ['403 E0000068', '403 E0000068'],
    ['403 E0000068', '200 SUCCESS'],
  ],
  'authn-only-factor-by-any-id': [
    async (t) => {
      const { user, first: reply } = await begin(t, required);
      return (await verify(t, { first: reply, user: { ...user, factorId: 'nothing' } })).gist;
    },
    '404 E0000007',
    '200 SUCCESS',
  ],
  'authn-phone-number-unmasked-once-used': [
    async (t) => {
      const { user, again } = await againOnceChallenged(t, 'sms');
      return again.at(...first, 'profile', 'phoneNumber') === user['phoneNumber'];
    },
    false,
    true,
  ],
  'authn-push-profile-once-challenged': [
    async (t) => kind(...first, 'profile', 'deviceType')((await againOnceChallenged(t, 'push')).again),
    'undefined',
    'string',
  ],
  'authn-push-profile-in-step-up': [
    async (t) => {
      const { user, first: begun } = await stepUp(t, { requires: 'verification' });
      return kind('_embedded', 'factor', 1, 'profile', 'deviceType')(await t.signIn(user, { stateToken: begun.stateToken }));
    },
    'undefined',
    'string',
  ],
  'authn-no-cancel-for-trusted': [signsIn(gist, enrolling, {}, {}, trusted), '200 MFA_ENROLL cancel', '200 MFA_ENROLL'],
  'authn-empty-answer-verifies': [
    async (t) => {
      const { user, first: reply } = await begin(t, required);
      return (await verify(t, { first: reply, user: { ...user, proof: '' } })).gist;
    },
    '403 E0000068',
    '200 SUCCESS',
  ],
  'authn-push-profile-empty-at-the-end': [
    async (t) => {
      const { user, first: reply } = await begin(t, required, { factor: 'push' });
      const asked = await t.step(`factors/${user['factorId']}/verify`, reply);
      await t.service.act('approve the push challenge of a user', { userId: user['userId'] });
      const done = await t.step(`factors/${user['factorId']}/verify`, asked);
      return [done.gist, kind(...first, 'profile', 'deviceType')(done)];
    },
    ['200 SUCCESS', 'string'],
    ['200 SUCCESS', 'undefined'],
  ],
  'authn-enrolled-question-on-offer': [
    async (t) => {
      const { first: reply } = await begin(t, enrolling, {}, { options: { multiOptionalFactorEnroll: true } });
      const again = await t.step('factors', reply, question);
      return [again.gist, again.at(...first, 'factorType')];
    },
    ['200 MFA_ENROLL skip cancel', 'token:software:totp'],
    ['200 MFA_ENROLL skip cancel', 'question'],
  ],
  'authn-factor-listed-twice': [
    async (t) => {
      const { user, first: reply } = await begin(t, required);
      return [reply.at(...first, 'id') === user['factorId'], kind('_embedded', 'factor', 1, 'id')(reply)];
    },
    [true, 'undefined'],
    [true, 'string'],
  ],
});
