import type { Fault } from '../../kit/service.ts';
import { textOf } from '../bodies.ts';
import { Refusal } from '../errors.ts';
import type { Rules } from '../rules.ts';
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
export const keyFaults: readonly Fault<Rules>[] = [
  {
    id: 'pam-any-secret',
    clause: 'pam.resources.token.key-secret',
    alsoBreaks: ['pam.service.api-key', 'pam.errors.authentication-error-condition'],
    difficulty: 'exchange',
    about: 'a token is issued for a known key ID, whatever the secret',
    change: () => ({ secretFits: () => true }),
  },
  {
    id: 'pam-any-key-id',
    clause: 'pam.resources.token.key-id',
    alsoBreaks: ['pam.service.api-key', 'pam.errors.authentication-error-condition'],
    difficulty: 'exchange',
    about: 'a token is issued for a known secret, whatever the key ID',
    change: ({ findKey }) => ({
      findKey: (store, id, secret) => findKey(store, id, secret) ?? [...store.keys.values()].find((key) => key.secret === secret),
    }),
  },
  {
    id: 'pam-secret-may-be-missing',
    clause: 'pam.endpoints.issue-token.request-both',
    alsoBreaks: ['pam.service.api-key', 'pam.resources.token.key-secret'],
    difficulty: 'exchange',
    about: 'a token is issued for a key ID without a secret',
    change: ({ readKey, secretFits }) => ({
      readKey: (body) => (body['key_secret'] === undefined ? { id: textOf(body, 'key_id'), secret: undefined } : readKey(body)),
      secretFits: (key, secret) => secret === undefined || secretFits(key, secret),
    }),
  },
  {
    id: 'pam-improper-key-breaks-service',
    clause: 'pam.errors.invalid-request-condition',
    alsoBreaks: ['pam.endpoints.issue-token.request', 'pam.endpoints.issue-token.request-both'],
    difficulty: 'exchange',
    about: 'a token request whose members are missing or no strings is answered 500',
    change: ({ readKey }) => ({
      readKey(body) {
        for (const name of ['key_id', 'key_secret'])
          if (typeof body[name] !== 'string') throw new Refusal('unknown_error', `${name} cannot be read.`);
        return readKey(body);
      },
    }),
  },
  {
    id: 'pam-key-id-as-number',
    clause: 'pam.endpoints.issue-token.request',
    alsoBreaks: ['pam.errors.invalid-request-condition'],
    difficulty: 'exchange',
    about: 'numbers in a token request are taken as strings, and answered 401',
    change: ({ readKey }) => ({
      readKey: (body) =>
        readKey(Object.fromEntries(Object.entries(body).map(([name, value]) => [name, typeof value === 'number' ? String(value) : value]))),
    }),
  },
  {
    id: 'pam-improper-key-remembered',
    clause: 'pam.errors.invalid-request-retry',
    alsoBreaks: ['pam.authentication.issue'],
    difficulty: 'sequence',
    about: 'after an improper token request, the corrected one is refused as improper, too',
    change({ readKey }) {
      let wasImproper = false;
      return {
        readKey(body) {
          if (wasImproper) {
            wasImproper = false;
            throw new Refusal('invalid_request', 'key_id must be a string.', 'key_id');
          }
          wasImproper = true;
          const key = readKey(body);
          wasImproper = false;
          return key;
        },
      };
    },
  },
  {
    id: 'pam-expired-key-works',
    clause: 'pam.authentication.api-key-expiry',
    difficulty: 'exchange',
    about: 'a token is issued for an API key that has expired',
    change: () => ({ keyIsOver: () => false }),
  },
  {
    id: 'pam-key-works-once',
    clause: 'pam.authentication.reissue',
    alsoBreaks: ['pam.authentication.issue'],
    difficulty: 'sequence',
    about: 'an API key can be exchanged only once',
    change({ keyIsOver }) {
      const used = new Set<string>();
      return {
        keyIsOver(key, now) {
          const isOver = used.has(key.id) || keyIsOver(key, now);
          used.add(key.id);
          return isOver;
        },
      };
    },
  },
  {
    id: 'pam-same-token-again',
    clause: 'pam.authentication.reissue',
    alsoBreaks: ['pam.resources.token.bearer-token-fresh'],
    difficulty: 'time',
    about: 'issuing again answers the first token of the key, also once it has expired',
    change({ issue }) {
      const first = new Map<string, Token>();
      return {
        issue(fresh) {
          const token = first.get(fresh.keyId) ?? issue(fresh);
          first.set(fresh.keyId, token);
          return token;
        },
      };
    },
  },
  {
    id: 'pam-expires-at-past',
    clause: 'pam.resources.token.bearer-token-fresh',
    alsoBreaks: ['pam.resources.token.expires-at-meaning'],
    difficulty: 'response',
    about: 'expires_at is two hours too early, before the time of issue',
    change: ({ tokenView }) => ({ tokenView: (token) => tokenView({ ...token, expiresAt: token.expiresAt - twoHours }) }),
  },
  {
    id: 'pam-expires-at-as-http-date',
    clause: 'pam.resources.token.expires-at-notation',
    difficulty: 'response',
    about: 'expires_at is written as an HTTP date, which the profile does not declare',
    change: ({ tokenView }) => ({
      tokenView: (token) => Object.assign({}, tokenView(token), { expires_at: new Date(token.expiresAt).toUTCString() }),
    }),
  },
  {
    id: 'pam-expires-at-as-duration',
    clause: 'pam.resources.token.expires-at',
    difficulty: 'response',
    about: 'expires_at says how long the token lives, not until when',
    change: ({ tokenView }) => ({ tokenView: (token) => Object.assign({}, tokenView(token), { expires_at: 'PT1H' }) }),
  },
  {
    id: 'pam-token-cut',
    clause: 'pam.resources.token.bearer-token-use',
    alsoBreaks: [...withToken, 'pam.resources.token.bearer-token-fresh'],
    difficulty: 'exchange',
    about: 'the last character of bearer_token is missing, so that it is refused',
    change: ({ tokenView }) => ({ tokenView: (token) => tokenView({ ...token, value: token.value.slice(0, -1) }) }),
  },
  {
    id: 'pam-team-name-of-nobody',
    clause: 'pam.resources.token.team-name',
    difficulty: 'exchange',
    about: 'team_name of an issued token is not the team of the token',
    change: ({ tokenView }) => ({ tokenView: (token) => tokenView({ ...token, team: 'default' }) }),
  },
];
