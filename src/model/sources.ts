import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { attempt } from './attempt.ts';
import { clausesOf, machinesOf, operationsOf, resourcesOf } from './left-out.ts';
import type { Counted } from './left-out.ts';
import type { MetaSchemaName } from './meta-schemas.ts';
import { SpecError } from './errors.ts';
import { SPECS_FOLDER } from './specs-folder.ts';
import type { ClausesFile, DocumentName, DocumentSpec, EndpointsFile, ResourcesFile, StatesFile } from './types.ts';
import { entryAt } from './stored-file.ts';
import { readYamlSource, shortName } from './yaml-file.ts';

/** A key of a document's spec; one file holds it. */
export type FileKey = Exclude<keyof DocumentSpec, 'name' | 'features'>;

/** Name (without .yaml) and meta schema of each file. */
const FILES: Readonly<Record<FileKey, { readonly stem: string; readonly schema: MetaSchemaName }>> = {
  document: { stem: 'document', schema: 'document' },
  clauses: { stem: 'clauses', schema: 'clauses' },
  resources: { stem: 'resources', schema: 'resources' },
  endpoints: { stem: 'endpoints', schema: 'endpoints' },
  states: { stem: 'states', schema: 'states' },
  errors: { stem: 'errors', schema: 'errors' },
  authentication: { stem: 'authentication', schema: 'statements' },
  events: { stem: 'events', schema: 'statements' },
  limits: { stem: 'limits', schema: 'statements' },
  versioning: { stem: 'versioning', schema: 'statements' },
  providerStates: { stem: 'provider-states', schema: 'provider-states' },
  probes: { stem: 'probes', schema: 'probes' },
  load: { stem: 'load', schema: 'load' },
  families: { stem: 'families', schema: 'families' },
  refusals: { stem: 'refusals', schema: 'refusals' },
};

type Rest = Omit<DocumentSpec, 'name' | 'document' | 'features' | 'clauses' | 'endpoints'>;

/** As files hold it. */
type Files = Omit<Rest, 'states' | 'resources'> & { readonly states: StatesFile; readonly resources: ResourcesFile };

/** What stands for a file that a document has not; document, clauses and endpoints it must have. */
export const EMPTY: Rest = {
  resources: { resources: [] },
  states: { machines: [] },
  errors: { errors: [] },
  authentication: {},
  events: {},
  limits: {},
  versioning: {},
  providerStates: { states: [], acts: [] },
  probes: { probes: [] },
  load: {},
  families: {},
  refusals: {},
};

/** Folders beside the documents that are none. */
const NO_DOCUMENTS: readonly string[] = ['meta', 'profiles', 'releases'];

/** One document's spec, with the means to say where each value stands. */
export interface DocumentSource {
  readonly spec: DocumentSpec;
  /** the pointer into a file, of the row that a pointer into `spec` leads to */
  readonly written: (file: FileKey, pointer: string) => string;
  /** `file:line:column` of the value at a JSON pointer into a file */
  readonly at: (file: FileKey, pointer: string) => string;
}

/** The folders of all documents in a folder of specs, by name. */
function documentFolders(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && !NO_DOCUMENTS.includes(entry.name))
    .map(({ name }) => join(folder, name))
    .toSorted();
}

/** The names of the documents in a folder of specs, the package's own unless told. */
export function documentNames(folder: string = SPECS_FOLDER): readonly DocumentName[] {
  return documentFolders(folder).map((path) => basename(path));
}

/** The paths of all spec files in a folder, always in the same order, whether they are there or not. */
export function specFilePaths(folder: string): readonly string[] {
  return documentFolders(folder).flatMap((path) => Object.values(FILES).map(({ stem }) => join(path, `${stem}.yaml`)));
}

/** Reads the spec files of all documents against their schemas, in the order of the documents. Throws SpecError with all mistakes. */
export function readSources(folder: string): readonly DocumentSource[] {
  if (entryAt(folder, 'named')?.isDirectory() !== true)
    throw new SpecError('specs-folder-missing', `${folder}: there is no such folder. Give the one that holds a folder for each document`);
  const attempts = documentFolders(folder).map((folder) => attempt(() => readDocument(folder)));
  const mistakes = attempts.flatMap((one) => one.mistakes);
  if (mistakes.length > 0) throw new SpecError('specs-malformed', mistakes.join('\n'));
  return attempts.flatMap(({ value }) => value ?? []).toSorted((one, other) => byOrder(one.spec, other.spec));
}

