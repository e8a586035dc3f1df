import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Format, ValidateFunction } from 'ajv/dist/2020.js';
import { SPECS_FOLDER } from './specs-folder.ts';

/** Where the build writes the code that ajv makes of the package's own schemas. */
export const VALIDATORS_FOLDER = join(SPECS_FOLDER, '..', 'dist', 'validators');

export type Formats = Readonly<Record<string, Format>>;

/** A file of that folder: validators by name. */
type Validators = Readonly<Record<string, ValidateFunction | undefined>>;
type MakeValidators = (formats: Formats) => Validators;

const require = createRequire(import.meta.url);
const loaded = new Map<string, Validators>();

/** The validators that the build has written into a file; none where there is no such file. */
export function compiledValidators(name: string, formats: Formats = {}): Validators {
  const known = loaded.get(name);
  if (known !== undefined) return known;
  const file = join(VALIDATORS_FOLDER, `${name}.cjs`);
  const make: MakeValidators = existsSync(file) ? require(file) : () => ({});
  const validators = make(formats);
  loaded.set(name, validators);
  return validators;
}

/** The name of what is compiled from a text: that of another text is another, so that nothing outdated is ever used. */
export function nameOfText(text: string): string {
  return `of_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
}
