import { describe, expect, test } from 'vitest';
import { loadSpecs } from './load.ts';
import { createVocabulary } from './vocabulary.ts';

const vocabulary = createVocabulary(Object.values(loadSpecs().documents));

describe('names of secrets', () => {
  test.each(['stateToken', 'state_token', 'STATE-TOKEN', 'state.token', 'statetoken', 'state_token2'])(
    'of the documents, spelt %s',
    (name) => {
      expect(vocabulary.kindOf(name)).toBe('state-token');
    },
  );
  test.each([
    'access_token',
    'refreshToken',
    'id_token',
    'client_secret',
    'clientSecret',
    'api_key',
    'X-Api-Key',
    'Authorization',
    'Set-Cookie',
    'private_key',
    'userPassword',
    'password_hash',
    'tokenValue',
    'credentials',
    'otp',
    'mfa_pin',
    'client_assertion',
    'X-CSRF-Token',
    'recoveryCode',
    'code_verifier',
    'secret_answer',
    'totp_seed',
    'oauth-nonce',
    'service_ticket',
    'magicLink',
  ])('that are secret everywhere: %s', (name) => {
    expect(vocabulary.kindOf(name)).toBeDefined();
  });
});

test.each([
  'passwordChanged',
  'token_type',
  'expires',
  'key_id',
  'status',
  'errorCode',
  'shipping',
  'revokeSessions',
  'credentialId',
  'code',
  'state',
])('%s is no name of a secret', (name) => {
  expect(vocabulary.kindOf(name)).toBeUndefined();
});

test.each(['code', 'state', 'access_token', 'ticket'])('%s is one in an address', (name) => {
  expect(vocabulary.kindInAddress(name)).toBeDefined();
});

test('what the documents name, HTTP and HTML is harmless, and no more', () => {
  const words = ['stateToken', 'MFA_REQUIRED', 'E0000004', 'failed', '502', 'Gateway', 'html', 'hunter2', '123456', '00abc'];
  expect(words.filter((word) => vocabulary.isHarmless(word))).toEqual(words.slice(0, 7));
});
