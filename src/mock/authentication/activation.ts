import type { WireResponse } from '../core/service.ts';
import { Refusal } from './errors.ts';
import { beginTransaction, proceed, userOf } from './flow.ts';
import { suspend, type Kit } from './kit.ts';

/** POST /api/v1/authn with an activation token: takes the place of user name and password. */
export async function activate(kit: Kit, token: string): Promise<WireResponse> {
  const activation = kit.store.activations.get(token);
  if (activation === undefined || !kit.rules.activationLives(activation.expiresAt, kit.surroundings.now())) throw new Refusal('authenticationFailed');
  if (!kit.rules.takesActivation(kit.call.trusted)) throw new Refusal('authenticationFailed');
  const begun = beginTransaction(kit, { userId: activation.userId, activation: true });
  const turn = await suspend(kit, userOf(kit, begun), 'activation.user-read');
  return proceed(turn.kit, { ...begun, userId: turn.user.id, passwordSettled: turn.user.password !== undefined }, turn.user);
}
