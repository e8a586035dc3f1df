const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/**
 * A source of identifiers: each call answers so many letters and digits, the same sequence for the same seed.
 * Not for secrets of a real service: the sequence can be foreseen.
 */
export function createIdentifiers(seed: number): (length: number) => string {
  const next = sfc32(seed);
  return (length) => {
    let text = '';
    while (text.length < length) text += alphabet.charAt(next() % alphabet.length);
    return text;
  };
}

/** Chris Doty-Humphrey's sfc32 (PractRand), seeded by one number: whole numbers from 0 to 2^32 - 1. */
function sfc32(seed: number): () => number {
  let [a, b, c, counter] = [seed | 0, Math.floor(seed / 0x1_0000_0000) | 0, 0x9e37_79b9 | 0, 1];
  const next = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
  for (let round = 0; round < 12; round += 1) next();
  return next;
}
