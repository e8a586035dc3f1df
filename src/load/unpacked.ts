import { decodeBody } from '../drive/decode.ts';
import type { LoadAnswer } from './engine/load-answer.ts';

const CODING = 'content-encoding';

/**
 * The answer with its body as it was before it was packed: a target may pack it, whatever it was asked for (RFC 9110, section 8.4).
 * Throws TooLarge, Undecodable.
 */
export function unpacked(answer: LoadAnswer, mostBytes: number): LoadAnswer {
  const { headers } = answer.head;
  const codings: string[] = [];
  for (let at = 0; at < headers.length; at += 2) if (isCoding(headers[at])) codings.push(headers[at + 1] ?? '');
  // What came as text was not packed.
  if (codings.length === 0 || typeof answer.body === 'string') return answer;
  return { ...answer, body: decodeBody(answer.body, codings, mostBytes) };
}

/** Asked of every header of every answer: the length tells at once. */
function isCoding(name = ''): boolean {
  return name.length === CODING.length && name.toLowerCase() === CODING;
}
