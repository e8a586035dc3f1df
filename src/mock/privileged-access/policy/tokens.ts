import type { Data } from '../../kit/service.ts';
import { textOf } from '../bodies.ts';
import type { Choices } from '../choices.ts';
import type { ErrorName } from '../errors.ts';
import type { ApiKey, Store, Team, Token, User } from '../store.ts';
import { timestamps } from '../timestamps.ts';

/** API keys, bearer tokens, and the teams that they open. Times in milliseconds. */
export interface TokenPolicy {
  readonly readKey: (body: Data) => { readonly id: string; readonly secret: string | undefined };
  readonly findKey: (store: Store, id: string, secret: string | undefined) => ApiKey | undefined;
  readonly secretFits: (key: ApiKey, secret: string | undefined) => boolean;
  readonly keyFits: (key: ApiKey, team: Team) => boolean;
  readonly keyIsOver: (key: ApiKey, now: number) => boolean;
  /** the token that is given out: the new one */
  readonly issue: (fresh: Token) => Token;
  readonly tokenView: (token: Token) => unknown;

  /** the token in an Authorization header */
  readonly tokenIn: (authorization: string) => string | undefined;
  readonly findToken: (store: Store, value: string) => Token | undefined;
  readonly tokenIsOver: (token: Token, now: number) => boolean;
  readonly tokenFits: (token: Token, team: Team) => boolean;
  readonly expiredToken: () => ErrorName;
  readonly isLapsed: (token: Token) => boolean;
  /** who a request without a bearer token speaks for: nobody */
  readonly anonymous: (team: Team) => User | undefined;
  readonly findTeam: (store: Store, name: string, token: Token | undefined) => Team | undefined;
  readonly isDisabled: (team: Team) => boolean;
}

export function tokenPolicy(choices: Choices): TokenPolicy {
  return {
    readKey: (body) => ({ id: textOf(body, 'key_id'), secret: textOf(body, 'key_secret') }),
    findKey: (store, id) => store.keys.get(id),
    secretFits: (key, secret) => key.secret === secret,
    keyFits: (key, team) => key.team === team.name,
    keyIsOver: (key, now) => now >= key.expiresAt,
    issue: (fresh) => fresh,
    tokenView: ({ value, expiresAt, team }) => ({
      bearer_token: value,
      expires_at: timestamps[choices.expiresAt](expiresAt),
      team_name: team,
    }),

    tokenIn: (authorization) => /^bearer +(\S+) *$/i.exec(authorization)?.[1],
    findToken: (store, value) => store.tokens.get(value),
    tokenIsOver: (token, now) => now >= token.expiresAt,
    tokenFits: (token, team) => token.team === team.name,
    expiredToken: () => choices.expiredToken,
    isLapsed: (token) => token.isLapsed,
    anonymous: () => undefined,
    findTeam: (store, name) => store.teams.get(name),
    isDisabled: (team) => team.disabled,
  };
}
