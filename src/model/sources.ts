import { join } from 'node:path';
import { attempt } from './attempt.ts';
import type { MetaSchemaName } from './meta-schemas.ts';
import { SpecError } from './spec-error.ts';
import type { DocumentName, DocumentSpec } from './types.ts';
import { readYamlSource } from './yaml-file.ts';

export const DOCUMENT_NAMES: readonly DocumentName[] = ['privileged-access', 'authentication', 'governance'];

/** A key of a document's spec; one file holds it. */
export type FileKey = Exclude<keyof DocumentSpec, 'name'>;

/** Name (without .yaml) and meta schema of each file. */
const FILES: Readonly<Record<FileKey, { readonly stem: string; readonly schema: MetaSchemaName }>> = {
  ledger: { stem: 'clauses', schema: 'clauses' },
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
};

/** One document's spec, with the means to say where each value stands. */
export interface DocumentSource {
  readonly spec: DocumentSpec;
  /** `file:line:column` of the value at a JSON pointer into a file */
  readonly at: (file: FileKey, pointer: string) => string;
}

/** The paths of all spec files in a folder, always in the same order. */
export function specFilePaths(folder: string): readonly string[] {
  return DOCUMENT_NAMES.flatMap((name) => Object.values(FILES).map(({ stem }) => pathOf(folder, name, stem)));
}

/** Reads the spec files of all documents against their schemas. Throws SpecError with the mistakes of all of them. */
export function readSources(folder: string): Readonly<Record<DocumentName, DocumentSource>> {
  try {
    return {
      'privileged-access': readDocument(folder, 'privileged-access'),
      authentication: readDocument(folder, 'authentication'),
      governance: readDocument(folder, 'governance'),
    };
  } catch (error) {
    if (!(error instanceof SpecError)) throw error;
    const attempts = DOCUMENT_NAMES.flatMap((name) =>
      Object.values(FILES).map(({ stem, schema }) => attempt(() => readYamlSource(pathOf(folder, name, stem), schema))),
    );
    throw new SpecError(attempts.flatMap(({ mistakes }) => mistakes).join('\n'));
  }
}

function readDocument(folder: string, name: DocumentName): DocumentSource {
  const places = new Map<FileKey, (pointer: string) => string>();
  const file = <Key extends FileKey>(key: Key): DocumentSpec[Key] => {
    const { value, at } = readYamlSource<DocumentSpec[Key]>(pathOf(folder, name, FILES[key].stem), FILES[key].schema);
    places.set(key, at);
    return value;
  };
  const spec: DocumentSpec = {
    name,
    ledger: file('ledger'),
    resources: file('resources'),
    endpoints: file('endpoints'),
    states: file('states'),
    errors: file('errors'),
    authentication: file('authentication'),
    events: file('events'),
    limits: file('limits'),
    versioning: file('versioning'),
    providerStates: file('providerStates'),
    probes: file('probes'),
  };
  return { spec, at: (key, pointer) => places.get(key)?.(pointer) ?? key };
}

function pathOf(folder: string, name: DocumentName, stem: string): string {
  return join(folder, name, `${stem}.yaml`);
}
