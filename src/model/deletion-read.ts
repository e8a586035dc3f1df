import type { DocumentSpec } from './types.ts';

/** The operation that tells whether a deletion has been carried out: the one that reads back what it deletes. */
export function deletionRead({ endpoints }: DocumentSpec, deletion: string | undefined): string | undefined {
  return endpoints.operations.find(({ undo }) => undo?.call === deletion)?.undo?.readBack?.call;
}
