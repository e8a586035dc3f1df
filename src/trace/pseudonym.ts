/**
 * The name that stands for a secret in the trace: ~state-token-1~. Stable within a run, so that equality can still be judged;
 * of characters that may stand anywhere, in an address too (RFC 3986, section 2.3).
 */
export function pseudonym(kind: string, ordinal: number): string {
  return `~${kind}-${ordinal}~`;
}

/** Stands behind the pseudonym of a secret of which only the beginning is there, before that of one of which only the end is; fit for addresses too. */
export const CUT = '..';

/** Matches every pseudonym in a text. */
export const PSEUDONYM = /~([A-Za-z][\w.-]*?)-([0-9]+)~/g;

export function isPseudonym(text: string): boolean {
  return /^~[A-Za-z][\w.-]*-[0-9]+~$/.test(text);
}
