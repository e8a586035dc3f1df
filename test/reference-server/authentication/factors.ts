import { keepSecret } from '../marks.ts';
import { textInBody, type Call } from '../http/call.ts';
import type { Reply } from '../http/reply.ts';
import { addFactor, QUESTIONS, type AuthenticationService, type Person } from './people.ts';
import { factorCard } from './picture.ts';
import { refuse } from './refusal.ts';
import { aliveIn, due, proceed, show, trusted } from './transactions.ts';

/** Enrolls a security question; the state token comes as a header. */
export function enrollFactor(authentication: AuthenticationService): (call: Call) => Reply {
  const { defects } = authentication;
  let last: Person | undefined;
  return (call) => {
    const more = defects.has('authn.enrolls-instead-of-verifying') ? (['MFA_REQUIRED'] as const) : [];
    const transaction = aliveIn(authentication, call.headers['x-transaction'], 'MFA_ENROLL', ...more);
    const [question, answer] = [textInBody(call, 'what', 'asked'), textInBody(call, 'what', 'said')];
    if (textInBody(call, 'sort') !== 'question' || question === undefined || !QUESTIONS.includes(question) || answer === undefined)
      throw refuse('S0000422', ['This cannot be enrolled.']);
    const other = call.overlapping && defects.has('authn.enrollments-at-once-mixed') ? last : undefined;
    last = transaction.person;
    addFactor(other ?? transaction.person, 'question', keepSecret(answer));
    transaction.enrolled += 1;
    if (transaction.step === 'MFA_REQUIRED') transaction.verified = true;
    return wrapped(proceed(authentication, transaction, transaction.person));
  };
}

/** Verifies by an answer; without one it sends what has to be sent, and tells of a push that has been approved. */
export function verifyFactor(authentication: AuthenticationService): (call: Call) => Reply {
  return (call) => {
    const transaction = aliveIn(authentication, textInBody(call, 'proof', 'of'), 'MFA_REQUIRED');
    const { person } = transaction;
    const { defects, people } = authentication;
    const factors = defects.has('authn.factor-of-anyone') ? people.flatMap((one) => one.factors) : person.factors;
    const factor = factors.find(({ id }) => id === call.args['factor']);
    if (factor === undefined) throw refuse('S0000404');
    const proof = textInBody(call, 'proof', 'given');
    if (proof === undefined && !(factor.kind === 'push' && person.pushApproved)) {
      transaction.asked = true;
      factor.verified ||= factor.kind === 'push' && defects.has('authn.push-profile-early');
      transaction.pushAsked = factor.kind === 'push';
      return wrapped(show(authentication, transaction));
    }
    const isEmpty = proof === '' && defects.has('authn.empty-proof-verifies');
    if (proof !== undefined && proof !== factor.answer && !isEmpty) throw refuse('S0000422', ['This does not prove it.']);
    if (!defects.has('authn.push-approval-lasts')) person.pushApproved = false;
    factor.verified = true;
    person.verifiedAt = authentication.clock.now();
    transaction.verified = true;
    if (defects.has('authn.warning-lost-after-factor')) transaction.warn = false;
    if (defects.has('authn.verification-of-all-transactions')) verifyAll(authentication, person);
    return wrapped(proceed(authentication, transaction, person));
  };
}

/** Every transaction of the user that waits for a factor goes on. */
function verifyAll(authentication: AuthenticationService, person: Person): void {
  for (const other of authentication.transactions.values())
    if (other.person === person && other.step === 'MFA_REQUIRED') {
      other.verified = true;
      other.step = due(authentication, other, person);
    }
}

export function listQuestions(authentication: AuthenticationService): (call: Call) => Reply {
  return (call) => {
    if (authentication.people.every(({ id }) => id !== call.args['user'])) throw refuse('S0000404');
    return { status: 200, json: { catalogue: QUESTIONS.map((question) => ({ question, questionText: `${question}?` })) } };
  };
}

/** What an administrator sees of a user's factors. */
export function userFactors(authentication: AuthenticationService): (call: Call) => Reply {
  return (call) => {
    const { choices, apiToken, factorsToken } = authentication;
    if (!trusted(authentication, call, choices.has('second-api-token') ? factorsToken : apiToken)) throw refuse('S0000404');
    const person = authentication.people.find(({ id }) => id === call.args['user']);
    if (person === undefined) throw refuse('S0000404');
    return { status: 200, json: { enrolled: { now: person.factors.map((factor) => factorCard(factor)) } } };
  };
}

/** The transaction stands inside an envelope, and the status is that of work taken on. */
export function wrapped({ json, ...reply }: Reply): Reply {
  return { ...reply, status: 202, json: { envelope: { transaction: json } } };
}
