import type { Scenario } from './scenario.ts';
import { ask, factorOf, follow, gist, refusal, rejection, signIn } from './stage.ts';
import type { Stage } from './stage.ts';

const onTheWay = ({ provide }: Stage, params: object) => provide('a user on the way to an app that asks for step-up', params);

/** Step-up, started by either side. */
export const stepUpScenarios: readonly Scenario[] = [
  {
    name: 'step-up without a session',
    basis: 'States, rows 13 and 14',
    fault: 'authn-no-way-to-app',
    async play(stage) {
      const { stateToken, login, password, appId } = await onTheWay(stage, {});
      const begun = await stage.client.tx.resume({ stateToken });
      const wrong = await refusal(follow(begun, 'authenticate', { username: login, password: 'wrong' }));
      const done = await follow(begun, 'authenticate', { username: login, password });
      return [
        gist(begun),
        [begun.target?.label, begun.target?.logo?.type, begun.authentication?.protocol],
        wrong,
        gist(done),
        reached(await ask(done, 'original')) === appId,
      ];
    },
    expected: [
      'UNAUTHENTICATED SESSION_STEP_UP authenticate()',
      ['Payroll', 'image/png', 'SAML2.0'],
      '401 E0000004',
      'SUCCESS SESSION_STEP_UP original()',
      true,
    ],
  },
  {
    name: 'step-up with a session, verification',
    basis: 'States, rows 16 and 17',
    fault: 'authn-remember-device-missing',
    async play(stage) {
      const { stateToken, proof, appId } = await onTheWay(stage, { session: true, requires: 'verification' });
      const required = await stage.client.tx.resume({ stateToken });
      const done = await follow(factorOf(required, 'question'), 'verify', { answer: proof });
      return [gist(required), required.policy?.['allowRememberDevice'], gist(done), reached(await ask(done, 'original')) === appId];
    },
    expected: ['MFA_REQUIRED SESSION_STEP_UP cancel()', true, 'SUCCESS SESSION_STEP_UP original()', true],
  },
  {
    name: 'step-up with a session, enrollment',
    basis: 'States, rows 15 and 17',
    fault: 'authn-step-up-without-enrollment',
    async play(stage) {
      const { stateToken } = await onTheWay(stage, { session: true, requires: 'enrollment' });
      const enrolling = await stage.client.tx.resume({ stateToken });
      const question = { question: 'first_concert', answer: 'mayonnaise' };
      return [gist(enrolling), gist(await follow(factorOf(enrolling, 'question'), 'enroll', { profile: question }))];
    },
    expected: ['MFA_ENROLL SESSION_STEP_UP cancel()', 'SUCCESS SESSION_STEP_UP original()'],
  },
  {
    name: 'step-up that the identity platform starts',
    basis: 'Endpoints; the parameter that names the app is open: bound',
    fault: 'authn-saml-refused',
    async play({ client, provide }) {
      const user = await provide('a user who may use an app');
      return [gist(await signIn(client, user, { audience: user['appId'] }))];
    },
    expected: ['SUCCESS SESSION_STEP_UP original()'],
  },
  {
    name: 'step-up to an app that does not support it',
    basis: 'Errors, E0000001',
    fault: 'authn-app-not-named',
    async play({ client, provide }) {
      const user = await provide('a user who may use an app', { protocol: 'other' });
      const { xhr, errorCode, errorCauses = [] } = await rejection(signIn(client, user, { audience: user['appId'] }));
      return [xhr?.status, errorCode, errorCauses[0]?.errorSummary?.includes(user['appId'] ?? '?')];
    },
    expected: [400, 'E0000001', true],
  },
];

/** The app at the end of the redirect. */
function reached(answer: unknown): unknown {
  return typeof answer === 'object' && answer !== null && 'app' in answer ? answer.app : undefined;
}
