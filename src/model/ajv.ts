import { createRequire } from 'node:module';
import type * as Ajv from 'ajv/dist/2020.js';

const require = createRequire(import.meta.url);

/** ajv, loaded where something has to be compiled: the build has compiled all that the package itself holds. */
export function loadAjv(): typeof Ajv {
  const loaded: typeof Ajv = require('ajv/dist/2020.js');
  return loaded;
}
