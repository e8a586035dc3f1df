import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadSpecs } from '../load.ts';
import { PACKAGE_VERSION } from '../package-version.ts';
import { requirementsFile, requirementsOf } from '../requirements.ts';
import { SPECS_FOLDER } from '../specs-folder.ts';
import { specFileTypes } from './spec-file-types.ts';

const TYPES = join(SPECS_FOLDER, '../src/model/generated/spec-files.ts');

writeFileSync(TYPES, await specFileTypes());

// Only this version's: those of earlier releases are frozen.
const requirements = requirementsOf(loadSpecs(), PACKAGE_VERSION);
mkdirSync(join(SPECS_FOLDER, 'releases'), { recursive: true });
writeFileSync(requirementsFile(PACKAGE_VERSION), `${JSON.stringify(requirements, undefined, 2)}\n`);
console.log(`release ${PACKAGE_VERSION}: ${requirements.scored.length} clauses scored, ${requirements.provisional.length} provisional`);
