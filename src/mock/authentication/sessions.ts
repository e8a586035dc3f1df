import { json } from '../kit/json.ts';
import type { WireResponse } from '../kit/service.ts';
import { Refusal } from './errors.ts';
import { neededText, suspend, type Kit } from './kit.ts';

/** POST /api/v1/sessions: exchanges a session token, once, for a session. */
export async function createSession(kit: Kit): Promise<WireResponse> {
  const token = neededText(kit, 'sessionToken');
  const issued = kit.store.sessionTokens.get(token);
  const user = issued === undefined ? undefined : kit.store.users.get(issued.userId);
  if (issued === undefined || user === undefined || !kit.policy.sessionTokenLives(issued.expiresAt, kit.surroundings.now()))
    throw new Refusal('authenticationFailed');
  kit.store.sessionTokens.delete(token);
  const turn = await suspend(kit, user, 'session.before-write');
  const id = `102${kit.surroundings.id(22)}`;
  kit.store.sessions.set(id, turn.user.id);
  const cookie = `sid=${id}`;
  return json(200, { id, cookie, userId: turn.user.id, status: 'ACTIVE', active: true }, { 'set-cookie': `${cookie}; Path=/; HttpOnly` });
}

/** GET /api/v1/sessions/{session_id}: a session that is alive. */
export function getSession(kit: Kit): WireResponse {
  const id = kit.params['session_id'] ?? '';
  const userId = kit.store.sessions.get(id);
  if (userId === undefined) throw new Refusal('notFound');
  return json(200, { id, userId, status: 'ACTIVE', active: true });
}
