import type { Scenario } from './scenario.ts';
import { factorOf, follow, gist, refusal, signIn } from './stage.ts';
import type { Stage } from './stage.ts';

const required = async ({ client, provide }: Stage, factor: string) => {
  const user = await provide('a user who must verify a factor', { factor });
  return { user, transaction: await signIn(client, user) };
};

/** An enrolled factor of each type that the provider states have, verified in each way that the client knows. */
export const verificationScenarios: readonly Scenario[] = [
  {
    name: 'MFA required: question',
    basis: 'States, row 5; verification open',
    fault: 'authn-wrong-answer-verifies',
    async play(stage) {
      const { user, transaction } = await required(stage, 'question');
      const question = factorOf(transaction, 'question');
      const wrong = await refusal(follow(question, 'verify', { answer: 'wrong' }));
      return [gist(transaction), wrong, gist(await follow(question, 'verify', { answer: user['proof'] }))];
    },
    expected: ['MFA_REQUIRED cancel()', '403 E0000068', 'SUCCESS sessionToken'],
  },
  {
    name: 'MFA required: sms, and back once',
    basis: 'States, row 5; Resources, phoneNumber; challenge open',
    fault: 'authn-phone-number-unmasked',
    async play(stage) {
      const { user, transaction } = await required(stage, 'sms');
      const sms = factorOf(transaction, 'sms');
      const challenged = await follow(sms, 'verify');
      const back = await follow(challenged, 'prev');
      const again = await follow(factorOf(back, 'sms'), 'verify');
      const codes = await stage.codes(user);
      const done = await follow(again, 'verify', { passCode: codes.at(-1) });
      const masked = /^\D*1 XXX-XXX-\d{4}$/.test(String(sms.profile?.['phoneNumber']));
      return [masked, gist(challenged), gist(back), codes.length, gist(done)];
    },
    expected: [true, 'MFA_CHALLENGE CHALLENGE cancel() prev() resend() verify()', 'MFA_REQUIRED cancel()', 2, 'SUCCESS sessionToken'],
  },
  {
    name: 'MFA required: sms, sent once more',
    basis: 'open: the client follows a list of links by name',
    fault: 'authn-factor-not-asked-for',
    async play(stage) {
      const { user, transaction } = await required(stage, 'sms');
      const challenged = await follow(factorOf(transaction, 'sms'), 'verify');
      const resent = await follow(challenged, 'resend', 'sms');
      const codes = await stage.codes(user);
      return [gist(resent), codes.length, gist(await follow(resent, 'verify', { passCode: codes.at(-1) }))];
    },
    expected: ['MFA_CHALLENGE CHALLENGE cancel() prev() resend() verify()', 2, 'SUCCESS sessionToken'],
  },
  {
    name: 'MFA required: push, asked again',
    basis: 'States, row 5; Resources, push profile; autoPush is not documented: ignored',
    choices: ['pushWait=ask-again'],
    fault: 'authn-push-profile-too-early',
    async play(stage) {
      const { user, transaction } = await required(stage, 'push');
      const { profile } = factorOf(transaction, 'push');
      const challenged = await follow(factorOf(transaction, 'push'), 'verify', { autoPush: true });
      const still = await follow(challenged, 'verify');
      await stage.approvePush(user);
      return [profile, gist(challenged), gist(still), gist(await follow(still, 'verify'))];
    },
    expected: [
      {},
      'MFA_CHALLENGE CHALLENGE cancel() prev() verify()',
      'MFA_CHALLENGE CHALLENGE cancel() prev() verify()',
      'SUCCESS sessionToken',
    ],
  },
  {
    name: 'MFA required: push, polled for',
    basis: 'open: the client polls while factorResult is WAITING',
    fault: 'authn-push-profile-stays-empty',
    async play(stage) {
      const { user, transaction } = await required(stage, 'push');
      const challenged = await follow(factorOf(transaction, 'push'), 'verify');
      let polls = 0;
      const transactionCallBack = (): void => {
        polls += 1;
        if (polls === 2) void stage.approvePush(user);
      };
      const done = await follow(challenged, 'poll', { delay: 50, transactionCallBack });
      return [gist(challenged), polls >= 2, gist(done), factorOf(done, 'push').profile?.['deviceType']];
    },
    expected: ['MFA_CHALLENGE WAITING cancel() poll() prev()', true, 'SUCCESS sessionToken', 'SmartPhone'],
  },
  {
    name: 'MFA required: polling goes on after a 429',
    basis: 'Errors, E0000047; the client waits a second by itself',
    fault: 'authn-limited-with-503',
    async play(stage) {
      const { user, transaction } = await required(stage, 'push');
      const challenged = await follow(factorOf(transaction, 'push'), 'verify');
      await stage.approvePush(user);
      const restore = await stage.useUpLimit();
      const polling = follow(challenged, 'poll', { delay: 50 }).then(gist, (error: unknown) => String(error));
      const [first] = await Promise.all([refusal(stage.client.tx.resume()), polling.finally(() => undefined), later(restore)]);
      return [first, await polling];
    },
    expected: ['429 E0000047', 'SUCCESS sessionToken'],
  },
  {
    name: 'MFA required: polling ends when one goes back',
    basis: 'open',
    fault: 'authn-factors-not-listed',
    async play(stage) {
      const { transaction } = await required(stage, 'push');
      const challenged = await follow(factorOf(transaction, 'push'), 'verify');
      const backs: Promise<string>[] = [];
      const transactionCallBack = (): void => void (backs.length === 0 && backs.push(follow(challenged, 'prev').then(gist)));
      const stopped = await refusal(follow(challenged, 'poll', { delay: 50, transactionCallBack }));
      return [stopped, await Promise.all(backs)];
    },
    expected: ['The poll was stopped by the sdk', ['MFA_REQUIRED cancel()']],
  },
  {
    name: 'MFA required: the factor in question by itself',
    basis: 'Resources, factor; challenge open',
    choices: [],
    fault: 'authn-push-profile-too-early',
    async play(stage) {
      const { user, transaction } = await required(stage, 'push');
      const challenged = await follow(factorOf(transaction, 'push'), 'verify');
      await stage.approvePush(user);
      const shown = transaction.factors?.map(({ factorType, profile }) => [factorType, profile?.['deviceType']]);
      return [
        shown,
        Array.isArray(challenged.factor),
        factorOf(challenged, 'push').factorType,
        gist(await follow(challenged, 'poll', { delay: 50 })),
      ];
    },
    expected: [[['push', undefined]], false, 'push', 'SUCCESS sessionToken'],
  },
  {
    name: 'MFA required: once for each device',
    basis: 'Authentication, item 5; rememberDevice in the query is not documented: ignored',
    fault: 'authn-device-forgotten',
    async play({ trusted, provide }) {
      const user = await provide('a user who must verify a factor', { challenge: 'once-per-device' });
      const client = trusted();
      const device = { context: { deviceToken: '26q43Ak9Eh04p7H6Nnx0m69JqYOrfVBY' } };
      const first = await signIn(client, user, device);
      const verified = await follow(factorOf(first, 'question'), 'verify', { answer: user['proof'], rememberDevice: true });
      const other = await signIn(client, user, { context: { deviceToken: 'another' } });
      return [gist(first), gist(verified), gist(await signIn(client, user, device)), gist(other)];
    },
    expected: ['MFA_REQUIRED cancel()', 'SUCCESS sessionToken', 'SUCCESS sessionToken', 'MFA_REQUIRED cancel()'],
  },
];

/** Lets the limit go once the client has met it: it asks again a second later. */
async function later(restore: () => Promise<void>): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 300));
  await restore();
}
