import type { DocumentSpec } from '../types.ts';
import { pointerSegment } from '../pointer.ts';
import type { FileKey } from '../sources.ts';

/** A row that speaks for a clause. */
export interface ClauseReference {
  readonly file: FileKey;
  readonly pointer: string;
  readonly clause: string;
}

const FILES = [
  'document',
  'resources',
  'endpoints',
  'states',
  'errors',
  'authentication',
  'events',
  'limits',
  'versioning',
  'providerStates',
  'probes',
  'families',
] as const satisfies readonly FileKey[];

/** Every id under a key 'clauses', in all files but clauses.yaml. */
export function clauseReferences(spec: DocumentSpec): readonly ClauseReference[] {
  return FILES.flatMap((file) => [...within(spec[file], '', file)]);
}

function* within(value: unknown, pointer: string, file: FileKey): Generator<ClauseReference> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, entry] of Object.entries(value)) {
    if (key === 'clauses') yield* listed(entry, `${pointer}/clauses`, file);
    else yield* within(entry, `${pointer}/${pointerSegment(key)}`, file);
  }
}

/** Ids in a list, or in lists by law. */
function* listed(value: unknown, pointer: string, file: FileKey): Generator<ClauseReference> {
  if (typeof value === 'string') yield { file, pointer, clause: value };
  else if (typeof value === 'object' && value !== null)
    for (const [key, entry] of Object.entries(value)) yield* listed(entry, `${pointer}/${pointerSegment(key)}`, file);
}
