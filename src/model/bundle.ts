import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { META_SCHEMAS } from './meta-schemas.ts';
import { specFilePaths } from './sources.ts';
import { SPECS_FOLDER } from './specs-folder.ts';
import type { Specs } from './types.ts';

/** Specs as they were parsed and checked. */
export type BundledSpecs = Pick<Specs, 'documents' | 'digest'>;

/** What the build writes: parsing all YAML takes a second, reading this a few milliseconds. */
export interface Bundle extends BundledSpecs {
  /** of the texts of all spec files and their schemas */
  readonly key: string;
}

/** Where the build writes the bundle. */
export const BUNDLE_FILE = join(SPECS_FOLDER, '..', 'dist', 'specs.json');

/** The package's own specs from the bundle; undefined where there is none, or any file has changed since. */
export function bundledSpecs(file: string = BUNDLE_FILE, folder: string = SPECS_FOLDER): BundledSpecs | undefined {
  if (!existsSync(file)) return undefined;
  const bundle = readBundle(file);
  return bundle?.key === bundleKey(folder) ? bundle : undefined;
}

/** How the code holds specs: to be raised where DocumentSpec changes, so that a bundle of another shape is made again. */
const SHAPE = 'rows with what their files leave out';

/** SHA-256 over the texts that the specs are made of, and their places. */
export function bundleKey(folder: string): string {
  const hash = createHash('sha256').update(SHAPE);
  const schemas = META_SCHEMAS.map((name) => join(folder, 'meta', `${name}.schema.json`));
  for (const path of [...schemas, ...specFilePaths(folder)]) {
    hash.update(relative(folder, path)).update('\0');
    hash.update(existsSync(path) ? readFileSync(path) : '').update('\0');
  }
  return hash.digest('hex');
}

/** The build's own file: only a cut one is to be feared. */
function readBundle(file: string): Bundle | undefined {
  try {
    const bundle: Bundle = JSON.parse(readFileSync(file, 'utf8'));
    return bundle;
  } catch {
    return undefined;
  }
}
