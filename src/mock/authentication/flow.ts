import { dayMs } from '../kit/clock.ts';
import type { WireResponse } from '../kit/service.ts';
import { Refusal } from './errors.ts';
import { neededText, saveUser, type RequestContext } from './context.ts';
import type { Store } from './store.ts';
import { newTransaction, type Transaction } from './transactions.ts';
import type { User } from './users.ts';
import { showTransaction } from './view.ts';

/** A new transaction of this call; it is not remembered yet. */
export function beginTransaction({ now, id, store, policy, call }: RequestContext, fields: Partial<Transaction>): Transaction {
  const stateToken = policy.stateToken(`00${id(40)}`, store.inFlight, store.lastStateToken);
  store.lastStateToken = stateToken;
  dropLongDead(store, now());
  return newTransaction(stateToken, now() + policy.lifetimeMs(), { start: call, ...fields });
}

/** Transactions that nobody has finished must not pile up: they are kept for a day. */
function dropLongDead({ transactions }: Store, now: number): void {
  for (const [stateToken, { expiresAt }] of transactions) {
    if (now < expiresAt + dayMs) return;
    transactions.delete(stateToken);
  }
}

/** The live transaction of the body's state token. Refuses missing and dead ones. */
export function liveTransaction(context: RequestContext): Transaction {
  return transactionWith(context, neededText(context, 'stateToken'));
}

/** The live transaction of a state token, its expiry put off where that is the choice. Refuses dead tokens. */
export function transactionWith(context: RequestContext, stateToken: string | undefined): Transaction {
  const { store, policy, now, choices } = context;
  const transaction = policy.transactionOf(stateToken, store.transactions);
  if (transaction === undefined || !policy.transactionLives(transaction, now())) throw new Refusal('deadToken');
  if (choices.expiresAt === 'fixed') return transaction;
  const extended = { ...transaction, expiresAt: now() + policy.lifetimeMs() };
  store.transactions.set(extended.stateToken, extended);
  return extended;
}

/** The user of a transaction whose primary authentication has succeeded. */
export function userOf({ store }: RequestContext, { userId }: Transaction): User {
  const user = userId === undefined ? undefined : store.users.get(userId);
  if (user === undefined) throw new Refusal('notInThisState');
  return user;
}

/** Remembers a transaction in its new state, and shows it. */
export function moveTo(context: RequestContext, next: Transaction, before: Transaction): WireResponse {
  const moved = { ...next, stateToken: context.policy.stateTokenAfter(next, () => context.id(42)) };
  context.store.transactions.set(moved.stateToken, context.policy.remembered(moved, before));
  return showTransaction(context, moved, context.policy.showsSessionToken(moved) ? issueSessionToken(context, moved) : undefined);
}

/** Takes a transaction to what it needs next: one more step of its user, or its end. */
export function proceed(context: RequestContext, transaction: Transaction, user: User): WireResponse {
  const { policy, store, now, emit } = context;
  const moved: Transaction = { ...transaction, status: policy.nextStatus(transaction, user, now()) };
  const { fingerprint, deviceToken } = moved.start;
  if (moved.status === 'SUCCESS' && policy.notifies(user, fingerprint, moved)) emit('new-device-email', policy.addressee(user).login);
  saveUser(context, {
    ...user,
    fingerprints: policy.tiesFingerprint(moved.status) ? withMember(user.fingerprints, fingerprint) : user.fingerprints,
    devices: policy.remembersDevice(moved) ? withMember(user.devices, deviceToken) : user.devices,
  });
  if (moved.status !== 'SUCCESS' || moved.app !== undefined) return moveTo(context, moved, transaction);
  store.transactions.delete(moved.stateToken);
  if (moved.activation) endActivations(context, user);
  return showTransaction(context, { ...moved, expiresAt: now() + policy.lifetimeMs() }, issueSessionToken(context, moved));
}

/** An activation token is of no more use once its user is activated. */
function endActivations({ store }: RequestContext, { id }: User): void {
  for (const [token, { userId }] of store.activations) if (userId === id) store.activations.delete(token);
}

function issueSessionToken({ store, policy, now, id }: RequestContext, transaction: Transaction): string {
  for (const [token, { expiresAt }] of store.sessionTokens) {
    if (now() < expiresAt) break;
    store.sessionTokens.delete(token);
  }
  const sessionToken = `20111${id(50)}`;
  const { userId } = transaction;
  if (userId !== undefined && policy.honoursSessionToken(transaction))
    store.sessionTokens.set(sessionToken, { userId, expiresAt: now() + policy.lifetimeMs() });
  return sessionToken;
}

function withMember(members: readonly string[], member: string | undefined): readonly string[] {
  return member === undefined || members.includes(member) ? members : [...members, member];
}
