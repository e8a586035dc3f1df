import type { WireResponse } from '../kit/service.ts';
import { Refusal } from './errors.ts';
import { beginTransaction, proceed, userOf } from './flow.ts';
import { current, suspend, type Kit } from './kit.ts';

/** POST /api/v1/authn with an activation token: takes the place of user name and password. */
export async function activate(kit: Kit, token: string): Promise<WireResponse> {
  const activation = kit.store.activations.get(token);
  const { policy, surroundings, call } = kit;
  const lives = activation !== undefined && policy.activationLives(activation.expiresAt, surroundings.now());
  if (!lives || !policy.takesActivation(call.trusted)) throw refused(kit, activation !== undefined);
  const begun = beginTransaction(kit, { userId: activation.userId, activation: true });
  const turn = await suspend(kit, userOf(kit, begun), 'activation.user-read');
  const user = current(turn.kit, turn.user);
  return proceed(turn.kit, { ...begun, userId: user.id, passwordSettled: user.password !== undefined }, user);
}

function refused({ policy, store }: Kit, issued: boolean): Refusal {
  return new Refusal(policy.activationError(issued), policy.activationCauses([...store.activations.values()].at(-1)?.userId));
}
