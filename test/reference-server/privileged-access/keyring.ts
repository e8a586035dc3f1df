import { parsed, type Call } from '../http/call.ts';
import type { Reply } from '../http/reply.ts';
import { demandObject } from './access.ts';
import { refuse } from './refusal.ts';
import { issue, TOKEN_LIFETIME_MS } from './teams.ts';
import type { Key, PrivilegedAccessService } from './teams.ts';

/** Exchanges a key for a bearer token; for a disabled team too. */
export function exchangeKey(privilegedAccess: PrivilegedAccessService): (call: Call) => Reply {
  return (call) => {
    if (parsed(call) === null && privilegedAccess.defects.has('pam.null-body-breaks-issue')) throw refuse('unknown_error', 'What now?');
    const { key_id: id, key_secret: given, purpose } = demandObject(privilegedAccess, call);
    const secret: unknown = Array.isArray(given) && privilegedAccess.defects.has('pam.secret-in-array') ? given[0] : given;
    for (const part of [id, secret, purpose])
      if (part !== undefined && part !== null && typeof part !== 'string')
        throw refuse(privilegedAccess.defects.has('pam.number-is-500') ? 'unknown_error' : 'invalid_request', 'Strings are asked for.');
    if (purpose !== 'service-user') throw refuse('invalid_request', 'What is the token for?');
    const grace = privilegedAccess.defects.has('pam.key-expiry-grace') ? 5 * 60_000 : 0;
    const key = typeof id === 'string' ? privilegedAccess.keys.get(id) : undefined;
    if (key === undefined || !opens(privilegedAccess, key, secret) || key.expiresAt + grace <= privilegedAccess.clock.now())
      throw refuse('authentication_error', 'This key opens nothing.');
    const other = privilegedAccess.teams.get(call.args['team'] ?? '');
    const isOpen = other !== undefined && privilegedAccess.defects.has('pam.foreign-key-opens');
    if (call.args['team'] !== key.team.name && !isOpen) throw refuse('resource_does_not_exist', 'The key knows no such team.');
    // A key has one token at a time.
    const { defects, tokens } = privilegedAccess;
    const before = defects.has('pam.expires-at-of-first-token') ? [...tokens.values()].find(({ keyId }) => keyId === key.id) : undefined;
    const latest = call.overlapping && defects.has('pam.exchanges-at-once-one-token') ? latestOf(privilegedAccess, key) : undefined;
    const isLapsed = [...tokens.values()].some(({ keyId, permitted }) => keyId === key.id && !permitted);
    const former = [...tokens.values()].filter(({ keyId }) => keyId === key.id);
    for (const { value } of former) tokens.delete(value);
    const token =
      latest ??
      justOver(privilegedAccess, key) ??
      ofTheTeam(privilegedAccess, key) ??
      issue(privilegedAccess, { ...key, team: other ?? key.team });
    if (isLapsed && defects.has('pam.reauthentication-in-vain')) token.permitted = false;
    if (defects.has('pam.expired-token-revived-by-new-one'))
      for (const old of former) tokens.set(old.value, Object.assign(old, { expiresAt: token.expiresAt }));
    privilegedAccess.handedOut.set(key.id, token);
    const encoded = defects.has('pam.team-name-encoded') ? encodeURIComponent(token.team.name) : token.team.name;
    return {
      status: 201,
      headers: { 'Cache-Control': 'no-store' },
      json: {
        scheme: 'Bearer',
        team_name: defects.has('pam.team-name-upper-cased') ? encoded.toUpperCase() : encoded,
        expires_at: defects.has('pam.expires-at-lifetime') ? TOKEN_LIFETIME_MS / 1000 : (before?.expiresAt ?? token.expiresAt),
        issued_at: privilegedAccess.clock.now(),
        bearer_token: `${defects.has('pam.token-with-scheme') ? 'Bearer ' : ''}${token.value}`,
      },
    };
  };
}

function opens({ defects, keys, tokens, handedOut }: PrivilegedAccessService, { id, secret, team }: Key, given: unknown): boolean {
  if (typeof given === 'string' && given.startsWith(secret) && defects.has('pam.key-secret-with-tail')) return true;
  if (typeof given === 'string' && tokens.get(given)?.keyId === id && defects.has('pam.bearer-as-key-secret')) return true;
  if (typeof given === 'string' && handedOut.has(id) && defects.has('pam.secret-checked-once')) return true;
  if (given === undefined && defects.has('pam.key-secret-optional')) return true;
  if (!defects.has('pam.key-secret-of-another-key')) return given === secret;
  return [...keys.values()].some((key) => key.team === team && key.secret === given);
}

/** The last token of the key, where a defect keeps it for ten minutes longer than it lives. */
function justOver({ defects, handedOut, clock }: PrivilegedAccessService, { id }: Key): ReturnType<typeof issue> | undefined {
  const last = handedOut.get(id);
  if (last === undefined || !defects.has('pam.expired-token-again')) return undefined;
  return last.expiresAt <= clock.now() && last.expiresAt + 10 * 60_000 > clock.now() ? last : undefined;
}

/** The token of the team that was handed out last, to whatever key. */
function latestOf({ handedOut }: PrivilegedAccessService, { team }: Key): ReturnType<typeof issue> | undefined {
  return [...handedOut.values()].findLast((token) => token.team === team);
}

function ofTheTeam({ defects, tokens, clock }: PrivilegedAccessService, { team }: Key): ReturnType<typeof issue> | undefined {
  if (!defects.has('pam.token-of-the-team')) return undefined;
  return [...tokens.values()].find((token) => token.team === team && token.expiresAt > clock.now());
}
