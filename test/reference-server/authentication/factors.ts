import { keepSecret } from '../marks.ts';
import { textInBody } from '../http/call.ts';
import type { Call } from '../http/call.ts';
import type { Reply } from '../http/reply.ts';
import { addFactor, QUESTIONS } from './people.ts';
import type { Door } from './people.ts';
import { factorCard } from './picture.ts';
import { refuse } from './refusal.ts';
import { aliveIn, proceed, show, trusted } from './transactions.ts';

/** Enrolls a security question; the state token comes as a header. */
export function enrollFactor(door: Door): (call: Call) => Reply {
  return (call) => {
    const transaction = aliveIn(door, call.headers['x-transaction'], 'MFA_ENROLL');
    const [question, answer] = [textInBody(call, 'what', 'asked'), textInBody(call, 'what', 'said')];
    if (textInBody(call, 'sort') !== 'question' || question === undefined || !QUESTIONS.includes(question) || answer === undefined)
      throw refuse('S0000422', ['This cannot be enrolled.']);
    addFactor(transaction.person, 'question', keepSecret(answer));
    transaction.enrolled += 1;
    return wrapped(proceed(door, transaction, transaction.person));
  };
}

/** Verifies by an answer; without one it sends what has to be sent, and tells of a push that has been approved. */
export function verifyFactor(door: Door): (call: Call) => Reply {
  return (call) => {
    const transaction = aliveIn(door, textInBody(call, 'proof', 'of'), 'MFA_REQUIRED');
    const { person } = transaction;
    const factor = person.factors.find(({ id }) => id === call.args['factor']);
    if (factor === undefined) throw refuse('S0000404');
    const proof = textInBody(call, 'proof', 'given');
    if (proof === undefined && !(factor.kind === 'push' && person.pushApproved)) {
      transaction.pushAsked = factor.kind === 'push';
      return wrapped(show(door, transaction));
    }
    if (proof !== undefined && proof !== factor.answer) throw refuse('S0000422', ['This does not prove it.']);
    person.pushApproved = false;
    factor.verified = true;
    transaction.verified = true;
    return wrapped(proceed(door, transaction, person));
  };
}

export function listQuestions(door: Door): (call: Call) => Reply {
  return (call) => {
    if (door.people.every(({ id }) => id !== call.args['user'])) throw refuse('S0000404');
    return { status: 200, json: { catalogue: QUESTIONS.map((question) => ({ question, questionText: `${question}?` })) } };
  };
}

/** What an administrator sees of a user's factors. */
export function userFactors(door: Door): (call: Call) => Reply {
  return (call) => {
    if (!trusted(door, call)) throw refuse('S0000404');
    const person = door.people.find(({ id }) => id === call.args['user']);
    if (person === undefined) throw refuse('S0000404');
    return { status: 200, json: { enrolled: { now: person.factors.map(factorCard) } } };
  };
}

/** The transaction stands inside an envelope, and the status is that of work taken on. */
export function wrapped({ json, ...reply }: Reply): Reply {
  return { ...reply, status: 202, json: { envelope: { transaction: json } } };
}
