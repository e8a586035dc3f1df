import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { attempt } from '../../src/model/attempt.ts';
import { BUNDLE_FILE, bundledSpecs, bundleKey } from '../../src/model/bundle.ts';
import type { Bundle } from '../../src/model/bundle.ts';
import { loadSpecs, parseSpecs } from '../../src/model/load.ts';
import { SPECS_FOLDER } from '../../src/model/specs-folder.ts';
import { writeParsedFiles } from './write-parsed-files.ts';
import { writeTypes } from './write-types.ts';
import { writeValidators } from './write-validators.ts';

// Bundles the package's specs for a quick start, unless the bundle that is there is still true.
if (bundledSpecs() === undefined) writeBundle();
// With what families make of them: their expectations are compiled too.
const documents = Object.values(attempt(() => loadSpecs()).value?.documents ?? {});
writeValidators(documents);
writeParsedFiles();
await writeTypes(documents);

/** Broken specs have no bundle: whoever loads them says what is wrong. */
function writeBundle(): void {
  const key = bundleKey(SPECS_FOLDER);
  const { value } = attempt(() => parseSpecs(SPECS_FOLDER));
  if (value === undefined) return rmSync(BUNDLE_FILE, { force: true });
  const bundle: Bundle = { key, ...value };
  writeFileSync(`${BUNDLE_FILE}.tmp`, JSON.stringify(bundle));
  renameSync(`${BUNDLE_FILE}.tmp`, BUNDLE_FILE);
}
