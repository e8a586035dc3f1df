import { createHash } from 'node:crypto';

/** First 8 hexadecimal digits of SHA-256 over a text whose white space is folded. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}
