import { defined } from '../model/defined.ts';
import { globPattern } from '../model/selection.ts';
import type { CallerRow, DocumentSpec, ServiceProfile } from '../model/types.ts';

/** A credential that single operations are shown in the place of the usual one. */
export interface OperationCredential {
  /** its name in the profile */
  readonly credential: string;
  /** ids of operations, or globs */
  readonly operations: readonly string[];
  /** of its Authorization header; undefined: it is shown as the usual one is */
  readonly scheme?: string;
}

/** The credentials of a service that are kept for single operations. */
export function operationCredentials({ credentials = {} }: ServiceProfile): readonly OperationCredential[] {
  return Object.entries(credentials).flatMap(([credential, { operations, scheme }]) =>
    operations === undefined ? [] : [{ credential, operations, ...defined({ scheme }) }],
  );
}

/** The credentials that are kept for an operation: one, or none, or a mistake of the profile. */
export function keptFor(kept: readonly OperationCredential[] = [], operation: string): readonly OperationCredential[] {
  return kept.filter(({ operations }) => operations.some((glob) => globPattern(glob).test(operation)));
}

/** Whoever shows a credential that the profile holds itself, and is to be let in: the callers that an operation's own credential stands for. */
export function credentialHolders({ authentication, endpoints }: DocumentSpec): readonly CallerRow[] {
  return (authentication.callers ?? []).filter(
    ({ credential, refused }) => credential !== undefined && refused !== true && !endpoints.operations.some(({ id }) => id === credential),
  );
}
