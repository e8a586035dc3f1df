import type { Facts } from '../facts.ts';
import type { Sample } from '../sample.ts';

/** Later than so long after an announced moment, others have had time enough to use what came back. */
export const SOON_MS = 3000;

/** The earliest moment on our clock at which some of the allowance can be back by what an answer announced; undefined where it did not. */
export function nothingBackBefore({ offset }: Facts, { retryAt, reset }: Sample): number | undefined {
  if (offset === undefined || retryAt?.form !== 'seconds' || reset?.form !== 'seconds') return undefined;
  return (Math.min(retryAt.seconds, reset.seconds) - 1) * 1000 - offset.high;
}

/** The moment on our clock at which some of the allowance has surely to be back, if the timestamp is exact; undefined where none is named. */
export function surelyBack({ offset }: Facts, { retryAt }: Sample): number | undefined {
  return offset === undefined || retryAt === undefined ? undefined : retryAt.seconds * 1000 - offset.low;
}
