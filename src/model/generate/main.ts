import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadSpecs } from '../load.ts';
import { PACKAGE_VERSION } from '../package-version.ts';
import { requirementsFile, requirementsOf } from '../requirements.ts';
import { SPECS_FOLDER } from '../specs-folder.ts';
import { answerSchemas } from './answer-schemas.ts';
import { specFileTypes } from './spec-file-types.ts';

const TYPES = join(SPECS_FOLDER, '../src/model/generated/spec-files.ts');

writeFileSync(TYPES, await specFileTypes());

const generated = join(SPECS_FOLDER, 'generated');
rmSync(generated, { recursive: true, force: true });
for (const spec of Object.values(loadSpecs().documents)) {
  const folder = join(generated, spec.name);
  mkdirSync(join(folder, 'definitions'), { recursive: true });
  const schemas = answerSchemas(spec);
  for (const { file, schema } of schemas) writeFileSync(join(folder, file), `${JSON.stringify(schema, undefined, 2)}\n`);
  console.log(`${spec.name}: ${schemas.length} JSON Schemas`);
}

// Only this version's: those of earlier releases are frozen.
const requirements = requirementsOf(loadSpecs(), PACKAGE_VERSION);
mkdirSync(join(SPECS_FOLDER, 'releases'), { recursive: true });
writeFileSync(requirementsFile(PACKAGE_VERSION), `${JSON.stringify(requirements, undefined, 2)}\n`);
console.log(`release ${PACKAGE_VERSION}: ${requirements.scored.length} clauses scored, ${requirements.provisional.length} provisional`);
