import type { Call } from '../http/call.ts';
import type { Reply } from '../http/reply.ts';
import { demandObject } from './access.ts';
import { refuse } from './refusal.ts';
import { issue } from './teams.ts';
import type { PrivilegedAccessService } from './teams.ts';

/** Exchanges a key for a bearer token; for a disabled team too. */
export function exchangeKey(privilegedAccess: PrivilegedAccessService): (call: Call) => Reply {
  return (call) => {
    const { key_id: id, key_secret: secret, purpose } = demandObject(call);
    for (const part of [id, secret, purpose])
      if (part !== undefined && part !== null && typeof part !== 'string') throw refuse('invalid_request', 'Strings are asked for.');
    if (purpose !== 'service-user') throw refuse('invalid_request', 'What is the token for?');
    const key = typeof id === 'string' ? privilegedAccess.keys.get(id) : undefined;
    if (key === undefined || key.secret !== secret || key.expiresAt <= privilegedAccess.clock.now())
      throw refuse('authentication_error', 'This key opens nothing.');
    if (call.args['team'] !== key.team.name) throw refuse('resource_does_not_exist', 'The key knows no such team.');
    // A key has one token at a time.
    for (const [value, { keyId }] of privilegedAccess.tokens) if (keyId === key.id) privilegedAccess.tokens.delete(value);
    const token = issue(privilegedAccess, key);
    return {
      status: 201,
      headers: { 'Cache-Control': 'no-store' },
      json: {
        scheme: 'Bearer',
        team_name: key.team.name,
        expires_at: token.expiresAt,
        issued_at: privilegedAccess.clock.now(),
        bearer_token: token.value,
      },
    };
  };
}
