import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadSpecs } from '../../src/model/load.ts';
import { readProfile } from '../../src/profile/load-profile.ts';
import { PACKAGE_ROOT } from '../../src/run/package-root.ts';
import { SHOWN_FILE, shownAt } from '../../src/run/shown-at.ts';
import { profileFile } from '../../src/run/targets.ts';
import { showAll } from './show-all.ts';

// A step of the build: puts on record what the embedded deployment shows where, unless what is there is of the same specs.
const specs = loadSpecs();
if (shownAt(specs.digest) === undefined) {
  const file = profileFile('mock');
  writeFileSync(join(PACKAGE_ROOT, SHOWN_FILE), JSON.stringify(await showAll(specs, readProfile(file, specs), file)));
}
