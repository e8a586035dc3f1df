/**
 * The name that stands for a secret in the trace: ~state-token-1~. Stable within a run, so that equality can still be judged;
 * of characters that may stand anywhere, in an address too (RFC 3986, section 2.3).
 */
export function pseudonym(kind: string, ordinal: number): string {
  return `~${kind}-${ordinal}~`;
}

/** Matches every pseudonym in a text. */
export const PSEUDONYM = /~([A-Za-z][\w.-]*?)-([0-9]+)~/g;

export function isPseudonym(text: string): boolean {
  return /^~[A-Za-z][\w.-]*-[0-9]+~$/.test(text);
}
