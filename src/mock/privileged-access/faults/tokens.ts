import type { Faults } from '../../kit/faults.ts';
import { textOf } from '../bodies.ts';
import { Refusal } from '../errors.ts';
import { after, around, before } from '../fault.ts';
import type { Policy } from '../policy.ts';
import type { Token } from '../store.ts';

const twoHours = 7_200_000;

/** Defects of API keys and of the tokens that are issued for them. */
export const keyFaults: Faults<Policy> = {
  'pam-any-secret': { secretFits: () => true },
  'pam-any-key-id': after(
    'findKey',
    (result, store, _id, secret) => result ?? [...store.keys.values()].find((key) => key.secret === secret),
  ),
  'pam-secret-may-be-missing': ({ readKey, secretFits }) => ({
    readKey: (body) => (body['key_secret'] === undefined ? { id: textOf(body, 'key_id'), secret: undefined } : readKey(body)),
    secretFits: (key, secret) => secret === undefined || secretFits(key, secret),
  }),
  'pam-improper-key-breaks-service': before('readKey', (body) => {
    for (const name of ['key_id', 'key_secret'])
      if (typeof body[name] !== 'string') throw new Refusal('unknown_error', `${name} cannot be read.`);
    return [body];
  }),
  'pam-key-id-as-number': before('readKey', (body) => [
    Object.fromEntries(Object.entries(body).map(([name, value]) => [name, typeof value === 'number' ? String(value) : value])),
  ]),
  'pam-improper-key-remembered': around('readKey', (readKey) => {
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
  'pam-expired-key-works': { keyIsOver: () => false },
  'pam-key-works-once': around('keyIsOver', (keyIsOver) => {
    const used = new Set<string>();
    return (key, now) => {
      const isOver = used.has(key.id) || keyIsOver(key, now);
      used.add(key.id);
      return isOver;
    };
  }),
  'pam-same-token-again': around('issue', (issue) => {
    const first = new Map<string, Token>();
    return (fresh) => {
      const token = first.get(fresh.keyId) ?? issue(fresh);
      first.set(fresh.keyId, token);
      return token;
    };
  }),
  'pam-expires-at-past': before('tokenView', (token) => [{ ...token, expiresAt: token.expiresAt - twoHours }]),
  'pam-expires-at-as-http-date': after('tokenView', (view, token) =>
    Object.assign({}, view, { expires_at: new Date(token.expiresAt).toUTCString() }),
  ),
  'pam-expires-at-as-duration': after('tokenView', (view) => Object.assign({}, view, { expires_at: 'PT1H' })),
  'pam-token-cut': before('tokenView', (token) => [{ ...token, value: token.value.slice(0, -1) }]),
  'pam-team-name-of-nobody': before('tokenView', (token) => [{ ...token, team: 'default' }]),
};

const halfAnHour = 1_800_000;

/** Defects of bearer tokens: which are good, for what, and for how long. */
export const tokenFaults: Faults<Policy> = {
  'pam-no-token-needed': ({ tokenIn, anonymous }) => {
    let isBare = false;
    return {
      tokenIn(authorization) {
        isBare = authorization === '';
        return tokenIn(authorization);
      },
      anonymous: (team) => (isBare ? team.users.all[0] : anonymous(team)),
    };
  },
  'pam-any-token': ({ tokenIn, anonymous }) => {
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
  'pam-any-scheme': { tokenIn: (authorization) => authorization.split(' ').at(-1) },
  'pam-secret-is-token': after('findToken', (result, store, value) => {
    const key = [...store.keys.values()].find(({ secret }) => secret === value);
    return key === undefined
      ? result
      : { value, keyId: key.id, team: key.team, userId: key.userId, expiresAt: key.expiresAt, isLapsed: false };
  }),
  'pam-wrong-token-locks-out': ({ tokenIn, findToken }) => {
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
  'pam-expired-token-works': { tokenIsOver: () => false },
  'pam-token-lives-a-year': before('issue', (fresh) => [{ ...fresh, expiresAt: fresh.expiresAt + 365 * 48 * halfAnHour }]),
  'pam-token-ends-early': before('tokenIsOver', (token, now) => [token, now + (5 / 3) * halfAnHour]),
  'pam-token-outlives-expires-at': before('tokenView', (token) => [{ ...token, expiresAt: token.expiresAt - 1.5 * halfAnHour }]),
  'pam-token-ends-a-minute-early': before('tokenIsOver', (token, now) => [token, now + 60_000]),
  'pam-token-ends-a-minute-late': before('tokenIsOver', (token, now) => [token, now - 60_000]),
  'pam-token-prolonged-by-use': around('tokenIsOver', (tokenIsOver) => {
    const used = new Map<string, number>();
    return (token, now) => {
      const end = Math.max(token.expiresAt, (used.get(token.value) ?? 0) + 2 * halfAnHour);
      const isOver = tokenIsOver({ ...token, expiresAt: end }, now);
      if (!isOver) used.set(token.value, now);
      return isOver;
    };
  }),
  'pam-expired-token-returns': after('tokenIsOver', (result, token, now) => result && now < token.expiresAt + 48 * halfAnHour),
  'pam-expired-token-forbidden-later': ({ tokenIsOver, expiredToken }) => {
    let isOld = false;
    return {
      tokenIsOver(token, now) {
        isOld = now >= token.expiresAt + 24 * halfAnHour;
        return tokenIsOver(token, now);
      },
      expiredToken: () => (isOld ? 'forbidden_error' : expiredToken()),
    };
  },
  'pam-expired-token-forbidden': { expiredToken: () => 'forbidden_error' },
  'pam-lapsed-permissions-count': { isLapsed: () => false },
  'pam-token-of-any-team': { tokenFits: () => true },
  'pam-team-name-not-read': after('findTeam', (result, store, _name, token) => result ?? store.teams.get(token?.team ?? '')),
  'pam-token-tail-ignored': after(
    'findToken',
    (result, store, value) => result ?? [...store.tokens.values()].find((one) => one.value.slice(0, -1) === value.slice(0, -1)),
  ),
  'pam-token-works-twice': around('tokenIsOver', (tokenIsOver) => {
    const uses = new Map<string, number>();
    return (token, now) => {
      uses.set(token.value, (uses.get(token.value) ?? 0) + 1);
      return (uses.get(token.value) ?? 0) > 2 || tokenIsOver(token, now);
    };
  }),
  'pam-disabled-team-takes-groups': after('isDisabled', (result, _team, method) => result && method === 'GET'),
  'pam-disabled-team-served': { isDisabled: () => false },
};
