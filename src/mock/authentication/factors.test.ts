import { expect, test } from 'vitest';
import { choose } from '../kit/choices.ts';
import { choiceTable } from './choices.ts';
import { policyFor } from './policy.ts';
import { tryOut, type Reply, type TryOut } from './try-out.ts';

const question = { factorType: 'question', provider: 'PLATFORM', profile: { question: 'first_concert', answer: 'Muzsikas' } };
const several = { options: { multiOptionalFactorEnroll: true } };

async function required(
  t: TryOut,
  factor: string,
): Promise<{ readonly user: Readonly<Record<string, string>>; readonly transaction: Reply; readonly verify: string }> {
  const user = t.provide('a user who must verify a factor', { factor });
  return { user, transaction: await t.signIn(user), verify: `factors/${user['factorId']}/verify` };
}

test('MFA_REQUIRED lists the enrolled factor with its verify link', async () => {
  const t = tryOut();
  const { user, transaction } = await required(t, 'question');
  expect(transaction.at('_embedded', 'factor')).toEqual([
    {
      id: user['factorId'],
      factorType: 'question',
      provider: 'PLATFORM',
      vendorName: 'PLATFORM',
      profile: { question: 'first_concert' },
      _links: { verify: { href: `https://id.test/api/v1/authn/factors/${user['factorId']}/verify`, hints: { allow: ['POST'] } } },
    },
  ]);
});

test('the right answer verifies a question factor, a wrong one does not', async () => {
  const t = tryOut();
  const { user, transaction, verify } = await required(t, 'question');
  const wrong = await t.step(verify, transaction, { answer: 'wrong' });
  const right = await t.step(verify, transaction, { answer: user['proof'] });
  expect([wrong.gist, right.gist, typeof right.at('sessionToken')]).toEqual(['403 E0000068', '200 SUCCESS', 'string']);
});

test('after verification an expired password is asked for', async () => {
  const t = tryOut();
  const user = t.provide('a user whose password has expired', { factor: true });
  const transaction = await t.signIn(user);
  const early = await t.step('credentials/change_password', transaction, { oldPassword: user['password'], newPassword: 'Correct1Horse!' });
  const verified = await t.step(`factors/${user['factorId']}/verify`, transaction, { answer: user['proof'] });
  const changed = await t.step('credentials/change_password', transaction, {
    oldPassword: user['password'],
    newPassword: 'Correct1Horse!',
  });
  expect([early.gist, verified.gist, changed.gist]).toEqual([
    '403 E0000079',
    '200 PASSWORD_EXPIRED next=changePassword cancel',
    '200 SUCCESS',
  ]);
});

test('a text message is challenged first, and its number is masked', async () => {
  const t = tryOut();
  const { user, transaction, verify } = await required(t, 'sms');
  const challenged = await t.step(verify, transaction);
  const shown = String(transaction.at('_embedded', 'factor', 0, 'profile', 'phoneNumber'));
  expect([challenged.gist, challenged.at('factorResult'), shown, user['phoneNumber']?.slice(-4)]).toEqual([
    '200 MFA_CHALLENGE next=verify prev cancel',
    'CHALLENGE',
    `+1 XXX-XXX-${shown.slice(-4)}`,
    shown.slice(-4),
  ]);
  expect((await t.step('previous', transaction)).gist).toBe('200 MFA_REQUIRED cancel');
});

test.each([
  ['+15550100100', '+1XXXXXX0100'],
  ['(555) 010-0100', '(XXX) XXX-0100'],
  ['+1 555 0199', '+1 XXX 0199'],
])('%s is masked, however it is written', (number, shown) => {
  expect(policyFor(choose(choiceTable, {})).phoneNumber(number)).toBe(shown);
});

test('a push factor is approved on its device, and its profile is populated then', async () => {
  const t = tryOut();
  const { user, transaction, verify } = await required(t, 'push');
  const approve = (): Promise<unknown> => t.service.act('approve the push challenge of a user', { userId: user['userId'] });
  await expect(approve()).rejects.toThrow(`user '${user['userId']}' has no challenge to approve`);
  const waiting = [await t.step(verify, transaction), await t.step(verify, transaction)];
  await approve();
  const verified = await t.step(verify, transaction);
  expect([...waiting, verified].map(({ gist, at }) => [gist, at('_embedded', 'factor', 0, 'profile', 'deviceType')])).toEqual([
    ['200 MFA_CHALLENGE next=verify prev cancel', undefined],
    ['200 MFA_CHALLENGE next=verify prev cancel', undefined],
    ['200 SUCCESS', 'SmartPhone'],
  ]);
  expect(transaction.at('_embedded', 'factor', 0, 'profile')).toEqual({});
});

