import { json } from '../kit/json.ts';
import type { WireResponse } from '../kit/service.ts';
import { Refusal } from './errors.ts';
import { neededText, suspend, type RequestContext } from './context.ts';

/** POST /api/v1/sessions: exchanges a session token, once, for a session. */
export async function createSession(context: RequestContext): Promise<WireResponse> {
  const token = neededText(context, 'sessionToken');
  const issued = context.store.sessionTokens.get(token);
  const user = issued === undefined ? undefined : context.store.users.get(issued.userId);
  if (issued === undefined || user === undefined || !context.policy.sessionTokenLives(issued.expiresAt, context.now()))
    throw new Refusal('authenticationFailed');
  context.store.sessionTokens.delete(token);
  const resumed = await suspend(context, user, 'session.before-write');
  const id = `102${context.id(22)}`;
  context.store.sessions.set(id, resumed.user.id);
  const cookie = `sid=${id}`;
  return json(
    200,
    { id, cookie, userId: resumed.user.id, status: 'ACTIVE', active: true },
    { 'set-cookie': `${cookie}; Path=/; HttpOnly` },
  );
}

/** GET /api/v1/sessions/{session_id}: a session that is alive. */
export function getSession(context: RequestContext): WireResponse {
  const id = context.params['session_id'] ?? '';
  const userId = context.store.sessions.get(id);
  if (userId === undefined) throw new Refusal('notFound');
  return json(200, { id, userId, status: 'ACTIVE', active: true });
}