/** Documents without an order stand last, in the order in which they were found. */
export function byOrder(one: DocumentSpec, other: DocumentSpec): number {
  return (one.document.order ?? LAST) - (other.document.order ?? LAST);
}

const LAST = Number.MAX_SAFE_INTEGER;
/** As in clauses.schema.json; and no object of another kind is to be found by it. */
const NAME = /^[a-z][a-z0-9-]*$/;

function readDocument(folder: string): DocumentSource {
  const name = basename(folder);
  if (!NAME.test(name) || name in {})
    throw new SpecError(
      'specs-malformed',
      `${shortName(folder)}  expected a folder named as a document, of lower-case letters, digits and hyphens, found '${name}'. Rename it`,
    );
  if (!existsSync(join(folder, 'document.yaml'))) lacking(join(folder, 'document.yaml'), 'document');
  const places = new Map<FileKey, (pointer: string) => string>();
  const mistakes: string[] = [];
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the schema of the key's file vouches for T
  const required = <T>(key: FileKey): T | undefined => {
    const { stem, schema } = FILES[key];
    const file = join(folder, `${stem}.yaml`);
    const { value: source, mistakes: found } = attempt(() =>
      existsSync(file) ? readYamlSource<T>(file, schema, 'found') : lacking(file, stem),
    );
    mistakes.push(...found);
    if (source !== undefined) places.set(key, source.at);
    return source?.value;
  };
  const optional = <Key extends keyof Rest>(key: Key): Files[Key] =>
    (existsSync(join(folder, `${FILES[key].stem}.yaml`)) ? required<Files[Key]>(key) : undefined) ?? EMPTY[key];
  const document = required<DocumentSpec['document']>('document');
  const stated = required<ClausesFile>('clauses');
  const endpoints = required<EndpointsFile>('endpoints');
  const keys = Object.keys(EMPTY).filter((key): key is keyof Rest => key in EMPTY);
  const rest: Files = { ...EMPTY, ...Object.fromEntries(keys.map((key) => [key, optional(key)])) };
  if (document === undefined || stated === undefined || endpoints === undefined || mistakes.length > 0)
    throw new SpecError('specs-malformed', mistakes.join('\n'));
  const counted: Partial<Record<FileKey, ReadonlyMap<string, string>>> = {};
  const rowsOf = <T>(key: FileKey, { rows, written }: Counted<T>): T[] => {
    counted[key] = written;
    return rows;
  };
  return {
    spec: {
      name,
      document,
      features: stated.features,
      clauses: rowsOf('clauses', clausesOf(stated)),
      ...rest,
      endpoints: { ...endpoints, operations: rowsOf('endpoints', operationsOf(endpoints)) },
      resources: { ...rest.resources, resources: rowsOf('resources', resourcesOf(rest.resources)) },
      states: { machines: rowsOf('states', machinesOf(rest.states)) },
    },
    written: (key, pointer) => writtenPointer(counted[key], pointer),
    at: (key, pointer) => places.get(key)?.(pointer) ?? shortName(join(folder, `${FILES[key].stem}.yaml`)),
  };
}

/** The pointer of a row, or of what stands in it, by the longest that is known. */
function writtenPointer(written: ReadonlyMap<string, string> | undefined, pointer: string): string {
  const segments = pointer.split('/');
  for (let length = segments.length; length > 1; length--) {
    const row = written?.get(segments.slice(0, length).join('/'));
    if (row !== undefined) return [row, ...segments.slice(length)].join('/');
  }
  return pointer;
}

function lacking(file: string, stem: string): never {
  const remedy =
    stem === 'document'
      ? 'Write it with title and idPrefix, or move the folder elsewhere: each folder here is a document'
      : 'Write it: a document has document.yaml, clauses.yaml and endpoints.yaml';
  throw new SpecError('specs-file-missing', `${shortName(file)}:1:1  expected the file, found none. ${remedy}`);
}
