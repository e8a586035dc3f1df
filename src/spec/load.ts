import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { SPECS_FOLDER } from './specs-folder.ts';
import type { MetaSchemaName } from './meta-schemas.ts';
import type { DocumentName, DocumentSpec, IndexedClause, Specs } from './types.ts';
import { readYamlSource } from './yaml-file.ts';
import type { YamlSource } from './yaml-file.ts';

const DOCUMENTS: readonly DocumentName[] = ['privileged-access', 'authentication', 'governance'];

let own: Specs | undefined;

/** All specs, checked and indexed; the package's own unless a folder is given. Throws SpecError with every finding and its place. */
export function loadSpecs(folder?: string): Specs {
  if (folder !== undefined) return read(folder);
  own ??= read(SPECS_FOLDER);
  return own;
}

function read(folder: string): Specs {
  const hash = createHash('sha256');
  const [privilegedAccess, authentication, governance] = DOCUMENTS.map((name) => readDocument(folder, name, (text) => void hash.update(text)));
  if (privilegedAccess === undefined || authentication === undefined || governance === undefined) throw new TypeError('three documents');
  const documents = { 'privileged-access': privilegedAccess, authentication, governance };
  const clauses = new Map<string, IndexedClause>();
  for (const { ledger, name } of Object.values(documents)) for (const clause of ledger.clauses) clauses.set(clause.id, { ...clause, document: name });
  return { documents, clauses, digest: hash.digest('hex') };
}

function readDocument(folder: string, name: DocumentName, digest: (text: string) => void): DocumentSpec {
  const file = <T>(stem: string, schema: MetaSchemaName): T => {
    const source: YamlSource<T> = readYamlSource<T>(join(folder, name, `${stem}.yaml`), schema);
    digest(source.text);
    return source.value;
  };
  return {
    name,
    ledger: file('ledger', 'ledger'),
    resources: file('resources', 'resources'),
    endpoints: file('endpoints', 'endpoints'),
    states: file('states', 'states'),
    errors: file('errors', 'errors'),
    authentication: file('authentication', 'statements'),
    events: file('events', 'statements'),
    limits: file('limits', 'statements'),
    versioning: file('versioning', 'statements'),
    providerStates: file('provider-states', 'provider-states'),
    probes: file('probes', 'probes'),
  };
}
