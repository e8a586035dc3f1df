import { createRequire } from 'node:module';
import type * as Undici from 'undici';

const load = createRequire(import.meta.url);

/** undici, from the first time that it is used: nothing else takes as long to load, and most commands send nothing. */
export function undici(): typeof Undici {
  const loaded: typeof Undici = load('undici');
  return loaded;
}
