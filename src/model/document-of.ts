import { SpecError } from './errors.ts';
import type { DocumentName, DocumentSpec, Specs } from './types.ts';

/** A document by its name. Throws SpecError where the specs have none of that name, as for a run that was made with others. */
export function documentOf({ documents }: Pick<Specs, 'documents'>, name: DocumentName, place = ''): DocumentSpec {
  const spec = Object.hasOwn(documents, name) ? documents[name] : undefined;
  if (spec !== undefined) return spec;
  throw new SpecError(
    'document-unknown',
    `${place}expected one of the documents ${Object.keys(documents).join(', ')}, found '${name}'. Give the folder of specs that has it with --specs`,
  );
}
