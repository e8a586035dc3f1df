import crypto from 'k6/crypto';

export function randomText() {
  return Array.from(new Uint8Array(crypto.randomBytes(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * What stands for a secret: the same for the same one, and of no use to guess it by, because the salt is never told.
 * @param {string} salt
 * @returns {Secrets['name']}
 */
export function naming(salt) {
  return (kind, value) => '~' + kind + '-' + parseInt(crypto.sha256(salt + value, 'hex').slice(0, 12), 16) + '~';
}
