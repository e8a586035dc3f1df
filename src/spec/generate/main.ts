import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadSpecs } from '../load.ts';
import { SPECS_FOLDER } from '../specs-folder.ts';
import { answerSchemas } from './answer-schemas.ts';
import { specFileTypes } from './spec-file-types.ts';

const TYPES = join(SPECS_FOLDER, '../src/spec/generated/spec-files.ts');

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
