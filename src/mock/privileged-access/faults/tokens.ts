import type { Faults } from '../../kit/faults.ts';
import { after, before, exchange, sequence, time } from '../fault.ts';
import type { Policy } from '../policy.ts';

const halfAnHour = 1_800_000;

/** Defects of bearer tokens: which are good, for what, and for how long. */
export const tokenFaults: Faults<Policy> = {
  'pam-no-token-needed': exchange(
    'a request without an Authorization header speaks for the first user of the team',
    ['pam.authentication.bearer-header', 'pam.errors.authentication-error-condition'],
    ({ tokenIn, anonymous }) => {
      let isBare = false;
      return {
        tokenIn(authorization) {
          isBare = authorization === '';
          return tokenIn(authorization);
        },
        anonymous: (team) => (isBare ? team.users.all[0] : anonymous(team)),
      };
    },
  ),
  'pam-any-token': exchange(
    'whatever stands behind Bearer speaks for the first user of the team',
    'pam.errors.authentication-error-condition',
    ({ tokenIn, anonymous }) => {
      let isBearer = false;
      return {
        tokenIn(authorization) {
          const value = tokenIn(authorization);
          isBearer = value !== undefined;
          return value;
        },
        anonymous: (team) => (isBearer ? team.users.all[0] : anonymous(team)),
      };
    },
  ),
  'pam-any-scheme': exchange(
    'a token is taken under any scheme, and without one',
    ['pam.authentication.bearer-scheme', 'pam.authentication.bearer-header', 'pam.errors.authentication-error-condition'],
    { tokenIn: (authorization) => authorization.split(' ').at(-1) },
  ),
  'pam-secret-is-token': exchange(
    'the secret of an API key is good as bearer token',
    ['pam.service.key-exchange', 'pam.errors.authentication-error-condition'],
    after('findToken', (result, store, value) => {
      const key = [...store.keys.values()].find(({ secret }) => secret === value);
      return key === undefined
        ? result
        : { value, keyId: key.id, team: key.team, userId: key.userId, expiresAt: key.expiresAt, isLapsed: false };
    }),
  ),
  'pam-wrong-token-locks-out': sequence(
    'after a request without a correct token, the next one with a correct token is refused, too',
    'pam.errors.authentication-error-remedy',
    ({ tokenIn, findToken }) => {
      let isLocked = false;
      return {
        tokenIn(authorization) {
          const value = tokenIn(authorization);
          if (value === undefined) isLocked = true;
          return value;
        },
        findToken(store, value) {
          const token = findToken(store, value);
          const refused = isLocked;
          isLocked = token === undefined;
          return refused ? undefined : token;
        },
      };
    },
  ),
  'pam-expired-token-works': time(
    'a bearer token is accepted after it has expired',
    [
      'pam.authentication.expired-token',
      'pam.service.token-short-lived',
      'pam.resources.token.expires-at-meaning',
      'pam.errors.authentication-error-condition',
    ],
    { tokenIsOver: () => false },
  ),
  'pam-token-lives-a-year': time(
    'bearer tokens that are issued live for a year',
    'pam.service.token-short-lived',
    before('issue', (fresh) => [{ ...fresh, expiresAt: fresh.expiresAt + 365 * 48 * halfAnHour }]),
  ),
  'pam-token-ends-early': time(
    'a bearer token is refused from fifty minutes before its expires_at on',
    'pam.resources.token.expires-at-meaning',
    before('tokenIsOver', (token, now) => [token, now + (5 / 3) * halfAnHour]),
  ),
  'pam-token-outlives-expires-at': time(
    'a token is good for three quarters of an hour longer than its expires_at says',
    'pam.resources.token.expires-at-meaning',
    before('tokenView', (token) => [{ ...token, expiresAt: token.expiresAt - 1.5 * halfAnHour }]),
  ),
  'pam-expired-token-forbidden': exchange(
    'an expired bearer token is answered 403 forbidden_error, which tells nobody to issue a new one',
    ['pam.authentication.expired-token', 'pam.errors.authentication-error-condition'],
    { expiredToken: () => 'forbidden_error' },
  ),
  'pam-lapsed-permissions-count': sequence('permissions that have expired go on permitting', 'pam.errors.authorization-error-expired', {
    isLapsed: () => false,
  }),
  'pam-token-of-any-team': exchange(
    'the bearer token of another team is accepted',
    ['pam.resources.token.team-scope', 'pam.resources.token.team-name'],
    { tokenFits: () => true },
  ),
  'pam-team-name-not-read': exchange(
    'a path with a team name that does not exist is answered for the team of the token',
    ['pam.errors.resource-does-not-exist-misspelled', 'pam.service.team-paths'],
    after('findTeam', (result, store, _name, token) => result ?? store.teams.get(token?.team ?? '')),
  ),
  'pam-disabled-team-served': exchange(
    'a disabled team is served as before',
    ['pam.errors.disabled-team-condition', 'pam.errors.disabled-team-token'],
    { isDisabled: () => false },
  ),
};
