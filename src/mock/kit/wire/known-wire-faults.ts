import { documentOf } from '../../../model/document-of.ts';
import { loadSpecs } from '../../../model/load.ts';
import { wireFaults } from '../../../model/wire-faults/catalogue.ts';
import type { WireFault } from '../../../model/wire-faults/wire-fault.ts';
import type { DocumentName } from '../documents.ts';

const known = new Map<DocumentName, readonly WireFault[]>();

/** The wire faults of a service; derived from the specs once, when they are first asked for. */
export function wireFaultsOf(document: DocumentName): readonly WireFault[] {
  const faults = known.get(document) ?? wireFaults(documentOf(loadSpecs(), document));
  known.set(document, faults);
  return faults;
}
