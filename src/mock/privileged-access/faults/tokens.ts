import type { Fault } from '../../kit/service.ts';
import type { Rules } from '../rules.ts';

const halfAnHour = 1_800_000;

/** Defects of bearer tokens: which are good, for what, and for how long. */
export const tokenFaults: readonly Fault<Rules>[] = [
  {
    id: 'pam-no-token-needed',
    clause: 'pam.authentication.bearer-header',
    alsoBreaks: ['pam.errors.authentication-error-condition'],
    difficulty: 'exchange',
    about: 'a request without an Authorization header speaks for the first user of the team',
    change: ({ tokenIn, anonymous }) => {
      let isBare = false;
      return {
        tokenIn(authorization) {
          isBare = authorization === '';
          return tokenIn(authorization);
        },
        anonymous: (team) => (isBare ? team.users.all[0] : anonymous(team)),
      };
    },
  },
  {
    id: 'pam-any-token',
    clause: 'pam.errors.authentication-error-condition',
    difficulty: 'exchange',
    about: 'whatever stands behind Bearer speaks for the first user of the team',
    change: ({ tokenIn, anonymous }) => {
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
  },
  {
    id: 'pam-any-scheme',
    clause: 'pam.authentication.bearer-scheme',
    alsoBreaks: ['pam.authentication.bearer-header', 'pam.errors.authentication-error-condition'],
    difficulty: 'exchange',
    about: 'a token is taken under any scheme, and without one',
    change: () => ({ tokenIn: (authorization) => authorization.split(' ').at(-1) }),
  },
  {
    id: 'pam-secret-is-token',
    clause: 'pam.service.key-exchange',
    alsoBreaks: ['pam.errors.authentication-error-condition'],
    difficulty: 'exchange',
    about: 'the secret of an API key is good as bearer token',
    change: ({ findToken }) => ({
      findToken(store, value) {
        const key = [...store.keys.values()].find(({ secret }) => secret === value);
        return key === undefined
          ? findToken(store, value)
          : { value, keyId: key.id, team: key.team, userId: key.userId, expiresAt: key.expiresAt, isLapsed: false };
      },
    }),
  },
  {
    id: 'pam-wrong-token-locks-out',
    clause: 'pam.errors.authentication-error-remedy',
    difficulty: 'sequence',
    about: 'after a request without a correct token, the next one with a correct token is refused, too',
    change({ tokenIn, findToken }) {
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
  },
  {
    id: 'pam-expired-token-works',
    clause: 'pam.authentication.expired-token',
    alsoBreaks: ['pam.service.token-short-lived', 'pam.resources.token.expires-at-meaning', 'pam.errors.authentication-error-condition'],
    difficulty: 'time',
    about: 'a bearer token is accepted after it has expired',
    change: () => ({ tokenIsOver: () => false }),
  },
  {
    id: 'pam-token-lives-a-year',
    clause: 'pam.service.token-short-lived',
    difficulty: 'time',
    about: 'bearer tokens that are issued live for a year',
    change: ({ issue }) => ({ issue: (fresh) => issue({ ...fresh, expiresAt: fresh.expiresAt + 365 * 48 * halfAnHour }) }),
  },
  {
    id: 'pam-token-ends-early',
    clause: 'pam.resources.token.expires-at-meaning',
    difficulty: 'time',
    about: 'a bearer token is refused from fifty minutes before its expires_at on',
    change: ({ tokenIsOver }) => ({ tokenIsOver: (token, now) => tokenIsOver(token, now + (5 / 3) * halfAnHour) }),
  },
  {
    id: 'pam-token-outlives-expires-at',
    clause: 'pam.resources.token.expires-at-meaning',
    difficulty: 'time',
    about: 'a token is good for three quarters of an hour longer than its expires_at says',
    change: ({ tokenView }) => ({ tokenView: (token) => tokenView({ ...token, expiresAt: token.expiresAt - 1.5 * halfAnHour }) }),
  },
  {
    id: 'pam-expired-token-forbidden',
    clause: 'pam.authentication.expired-token',
    alsoBreaks: ['pam.errors.authentication-error-condition'],
    difficulty: 'exchange',
    about: 'an expired bearer token is answered 403 forbidden_error, which tells nobody to issue a new one',
    change: () => ({ expiredToken: () => 'forbidden_error' }),
  },
  {
    id: 'pam-lapsed-permissions-count',
    clause: 'pam.errors.authorization-error-expired',
    difficulty: 'sequence',
    about: 'permissions that have expired go on permitting',
    change: () => ({ isLapsed: () => false }),
  },
  {
    id: 'pam-token-of-any-team',
    clause: 'pam.resources.token.team-scope',
    alsoBreaks: ['pam.resources.token.team-name'],
    difficulty: 'exchange',
    about: 'the bearer token of another team is accepted',
    change: () => ({ tokenFits: () => true }),
  },
  {
    id: 'pam-team-name-not-read',
    clause: 'pam.errors.resource-does-not-exist-misspelled',
    alsoBreaks: ['pam.service.team-paths'],
    difficulty: 'exchange',
    about: 'a path with a team name that does not exist is answered for the team of the token',
    change: ({ findTeam }) => ({ findTeam: (store, name, token) => findTeam(store, name, token) ?? store.teams.get(token?.team ?? '') }),
  },
  {
    id: 'pam-disabled-team-served',
    clause: 'pam.errors.disabled-team-condition',
    alsoBreaks: ['pam.errors.disabled-team-token'],
    difficulty: 'exchange',
    about: 'a disabled team is served as before',
    change: () => ({ isDisabled: () => false }),
  },
];
