import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { attempt } from '../../src/model/attempt.ts';
import type { MetaSchemaName } from '../../src/model/meta-schemas.ts';
import { PARSED_FILE, parsedKey } from '../../src/model/parsed-files.ts';
import { SPECS_FOLDER } from '../../src/model/specs-folder.ts';
import { parseYaml } from '../../src/model/yaml-file.ts';

/** What a run reads of the package beside the documents. */
function filesToParse(): readonly (readonly [schema: MetaSchemaName, file: string])[] {
  const below = (folder: string, schema: MetaSchemaName): readonly (readonly [MetaSchemaName, string])[] =>
    readdirSync(join(SPECS_FOLDER, folder)).map((name) => [schema, join(SPECS_FOLDER, folder, name)]);
  return [
    ...below('profiles', 'profile'),
    ...below('releases', 'requirements'),
    ['errata', join(SPECS_FOLDER, 'errata.yaml')],
    ['faults', join(SPECS_FOLDER, 'faults.yaml')],
  ];
}

/** Parses them, so that no command does. One that is wrong is left out: whoever reads it says what is wrong. */
export function writeParsedFiles(): void {
  rmSync(PARSED_FILE, { force: true });
  const parsed = filesToParse().flatMap(([schema, file]) => {
    const text = readFileSync(file, 'utf8');
    const { value } = attempt(() => parseYaml<unknown>(text, file, schema).value);
    return value === undefined ? [] : [[parsedKey(schema, text), value] as const];
  });
  writeFileSync(PARSED_FILE, JSON.stringify(Object.fromEntries(parsed)));
}
