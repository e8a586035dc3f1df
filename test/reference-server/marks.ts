import { randomBytes, randomInt } from 'node:crypto';

/** 'PREFIX:' and letters: an identifier with a colon in it. */
export function mark(prefix: string): string {
  return `${prefix}:${randomBytes(9).toString('hex')}`;
}

/** In the shape of a UUID, of no version at all, in capitals. */
export function uuidShaped(): string {
  return randomBytes(16)
    .toString('hex')
    .toUpperCase()
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

const secrets = new Set<string>();

/** Everything secret that has been made here or told to us. */
export function knownSecrets(): ReadonlySet<string> {
  return secrets;
}

export function keepSecret(secret: string): string {
  secrets.add(secret);
  return secret;
}

/** Characters that URLs and headers have their own ideas about: + / = */
export function opaqueMark(bytes: number): string {
  return randomBytes(bytes).toString('base64');
}

export function secretMark(bytes = 25): string {
  return keepSecret(opaqueMark(bytes));
}

export function number(): number {
  return randomInt(100_000, 2_000_000_000);
}

/** A password that no pattern for identifiers would take for a secret. */
export function strongPassword(): string {
  return keepSecret(`Þræll "ZZ zz" \\ 07 & <${randomBytes(7).toString('hex')}>`);
}
