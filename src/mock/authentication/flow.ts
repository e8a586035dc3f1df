import type { WireResponse } from '../kit/service.ts';
import { Refusal } from './errors.ts';
import { neededText, saveUser, type Kit } from './kit.ts';
import type { Store } from './store.ts';
import { newTransaction, type Transaction } from './transactions.ts';
import type { User } from './users.ts';
import { showTransaction } from './view.ts';

/** A new transaction of this call; it is not remembered yet. */
export function beginTransaction({ surroundings, store, policy, call }: Kit, fields: Partial<Transaction>): Transaction {
  const stateToken = policy.stateToken(`00${surroundings.id(40)}`, store.inFlight, store.lastStateToken);
  store.lastStateToken = stateToken;
  dropLongDead(store, surroundings.now());
  return newTransaction(stateToken, surroundings.now() + policy.lifetimeMs(), { start: call, ...fields });
}

const keptForMs = 86_400_000;

/** Transactions that nobody has finished must not pile up. */
function dropLongDead({ transactions }: Store, now: number): void {
  for (const [stateToken, { expiresAt }] of transactions) {
    if (now < expiresAt + keptForMs) return;
    transactions.delete(stateToken);
  }
}

/** The live transaction of the body's state token. Refuses missing and dead ones. */
export function liveTransaction(kit: Kit): Transaction {
  return transactionWith(kit, neededText(kit, 'stateToken'));
}

/** The live transaction of a state token, its expiry put off where that is the choice. Refuses dead tokens. */
export function transactionWith(kit: Kit, stateToken: string | undefined): Transaction {
  const { store, policy, surroundings, choices } = kit;
  const transaction = policy.transactionOf(stateToken, store.transactions);
  if (transaction === undefined || !policy.transactionLives(transaction, surroundings.now())) throw new Refusal('deadToken');
  if (choices.expiresAt === 'fixed') return transaction;
  const extended = { ...transaction, expiresAt: surroundings.now() + policy.lifetimeMs() };
  store.transactions.set(extended.stateToken, extended);
  return extended;
}

/** The user of a transaction whose primary authentication has succeeded. */
export function userOf({ store }: Kit, { userId }: Transaction): User {
  const user = userId === undefined ? undefined : store.users.get(userId);
  if (user === undefined) throw new Refusal('notInThisState');
  return user;
}

/** Remembers a transaction in its new state, and shows it. */
export function moveTo(kit: Kit, next: Transaction, before: Transaction): WireResponse {
  const moved = { ...next, stateToken: kit.policy.stateTokenAfter(next, () => kit.surroundings.id(42)) };
  kit.store.transactions.set(moved.stateToken, kit.policy.remembered(moved, before));
  return showTransaction(kit, moved, kit.policy.showsSessionToken(moved) ? issueSessionToken(kit, moved) : undefined);
}

/** Takes a transaction to what it needs next: one more step of its user, or its end. */
export function proceed(kit: Kit, transaction: Transaction, user: User): WireResponse {
  const { policy, store, surroundings } = kit;
  const moved: Transaction = { ...transaction, status: policy.nextStatus(transaction, user, surroundings.now()) };
  const { fingerprint, deviceToken } = moved.start;
  if (moved.status === 'SUCCESS' && policy.notifies(user, fingerprint)) surroundings.emit('new-device-email', user.login);
  saveUser(kit, {
    ...user,
    fingerprints: policy.tiesFingerprint(moved.status) ? withMember(user.fingerprints, fingerprint) : user.fingerprints,
    devices: policy.remembersDevice(moved) ? withMember(user.devices, deviceToken) : user.devices,
  });
  if (moved.status !== 'SUCCESS' || moved.app !== undefined) return moveTo(kit, moved, transaction);
  store.transactions.delete(moved.stateToken);
  if (moved.activation) endActivations(kit, user);
  return showTransaction(kit, { ...moved, expiresAt: surroundings.now() + policy.lifetimeMs() }, issueSessionToken(kit, moved));
}

/** An activation token is of no more use once its user is activated. */
function endActivations({ store }: Kit, { id }: User): void {
  for (const [token, { userId }] of store.activations) if (userId === id) store.activations.delete(token);
}

function issueSessionToken({ store, policy, surroundings }: Kit, transaction: Transaction): string {
  for (const [token, { expiresAt }] of store.sessionTokens) {
    if (surroundings.now() < expiresAt) break;
    store.sessionTokens.delete(token);
  }
  const sessionToken = `20111${surroundings.id(50)}`;
  const { userId } = transaction;
  if (userId !== undefined && policy.honoursSessionToken(transaction))
    store.sessionTokens.set(sessionToken, { userId, expiresAt: surroundings.now() + policy.lifetimeMs() });
  return sessionToken;
}

function withMember(members: readonly string[], member: string | undefined): readonly string[] {
  return member === undefined || members.includes(member) ? members : [...members, member];
}
