import type {
  DocumentFile,
  DocumentName,
  EndpointsFile,
  Erratum,
  ErrorsFile,
  FamiliesFile,
  RefusalsFile,
  LoadFile,
  ClausesFile,
  ProbesFile,
  ProviderStatesFile,
  ResourcesFile,
  StatementsFile,
  ClauseSource,
  WrittenClause,
  WrittenField,
  WrittenMachine,
  WrittenOperation,
  WrittenParameter,
  WrittenResource,
  WrittenResponse,
  WrittenState,
  WrittenTransition,
} from './generated/spec-files.ts';

export type * from './generated/spec-files.ts';

/** One document, as its spec files hold it; in loaded specs, the probes of the oracle families stand after those that are written by hand. */
export interface DocumentSpec {
  readonly name: DocumentName;
  readonly document: DocumentFile;
  readonly features: ClausesFile['features'];
  readonly clauses: Clause[];
  readonly resources: Omit<ResourcesFile, 'resources'> & { readonly resources: ResourceRow[] };
  readonly endpoints: Omit<EndpointsFile, 'operations'> & { readonly operations: OperationRow[] };
  readonly states: { readonly machines: MachineRow[] };
  readonly errors: ErrorsFile;
  readonly authentication: StatementsFile;
  readonly events: StatementsFile;
  readonly limits: StatementsFile;
  readonly versioning: StatementsFile;
  readonly providerStates: ProviderStatesFile;
  readonly probes: ProbesFile;
  readonly load: LoadFile;
  readonly families: FamiliesFile;
  readonly refusals: RefusalsFile;
}

/** A clause with what its row leaves out. */
export type Clause = WrittenClause & Required<Pick<WrittenClause, 'status' | 'feature'>> & { source: ClauseSource };

export type ParameterRow = Omit<WrittenParameter, 'name'> & Required<Pick<WrittenParameter, 'schema' | 'clauses'>> & { name: string };
export type ResponseRow = WrittenResponse & Required<Pick<WrittenResponse, 'clauses'>>;
/** An operation with what its rows leave out. */
export type OperationRow = Omit<WrittenOperation, 'parameters' | 'responses'> & { parameters?: ParameterRow[]; responses: ResponseRow[] };

export type FieldRow = Omit<WrittenField, 'path'> & Required<Pick<WrittenField, 'schema' | 'clauses'>> & { path: string };
/** A resource with what its rows leave out. */
export type ResourceRow = Omit<WrittenResource, 'fields'> & { fields: FieldRow[] };

export type StateRow = Omit<WrittenState, 'name'> & { name: string };
export type TransitionRow = Omit<WrittenTransition, 'each'> & Required<Pick<WrittenTransition, 'clauses' | 'to'>>;
/** A state machine with what its rows leave out. */
export type MachineRow = Omit<WrittenMachine, 'clauses' | 'endsInReadBack' | 'states' | 'transitions'> & {
  states: StateRow[];
  transitions: TransitionRow[];
};

export interface IndexedClause extends Clause {
  readonly document: DocumentName;
}

/** All documents, loaded and indexed. */
export interface Specs {
  /** by name, in the order of the documents */
  readonly documents: Readonly<Record<DocumentName, DocumentSpec>>;
  readonly clauses: ReadonlyMap<string, IndexedClause>;
  /** what is known to be wrong in them; not part of the digest, because requirements stay as they were frozen */
  readonly errata: readonly Erratum[];
  /** SHA-256 over the content of all spec files, hex */
  readonly digest: string;
}
