import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isJudgeable } from './selection.ts';
import { SPECS_FOLDER } from './specs-folder.ts';
import type { Requirements, Specs } from './types.ts';
import { readYamlFile } from './yaml-file.ts';

/** What a release demands of a target: every clause that can be judged counts, unless it is provisional. */
export function requirementsOf(specs: Specs, version: string): Requirements {
  const judgeable = [...specs.clauses.values()].filter(isJudgeable);
  const ids = (provisional: boolean): string[] =>
    judgeable.filter((clause) => (clause.provisional === true) === provisional).map(({ id }) => id);
  return { version, specs: specs.digest, scored: ids(false), provisional: ids(true) };
}

/** Where the requirements of a release stand. */
export function requirementsFile(version: string, folder: string = SPECS_FOLDER): string {
  return join(folder, 'releases', `${version}.json`);
}

/** The requirements of a release as they were frozen; undefined for a version that this package does not know. Throws SpecError. */
export function readRequirements(version: string, folder?: string): Requirements | undefined {
  const file = requirementsFile(version, folder);
  return existsSync(file) ? readYamlFile<Requirements>(file, 'requirements') : undefined;
}
