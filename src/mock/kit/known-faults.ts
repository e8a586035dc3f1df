import { documentOf } from '../../model/document-of.ts';
import { loadSpecs } from '../../model/load.ts';
import { wireFaults } from '../../model/wire-faults/catalogue.ts';
import type { WireFault } from '../../model/wire-faults/wire-fault.ts';
import type { FaultSummary } from './control.ts';
import { documentNames, type DocumentName } from './documents.ts';
import { services } from './services.ts';

/** A fault that no suite may miss: any password signs a user in. */
export const MUST_DIE = 'authn-any-password';

let known: readonly FaultSummary[] | undefined;
const derived = new Map<DocumentName, readonly WireFault[]>();

/** The seeded faults of all services, in the order of the documents: behavioural ones, then wire faults. */
export function knownFaults(): readonly FaultSummary[] {
  known ??= [
    ...behaviouralFaults(),
    ...documentNames.flatMap((document) => wireFaultsOf(document).map((fault) => summarise(document, fault))),
  ];
  return known;
}

/** Those that are written by hand; the specs are not needed for them. */
export function behaviouralFaults(): readonly FaultSummary[] {
  return documentNames.flatMap((document) => services[document].faults());
}

/** The wire faults of a service; derived from the specs once, when they are first asked for. */
export function wireFaultsOf(document: DocumentName): readonly WireFault[] {
  const faults = derived.get(document) ?? wireFaults(documentOf(loadSpecs(), document));
  derived.set(document, faults);
  return faults;
}

function summarise(document: DocumentName, { id, clause, alsoBreaks, about }: WireFault): FaultSummary {
  return { id, kind: 'wire', document, clause, alsoBreaks, difficulty: 'response', about, rules: [] };
}
