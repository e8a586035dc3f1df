import { json } from '../kit/json.ts';
import type { WireResponse } from '../kit/service.ts';
import { readBody, type Context, type RequestContext } from './context.ts';
import { demandEnabled, existingTeam } from './access.ts';
import { Refusal } from './errors.ts';
import type { ApiKey, Team, Token } from './store.ts';

export const tokenLifetimeMs = 3_600_000;

/**
 * Issues a bearer token for an API key (Authentication, items 2 and 3). Throws Refusal: `authentication_error` for a key that
 * is unknown, of another team, over, or sent with a wrong secret.
 */
export function issueToken(context: RequestContext): WireResponse {
  const { policy, store, choices } = context;
  const { id, secret } = policy.readKey(readBody(context));
  const team = existingTeam(context);
  const key = policy.findKey(store, id, secret);
  const now = context.now();
  if (key === undefined || !policy.secretFits(key, secret) || policy.keyIsOver(key, now))
    throw new Refusal('authentication_error', 'The API key is not valid. Make a new one in the dashboard.');
  if (!policy.keyFits(key, team)) throw new Refusal(choices.otherTeam, 'The API key is one of another team.');
  if (choices.tokenOfDisabledTeam === 'refused') demandEnabled(context, team);
  const token = policy.issue(newToken(context, team, key, now + tokenLifetimeMs));
  store.tokens.set(token.value, token);
  return json(200, policy.tokenView(token));
}

/** A token for a key that ends at a time (milliseconds since the epoch). */
export function newToken(context: Context, team: Team, key: ApiKey, end: number): Token {
  return { value: context.id(64), keyId: key.id, team: team.name, userId: key.userId, expiresAt: wholeSeconds(end), isLapsed: false };
}

/** `expires_at` may show whole seconds: a token ends when it says so. */
function wholeSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000) * 1000;
}
