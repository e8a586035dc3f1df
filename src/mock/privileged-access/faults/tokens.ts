import type { Faults } from '../../kit/faults.ts';
import { textOf } from '../bodies.ts';
import { Refusal } from '../errors.ts';
import { after, around, before, exchange, response, sequence, time } from '../fault.ts';
import type { Policy } from '../policy.ts';
import type { Token } from '../store.ts';

const twoHours = 7_200_000;

/** What a caller gets, or is refused for a reason, only with a token that works. */
const withToken = [
  'pam.authentication.reissue',
  'pam.authentication.role-rules',
  'pam.errors.authorization-error-condition',
  'pam.errors.forbidden-error-condition',
  'pam.errors.resource-deprecated-condition',
  'pam.resources.token.expires-at-meaning',
  'pam.roles.delegated-resource-admin-inside',
  'pam.roles.delegated-security-admin-inside',
  'pam.roles.most-permissive',
  'pam.roles.pam-admin-groups',
  'pam.roles.pam-admin-users',
  'pam.roles.resource-admin-creates',
  'pam.roles.security-admin-creates',
  'pam.versioning.resource-deprecated',
];

/** Defects of API keys and of the tokens that are issued for them. */
export const keyFaults: Faults<Policy> = {
  'pam-any-secret': exchange(
    'a token is issued for a known key ID, whatever the secret',
    ['pam.resources.token.key-secret', 'pam.service.api-key', 'pam.errors.authentication-error-condition'],
    { secretFits: () => true },
  ),
  'pam-any-key-id': exchange(
    'a token is issued for a known secret, whatever the key ID',
    ['pam.resources.token.key-id', 'pam.service.api-key', 'pam.errors.authentication-error-condition'],
    after('findKey', (result, store, _id, secret) => result ?? [...store.keys.values()].find((key) => key.secret === secret)),
  ),
  'pam-secret-may-be-missing': exchange(
    'a token is issued for a key ID without a secret',
    ['pam.endpoints.issue-token.request-both', 'pam.service.api-key', 'pam.resources.token.key-secret'],
    ({ readKey, secretFits }) => ({
      readKey: (body) => (body['key_secret'] === undefined ? { id: textOf(body, 'key_id'), secret: undefined } : readKey(body)),
      secretFits: (key, secret) => secret === undefined || secretFits(key, secret),
    }),
  ),
  'pam-improper-key-breaks-service': exchange(
    'a token request whose members are missing or no strings is answered 500',
    ['pam.errors.invalid-request-condition', 'pam.endpoints.issue-token.request', 'pam.endpoints.issue-token.request-both'],
    before('readKey', (body) => {
      for (const name of ['key_id', 'key_secret'])
        if (typeof body[name] !== 'string') throw new Refusal('unknown_error', `${name} cannot be read.`);
      return [body];
    }),
  ),
  'pam-key-id-as-number': exchange(
    'numbers in a token request are taken as strings, and answered 401',
    ['pam.endpoints.issue-token.request', 'pam.errors.invalid-request-condition'],
    before('readKey', (body) => [
      Object.fromEntries(Object.entries(body).map(([name, value]) => [name, typeof value === 'number' ? String(value) : value])),
    ]),
  ),
  'pam-improper-key-remembered': sequence(
    'after an improper token request, the corrected one is refused as improper, too',
    ['pam.errors.invalid-request-retry', 'pam.authentication.issue'],
    around('readKey', (readKey) => {
      let wasImproper = false;
      return (body) => {
        if (wasImproper) {
          wasImproper = false;
          throw new Refusal('invalid_request', 'key_id must be a string.', 'key_id');
        }
        wasImproper = true;
        const key = readKey(body);
        wasImproper = false;
        return key;
      };
    }),
  ),
  'pam-expired-key-works': exchange('a token is issued for an API key that has expired', 'pam.authentication.api-key-expiry', {
    keyIsOver: () => false,
  }),
  'pam-key-works-once': sequence(
    'an API key can be exchanged only once',
    ['pam.authentication.reissue', 'pam.authentication.issue'],
    around('keyIsOver', (keyIsOver) => {
      const used = new Set<string>();
      return (key, now) => {
        const isOver = used.has(key.id) || keyIsOver(key, now);
        used.add(key.id);
        return isOver;
      };
    }),
  ),
  'pam-same-token-again': time(
    'issuing again answers the first token of the key, also once it has expired',
    ['pam.authentication.reissue', 'pam.resources.token.bearer-token-fresh'],
    around('issue', (issue) => {
      const first = new Map<string, Token>();
      return (fresh) => {
        const token = first.get(fresh.keyId) ?? issue(fresh);
        first.set(fresh.keyId, token);
        return token;
      };
    }),
  ),
  'pam-expires-at-past': response(
    'expires_at is two hours too early, before the time of issue',
    ['pam.resources.token.bearer-token-fresh', 'pam.resources.token.expires-at-meaning'],
    before('tokenView', (token) => [{ ...token, expiresAt: token.expiresAt - twoHours }]),
  ),
  'pam-expires-at-as-http-date': response(
    'expires_at is written as an HTTP date, which the profile does not declare',
    'pam.resources.token.expires-at-notation',
    after('tokenView', (view, token) => Object.assign({}, view, { expires_at: new Date(token.expiresAt).toUTCString() })),
  ),
  'pam-expires-at-as-duration': response(
    'expires_at says how long the token lives, not until when',
    'pam.resources.token.expires-at',
    after('tokenView', (view) => Object.assign({}, view, { expires_at: 'PT1H' })),
  ),
  'pam-token-cut': exchange(
    'the last character of bearer_token is missing, so that it is refused',
    ['pam.resources.token.bearer-token-use', ...withToken, 'pam.resources.token.bearer-token-fresh'],
    before('tokenView', (token) => [{ ...token, value: token.value.slice(0, -1) }]),
  ),
  'pam-team-name-of-nobody': exchange(
    'team_name of an issued token is not the team of the token',
    'pam.resources.token.team-name',
    before('tokenView', (token) => [{ ...token, team: 'default' }]),
  ),
};

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
  'pam-token-ends-a-minute-early': time(
    'a bearer token is refused in the last minute before its expires_at',
    'pam.resources.token.expires-at-meaning',
    before('tokenIsOver', (token, now) => [token, now + 60_000]),
  ),
  'pam-token-ends-a-minute-late': time(
    'a bearer token is good for a minute after its expires_at',
    ['pam.resources.token.expires-at-meaning', 'pam.authentication.expired-token', 'pam.service.token-short-lived'],
    before('tokenIsOver', (token, now) => [token, now - 60_000]),
  ),
  'pam-token-prolonged-by-use': time(
    'each use of a bearer token puts its end off by an hour, whatever its expires_at says',
    ['pam.resources.token.expires-at-meaning', 'pam.authentication.expired-token'],
    around('tokenIsOver', (tokenIsOver) => {
      const used = new Map<string, number>();
      return (token, now) => {
        const end = Math.max(token.expiresAt, (used.get(token.value) ?? 0) + 2 * halfAnHour);
        const isOver = tokenIsOver({ ...token, expiresAt: end }, now);
        if (!isOver) used.set(token.value, now);
        return isOver;
      };
    }),
  ),
  'pam-expired-token-returns': time(
    'a bearer token that has expired is good again a day later',
    ['pam.resources.token.expires-at-meaning', 'pam.authentication.expired-token', 'pam.service.token-short-lived'],
    after('tokenIsOver', (result, token, now) => result && now < token.expiresAt + 48 * halfAnHour),
  ),
  'pam-expired-token-forbidden-later': time(
    'half a day after its end a bearer token is answered 403 forbidden_error, which tells nobody to issue a new one',
    ['pam.authentication.expired-token', 'pam.errors.authentication-error-condition'],
    ({ tokenIsOver, expiredToken }) => {
      let isOld = false;
      return {
        tokenIsOver(token, now) {
          isOld = now >= token.expiresAt + 24 * halfAnHour;
          return tokenIsOver(token, now);
        },
        expiredToken: () => (isOld ? 'forbidden_error' : expiredToken()),
      };
    },
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
  'pam-token-tail-ignored': exchange(
    'the last character of a bearer token does not count',
    'pam.errors.authentication-error-condition',
    after(
      'findToken',
      (result, store, value) => result ?? [...store.tokens.values()].find((one) => one.value.slice(0, -1) === value.slice(0, -1)),
    ),
  ),
  'pam-token-works-twice': sequence(
    'a bearer token is refused from its third use on',
    'pam.resources.token.expires-at-meaning',
    around('tokenIsOver', (tokenIsOver) => {
      const uses = new Map<string, number>();
      return (token, now) => {
        uses.set(token.value, (uses.get(token.value) ?? 0) + 1);
        return (uses.get(token.value) ?? 0) > 2 || tokenIsOver(token, now);
      };
    }),
  ),
  'pam-disabled-team-takes-groups': exchange(
    'a disabled team can be written to',
    'pam.errors.disabled-team-condition',
    after('isDisabled', (result, _team, method) => result && method === 'GET'),
  ),
  'pam-disabled-team-served': exchange(
    'a disabled team is served as before',
    ['pam.errors.disabled-team-condition', 'pam.errors.disabled-team-token'],
    { isDisabled: () => false },
  ),
};
