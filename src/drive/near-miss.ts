import type { CredentialChange } from '../model/types.ts';

/**
 * A credential that is almost right, and never the same one in another spelling: letters that are hexadecimal digits have no case, the last
 * bits of Base64 may stand for nothing, and its padding always does.
 */
const CHANGED: Readonly<Record<CredentialChange, (secret: string) => string>> = {
  otherCase: (secret) =>
    HEXADECIMAL.test(secret) || inOtherCase(secret) === secret ? withOther(secret, lastOf(secret)) : inOtherCase(secret),
  lastCharacter: (secret) => withOther(secret, lastOf(secret)),
  firstCharacter: (secret) => withOther(secret, 0),
  shortened: (secret) => secret.slice(0, lastOf(secret)),
  lengthened: (secret) => `${secret}Q7`,
  spaceBefore: (secret) => ` ${secret}`,
  spaceAfter: (secret) => `${secret} `,
};

const HEXADECIMAL = /^[\da-f-]+$/i;
/** In the order of their values in Base64 (RFC 4648, section 5). */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** The credential with this change; undefined where there is no such change. */
export function nearMiss(change: string, secret: string): string | undefined {
  return Object.entries(CHANGED).find(([name]) => name === change)?.[1](secret);
}

function inOtherCase(text: string): string {
  return text.replaceAll(/\p{L}/gu, (letter) => (letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase()));
}

/** Where the last character stands that is no padding. */
function lastOf(secret: string): number {
  return secret.replace(/={1,2}$/, '').length - 1;
}

/** Another character at this place: one that differs in the most significant of its bits. */
function withOther(secret: string, index: number): string {
  const value = ALPHABET.indexOf(secret.charAt(index));
  return `${secret.slice(0, index)}${value === -1 ? 'x' : ALPHABET.charAt(value ^ 32)}${secret.slice(index + 1)}`;
}
