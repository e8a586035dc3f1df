import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { takeIn } from './intake.ts';
import { TooLarge, type KeptPart } from './too-large.ts';

const MEGABYTE = 1024 * 1024;
const MOST_BYTES = 4 * MEGABYTE;

const word = (_: unknown, index: number): string => (index * 7_919).toString(36).padStart(5, 'x');
const EXCESSIVE: readonly (readonly [what: string, body: unknown])[] = [
  ['250,000 strings', { access_token: Array.from({ length: 250_000 }, word) }],
  ['420,000 strings', { access_token: Array.from({ length: 420_000 }, word) }],
  ['60,000 objects', { tokens: Array.from({ length: 60_000 }, (_, index) => ({ access_token: word(_, index) })) }],
];

async function keptOf(text: string): Promise<KeptPart | undefined> {
  try {
    await takeIn({ status: 200, headers: {} }, chunks(text), MOST_BYTES);
  } catch (error) {
    if (error instanceof TooLarge) return error.kept;
    throw error;
  }
  return undefined;
}

async function* chunks(text: string): AsyncGenerator<Uint8Array> {
  yield* [Buffer.from(text)];
}

/** What is in use once nothing more can be freed, of this thread alone. */
function inUse(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}

test.each(EXCESSIVE)('of an answer with %s below a secret name its beginning is held, and not the whole', async (_what, body) => {
  const text = JSON.stringify(body);
  const before = inUse();
  const kept: (KeptPart | undefined)[] = [];
  for (let count = 0; count < 20; count++) kept.push(await keptOf(text));
  expect(inUse() - before).toBeLessThan(MEGABYTE * 5);
  expect(new Set(kept.map((part) => [part?.bytes, part?.text].join()))).toEqual(new Set([[text.length, text.slice(0, 4_096)].join()]));
});
