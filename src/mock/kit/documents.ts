import { recordOf } from './json.ts';

/** The three documents, each of which one service of a deployment follows. */
export const documentNames = ['privileged-access', 'authentication', 'governance'] as const;

export type DocumentName = (typeof documentNames)[number];

export function isDocumentName(value: unknown): value is DocumentName {
  return documentNames.some((name) => name === value);
}

/** Something for each document, made in their order. */
export function perDocument<Value>(make: (document: DocumentName) => Value): Readonly<Record<DocumentName, Value>> {
  return recordOf(documentNames, make);
}
