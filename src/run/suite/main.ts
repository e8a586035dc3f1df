import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../package-root.ts';
import { checkoutState } from './checkout.ts';
import { STAMP_FILE, suiteFiles } from './stamp.ts';
import type { Stamp } from './stamp.ts';

// The last step of the build: puts on record which suite this is, so that a run can say whether it was the release.
const stamp: Stamp = { ...checkoutState(PACKAGE_ROOT), files: suiteFiles(PACKAGE_ROOT) };
writeFileSync(join(PACKAGE_ROOT, STAMP_FILE), `${JSON.stringify(stamp, undefined, 1)}\n`);
