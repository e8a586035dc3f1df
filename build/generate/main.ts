import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadSpecs } from '../../src/model/load.ts';
import { PACKAGE_VERSION } from '../../src/model/package-version.ts';
import { requirementsFile, requirementsOf } from '../../src/model/requirements.ts';
import { SPECS_FOLDER } from '../../src/model/specs-folder.ts';
import { specFileTypes } from './spec-file-types.ts';

const TYPES = join(SPECS_FOLDER, '../src/model/generated/spec-files.ts');

writeFileSync(TYPES, await specFileTypes());

// Only this version's: those of earlier releases are frozen.
const requirements = requirementsOf(loadSpecs(), PACKAGE_VERSION);
mkdirSync(join(SPECS_FOLDER, 'releases'), { recursive: true });
writeFileSync(requirementsFile(PACKAGE_VERSION), `${JSON.stringify(requirements, undefined, 2)}\n`);
console.log(`release ${PACKAGE_VERSION}: ${requirements.scored.length} clauses scored, ${requirements.provisional.length} provisional`);
