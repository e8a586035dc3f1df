import { defined } from '../../../src/model/defined.ts';
import type { Scenario } from './scenario.ts';
import { ask, factorOf, follow, gist, refusal, signIn } from './stage.ts';
import type { Stage } from './stage.ts';

const mustEnroll = async ({ client, provide }: Stage, more: object = {}) => {
  const user = await provide('a user who must enroll a factor');
  return { user, transaction: await signIn(client, user, more) };
};

const phoneNumber = '+1 555-415-1337';

/** A factor of a type is enrolled with these parameters and activated by the code that was sent; a wrong code, and going back, are tried first. */
function activated(factorType: string, args: object, fault: string, choices?: readonly string[]): Scenario {
  const isByTelephone = factorType === 'sms' || factorType === 'call';
  return {
    name: `MFA enroll: ${factorType}`,
    basis: 'States, row 6; enrollment and activation open: declared',
    ...defined({ choices }),
    fault,
    async play(stage) {
      const { user, transaction } = await mustEnroll(stage);
      const first = await follow(factorOf(transaction, factorType), 'enroll', args);
      const wrong = await refusal(follow(first, 'activate', { passCode: 'wrong' }));
      const back = await follow(first, 'prev');
      const again = await follow(factorOf(back, factorType), 'enroll', args);
      const done = await follow(again, 'activate', { passCode: (await stage.codes(user)).at(-1) });
      return [gist(transaction), gist(first), wrong, gist(back), gist(done), gist(await signIn(stage.client, user))];
    },
    expected: [
      'MFA_ENROLL cancel()',
      `MFA_ENROLL_ACTIVATE activate() cancel() prev()${isByTelephone ? ' resend()' : ''}`,
      '403 E0000068',
      'MFA_ENROLL cancel()',
      'SUCCESS sessionToken',
      'SUCCESS sessionToken',
    ],
  };
}

/** A token of a vendor, enrolled by the code that comes with it. */
function atOnce(factorType: string): Scenario {
  return {
    name: `MFA enroll: ${factorType}, at once`,
    basis: 'States, row 6; open: the client sends passCode along',
    choices: ['tokenEnrollment=at-once'],
    fault: 'authn-enrollment-not-asked-for',
    async play(stage) {
      const { transaction } = await mustEnroll(stage);
      const token = factorOf(transaction, factorType);
      const without = await refusal(follow(token, 'enroll'));
      const args = { passCode: '875498', profile: { credentialId: 'VSMT14393584' } };
      return [without, gist(await follow(token, 'enroll', args))];
    },
    expected: ['400 E0000003', 'SUCCESS sessionToken'],
  };
}

/** A factor of each type that the document names, enrolled in each way that the client knows. */
export const enrollmentScenarios: readonly Scenario[] = [
  {
    name: 'MFA enroll: question',
    basis: 'States, row 6; Endpoints, questions; enrollment open: declared',
    fault: 'authn-enrolled-factor-lost',
    async play(stage) {
      const { user, transaction } = await mustEnroll(stage);
      const factor = factorOf(transaction, 'question');
      const questions = await ask(factor, 'questions');
      const first: unknown = Array.isArray(questions) ? questions[0] : undefined;
      const offered = typeof first === 'object' && first !== null && 'question' in first ? first.question : undefined;
      const done = await follow(factor, 'enroll', { profile: { question: offered, answer: 'mayonnaise' } });
      return [gist(transaction), offered, gist(done), gist(await signIn(stage.client, user))];
    },
    expected: ['MFA_ENROLL cancel()', 'first_concert', 'SUCCESS sessionToken', 'SUCCESS sessionToken'],
  },
  activated('sms', { profile: { phoneNumber, updatePhone: true } }, 'authn-sms-called-text'),
  activated('call', { profile: { phoneNumber } }, 'authn-enrolled-factor-lost'),
  activated('token:software:totp', {}, 'authn-wrong-answer-verifies'),
  activated('token:hardware', {}, 'authn-state-token-not-shown'),
  activated('token', { profile: { credentialId: 'VSMT14393584' } }, 'authn-no-cancel-when-enrolling'),
  activated('push', {}, 'authn-transaction-born-dead', ['pushWait=ask-again']),
  atOnce('token:hardware'),
  atOnce('token'),
  {
    name: 'MFA enroll: push, polled for',
    basis: 'States, row 6; open: the client polls',
    fault: 'authn-enrollment-not-asked-for',
    async play(stage) {
      const { user, transaction } = await mustEnroll(stage);
      const pending = await follow(factorOf(transaction, 'push'), 'enroll');
      let polls = 0;
      const transactionCallBack = (): void => {
        polls += 1;
        if (polls === 2) void stage.approvePush(user);
      };
      const done = await follow(pending, 'poll', { delay: 50, transactionCallBack });
      return [gist(pending), polls >= 2, gist(done)];
    },
    expected: ['MFA_ENROLL_ACTIVATE WAITING cancel() poll() prev()', true, 'SUCCESS sessionToken'],
  },
  {
    name: 'MFA enroll: call, called once more',
    basis: 'open: the client follows a list of links by name',
    fault: 'authn-state-token-not-shown',
    async play(stage) {
      const { user, transaction } = await mustEnroll(stage);
      const pending = await follow(factorOf(transaction, 'call'), 'enroll', { profile: { phoneNumber } });
      const again = await follow(pending, 'resend', 'call');
      const codes = await stage.codes(user);
      return [gist(again), codes.length, gist(await follow(again, 'activate', { passCode: codes.at(-1) }))];
    },
    expected: ['MFA_ENROLL_ACTIVATE activate() cancel() prev() resend()', 2, 'SUCCESS sessionToken'],
  },
  {
    name: 'MFA enroll: another factor, then no more',
    basis: 'States, row 21; Options; skip open: declared',
    fault: 'authn-no-second-enrollment',
    async play(stage) {
      const { user, transaction } = await mustEnroll(stage, { options: { multiOptionalFactorEnroll: true } });
      const question = { question: 'first_concert', answer: 'mayonnaise' };
      const more = await follow(factorOf(transaction, 'question'), 'enroll', { profile: question });
      const pending = await follow(factorOf(more, 'sms'), 'enroll', { profile: { phoneNumber } });
      const still = await follow(pending, 'activate', { passCode: (await stage.codes(user)).at(-1) });
      return [gist(more), gist(still), gist(await follow(still, 'skip'))];
    },
    expected: ['MFA_ENROLL cancel() skip()', 'MFA_ENROLL cancel() skip()', 'SUCCESS sessionToken'],
  },
];