test('MFA_ENROLL lists factors to enroll, and the questions of the question factor', async () => {
  const t = tryOut();
  const user = t.provide('a user who must enroll a factor');
  const transaction = await t.signIn(user);
  const enroll = { href: 'https://id.test/api/v1/authn/factors', hints: { allow: ['POST'] } };
  expect([transaction.at('_embedded', 'factor', 0), transaction.at('_embedded', 'factor', 5)]).toEqual([
    {
      factorType: 'question',
      provider: 'PLATFORM',
      vendorName: 'PLATFORM',
      status: 'NOT_SETUP',
      enrollment: 'OPTIONAL',
      _links: {
        questions: { href: `https://id.test/api/v1/users/${user['userId']}/factors/questions`, hints: { allow: ['GET'] } },
        enroll,
      },
    },
    {
      factorType: 'token:hardware',
      provider: 'KEYMAKER',
      vendorName: 'KEYMAKER',
      status: 'NOT_SETUP',
      enrollment: 'OPTIONAL',
      _links: { enroll },
    },
  ]);
  expect((await t.send('GET', `/api/v1/users/${user['userId']}/factors/questions`)).status).toBe(200);
});

test('one enrollment is enough, unless others are asked for as well', async () => {
  const t = tryOut();
  const user = (): Readonly<Record<string, string>> => t.provide('a user who must enroll a factor');
  const once = await t.step('factors', await t.signIn(user()), question);
  const more = await t.signIn(user(), several);
  const enrolled = await t.step('factors', more, question);
  const again = await t.step('factors', more, question);
  expect([once.gist, enrolled.gist, again.gist, (await t.step('skip', more)).gist]).toEqual([
    '200 SUCCESS',
    '200 MFA_ENROLL skip cancel',
    '400 E0000003',
    '200 SUCCESS',
  ]);
});

test('a factor with a code is enrolled once the code has come back', async () => {
  const t = tryOut();
  const transaction = await t.signIn(t.provide('a user who must enroll a factor'));
  const sent = await t.step('factors', transaction, { factorType: 'sms', profile: { phoneNumber: '+1 555-123-4567' } });
  const activate = String(sent.at('_links', 'next', 'href')).replace('https://id.test/api/v1/authn/', '');
  expect([
    sent.gist,
    (await t.step(activate, transaction, { passCode: 'wrong' })).gist,
    (await t.step('previous', transaction)).gist,
  ]).toEqual(['200 MFA_ENROLL_ACTIVATE next=activate prev cancel', '403 E0000068', '200 MFA_ENROLL cancel']);
});

test('factors are enrolled by users who must, and verified by those who own them', async () => {
  const t = tryOut();
  const expired = await t.signIn(t.provide('a user whose password has expired'));
  const first = await required(t, 'question');
  const second = await required(t, 'question');
  const gists = [
    await t.step('factors', expired, question),
    await t.step(second.verify, first.transaction, { answer: second.user['proof'] }),
    await t.step('factors/nobody/verify', first.transaction),
  ];
  expect(gists.map(({ gist }) => gist)).toEqual(['403 E0000079', '404 E0000007', '404 E0000007']);
});

test('a trusted application lists the factors of a user', async () => {
  const t = tryOut();
  const user = t.provide('a user who must verify a factor', { factor: 'push' });
  const target = `/api/v1/users/${user['userId']}/factors`;
  const trusted = await t.send('GET', target, undefined, { trusted: true });
  expect([trusted.at(0, 'profile', 'deviceType'), trusted.at(0, 'status'), (await t.send('GET', target)).gist]).toEqual([
    'SmartPhone',
    'ACTIVE',
    '401 E0000011',
  ]);
});

test('membership of a group decides on enrollment', async () => {
  const t = tryOut();
  const users = t.provide('two users of whom one is in a group that must enroll a factor');
  const member = await t.authn({ username: users['login'], password: users['password'] });
  const other = await t.authn({ username: users['otherLogin'], password: users['otherPassword'] });
  expect([member.gist, other.gist]).toEqual(['200 MFA_ENROLL cancel', '200 SUCCESS']);
});
