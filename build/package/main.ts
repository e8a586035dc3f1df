import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../src/run/package-root.ts';
import { SHOWN_FILE } from '../../src/run/shown-at.ts';
import { bundle } from './bundle.ts';
import { checkoutState } from './checkout.ts';
import { neededFiles } from './needed-files.ts';
import { packRules } from './pack-rules.ts';
import { filesBelow, STAMP_FILE, suiteFiles, type Stamp } from '../../src/run/suite-state.ts';

/** Specs, profiles, releases and errata as the build has parsed them, below the package's folder. */
const BUNDLES = [join('dist', 'specs.json'), join('dist', 'files.json'), SHOWN_FILE];

// The last step of the build: joins the modules, puts on record which suite this is, so that a run can say whether it was the release, and leaves to npm
// only what is needed.
await bundle(PACKAGE_ROOT);
const needed = neededFiles(PACKAGE_ROOT);
const validators = filesBelow(PACKAGE_ROOT, 'dist/validators').filter((path) => path.endsWith('.cjs'));
const code = [...needed.filter((path) => path.endsWith('.js')), ...validators];
const stamp: Stamp = { ...checkoutState(PACKAGE_ROOT), files: suiteFiles(PACKAGE_ROOT, code) };
writeFileSync(join(PACKAGE_ROOT, STAMP_FILE), `${JSON.stringify(stamp, undefined, 1)}\n`);
writeFileSync(join(PACKAGE_ROOT, 'dist', '.npmignore'), packRules([...needed, ...validators, STAMP_FILE, ...BUNDLES]));
