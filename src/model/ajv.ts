import { createRequire } from 'node:module';
import type * as Ajv from 'ajv/dist/2020.js';

const require = createRequire(import.meta.url);

/** ajv, loaded where something has to be compiled: the build has compiled all that the package itself holds. */
export function loadAjv(): typeof Ajv {
  const loaded: typeof Ajv = require('ajv/dist/2020.js');
  return loaded;
}

/**
 * How ajv compiles our own schemas. Compiling takes longer than all that a run holds against them, so that shorter code does not pay;
 * that they are schemas at all is for tests to say.
 */
export const COMPILING = { validateSchema: false, code: { optimize: false } } as const;
